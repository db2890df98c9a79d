import ChatCore
import ChatModel
import ChatWords
import ClientSettings
import TerminalUI

extension ChatScreen {
  /// Takes one event; the effects that follow from it wait in `model.takeEffects()`.
  package func handle(_ event: AppEvent) {
    take(event)
    surprise.look(at: model, now: now())
  }

  private func take(_ event: AppEvent) {
    switch event {
    case .terminal(let event): handle(event)
    case .summaries(let summaries): model.update(summaries)
    case .invitations(let invitations): model.update(invitations)
    case .connection(let status):
      guard status != model.connection else { return }
      model.connection = status
      model.openBetterFirst()
      model.overlay?.take(event)
    case .opened(let chat, let opening): model.opened(chat, opening)
    case .window(let chat, let request, let window) where chat != model.openChat:
      guard let other = model.otherConversation, chat == other.chat else { return }
      if let pane = layout.flatMap({ otherPane(in: $0) }) {
        pane.take(window, for: request)
      } else {
        other.take(window, for: request)
      }
    case .window(let chat, let request, let window):
      guard chat == model.openChat, let conversation = model.conversation else { return }
      // A person who sees the end continues to see it, even if only a larger screen brought them there.
      // A chat that has just been opened shows nothing yet, and keeps the place where it was left.
      let follows =
        conversation.isLoaded && window.newestArrival != conversation.window?.newestArrival
        && showsEnd
      if let pane = messagesPane {
        pane.take(window, for: request)
      } else {
        conversation.take(window, for: request)
      }
      if follows, conversation.destination == nil { conversation.move(to: .end) }
    case .dwellEnded(let chat, let message): dwellEnded(message, in: chat)
    case .partDwellEnded(let chat, let cursor): partDwellEnded(cursor, in: chat)
    case .markedRead(let chats): model.markedRead(chats)
    case .members(let chat, let members):
      model.sidePanel.update(members, of: chat)
      model.composer.factsChanged()
      model.overlay?.take(event)
    case .highlights(let chat, let highlights): model.sidePanel.update(highlights, of: chat)
    case .thread:
      model.overlay?.take(event)
      model.sidePanel.thread(of: model.openChat)?.take(event)
    case .people(let people):
      model.list.know(people)
      model.overlay?.take(event)
    case .recentEmoji, .details, .outbox, .found, .foundEverywhere, .pins, .files, .newPeople,
      .blockedPeople:
      model.overlay?.take(event)
    case .readForCompletion(let answer): model.take(answer)
    case .created(let chat): model.openWhenListed(chat)
    case .delivered(let letter, let chat): model.delivered(letter, in: chat)
    case .undelivered(let letter, let reason): model.giveBack(letter, reason: reason)
    case .dropped(let text, let chat): model.giveBack(text, in: chat)
    case .blocked(let name, let isBlocked): model.blocked(name, isBlocked)
    case .file(let request, let answer):
      model.takeFileAnswer(answer, to: request)
      model.overlay?.take(event)
    case .picture(let request, let answer): model.pictures.take(answer, to: request)
    case .fileMade(let path, let chat): model.attachMade(path, in: chat)
    case .sendFailed(let text, let files, let chat, let reason, let isGone):
      model.giveBackUnsaved(
        text, with: files, in: chat, reason: model.options.addressed(reason), isGone: isGone)
    case .shared(let answer, let number): model.answered(answer, number: number)
    case .edited(let text): model.edited(text)
    case .notEdited(let saved, let reason): model.notEdited(saved, reason)
    case .commandOutput(let output, let command): model.take(output: output, of: command)
    case .settings(let news): model.take(news)
    case .notificationsDue:
      model.notificationsDue(
        watched: isWatched ? model.openChat : nil, minuteOfDay: time.minuteOfDay(now()))
    case .undoExpired(let number): model.undoExpired(number: number)
    case .noteExpired(let number):
      model.noteExpired(number: number, isSeen: isTerminalFocused)
    case .failed(let reason):
      model.show(.error(model.options.addressed(reason)), about: .program)
    case .draftsDue: model.saveDrafts()
    case .draftFailed(let chat, let reason): model.draftFailed(in: chat, reason: reason)
    }
  }

  private func handle(_ event: TerminalEvent) {
    switch event {
    case .input(let input): handle(input)
    case .resized(let size): resize(to: size)
    case .resumed: model.want(.resume)
    case .suspendRequested: perform(.suspend)
    case .terminated, .inputClosed: model.leave(.quit)
    }
  }

  private func handle(_ input: InputEvent) {
    // The text of a dialog goes into no chat.
    if input.isText, model.overlay == nil, surprise.hidesText(at: now()) { return }
    let chat = model.openChat
    take(input)
    if model.openChat != chat { surprise.chatWasChosen() }
  }

  private func take(_ input: InputEvent) {
    switch input {
    case .key(let event):
      let pointed = model.conversation?.pointed
      handle(event)
      if model.conversation?.pointed == pointed { model.conversation?.stopPointing() }
    case .paste(let text): paste(PastedText.plain(text))
    case .focusGained:
      isTerminalFocused = true
      model.noteIsSeen()
    case .focusLost: isTerminalFocused = false
    case .wheel(let direction, let point):
      let pane = layout.flatMap { layout in
        layout.other?.contains(point) == true ? otherPane(in: layout) : messagesPane(in: layout)
      }
      switch direction {
      case .up: pane?.scroll(by: -3)
      case .down: pane?.scroll(by: 3)
      }
    case .click(let point): click(point)
    case .answer: break
    }
  }

  private func handle(_ event: KeyEvent) {
    // While the list is filtered, characters are text, and all other keys are those of the list.
    if model.isFiltering, let character = event.typedCharacter {
      return model.filterList(by: String(character))
    }
    let dialog = model.overlay
    let actions = ActionRegistry.actions(
      for: event, in: model.context, isEmpty: dialog?.isTextEmpty ?? model.composer.isEmpty,
      keymap: model.keymap)
    // A key may mean one thing for some messages, and another for the others.
    let action = actions.first { model.reasonAgainst($0) == nil } ?? actions.last
    if let action { return perform(action, argument: argument(of: event, for: action)) }
    if let dialog { return dialog.type(event, in: model) }
    switch model.focus {
    case .composer: type(event)
    case .list: typeInList(event)
    case .picking:
      if let character = event.typedCharacter {
        // The person begins to write: the letter goes into the composer.
        model.leavePicking()
        model.insert(String(character))
      }
    }
  }

  /// The number of the chat for a key of `chatByNumber`: its first key goes to the first chat, and so on.
  private func argument(of event: KeyEvent, for action: Action) -> String {
    guard action == .chatByNumber,
      let place = model.keymap.keys(of: action).firstIndex(of: KeyBinding(event))
    else { return "" }
    return "\(place + 1)"
  }

  /// The columns in which the text is written.
  private var composerColumns: Int {
    ComposerView.columns(composerMetrics(width: layout?.composer.width ?? size.width))
  }

  private func type(_ event: KeyEvent) {
    if let command = model.keymap.editingCommand(of: event) {
      let before = model.composer.text
      model.composer.apply(command, width: composerColumns)
      if model.composer.text != before { model.show(nil) }
      model.textChanged()
    } else if let character = event.typedCharacter {
      model.insert(String(character))
    }
  }

  /// Filters the list by a letter that is no command there.
  private func typeInList(_ event: KeyEvent) {
    if let character = event.typedCharacter, !character.isWhitespace {
      model.filterList(by: String(character))
    } else if model.isFiltering, let command = model.keymap.editingCommand(of: event) {
      model.editFilter(command)
    }
  }

  private func paste(_ text: String) {
    if let overlay = model.overlay { return overlay.paste(text, in: model) }
    if model.isFiltering { return model.filterList(by: DisplayText.singleLine(text)) }
    if model.focus == .list { model.focusList(false) }
    model.leavePicking()
    if model.conversation == nil, model.composer.isEmpty,
      (try? InvitationLink(parsing: text)) != nil  // Anything else is text.
    {
      return model.join(text)
    }
    model.paste(text)
  }
}

extension InputEvent {
  /// Whether the event would change, complete or send the text that is being written.
  fileprivate var isText: Bool {
    switch self {
    case .paste: true
    case .key(let event): event.typedCharacter != nil || event.key == .enter || event.key == .tab
    case .focusGained, .focusLost, .wheel, .click, .answer: false
    }
  }
}
