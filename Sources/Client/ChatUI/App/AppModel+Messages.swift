package import ChatModel
import ChatWords
import Foundation
import TerminalUI

extension AppModel {
  /// Enter in the composer: a command is run, anything else is sent.
  ///
  /// - Returns: the command to run, with its argument.
  package func submit() -> (action: Action, argument: String)? {
    show(nil)
    switch SlashInput(composer.text) {
    case .command(let action, let argument): return (action, argument)
    case .unknown(let name):
      if !runOwnCommand(name), !askToAttach() {
        show(.error(SlashInput.refusal(of: name, help: keymap.way(to: .help), in: options)))
      }
    case .blankBefore(let name): show(.error(SlashInput.refusalOfBlank(before: name)))
    case .message(let text): if text != composer.text || !askToAttach() { send(text) }
    }
    return nil
  }

  /// Asks whether a file is to be attached, where its path is all that is written: a file that was dropped into the
  /// terminal, or a path that was pasted.
  ///
  /// - Returns: whether that is so.
  private func askToAttach() -> Bool {
    guard let chat = openChat, reasonAgainstWriting == nil, !composer.isEditing,
      let file = PathText.droppedFile(composer.text)
    else { return false }
    let isSlash = composer.text.hasPrefix("/")
    overlay = QuestionModel(
      title: "Attach the file ‘\(DisplayText.singleLine(file.lastPathComponent))’?",
      lines: [
        "The text is the path of a file on this device: \(DisplayText.singleLine(file.path))",
        isSlash
          ? "A second slash before it sends the path as a text."
          : "Other words beside it send the path as a text.",
      ],
      verb: "attach the file", answer: .attach(path: file.path, chat: chat))
    return true
  }

  private func send(_ text: String) {
    guard let chat = openSummary else { return show(.error(Self.noChats)) }
    let files = composer.waitingFiles.map(\.path)
    let isBlank = text.trimmedBlanks.isEmpty
    guard !isBlank || !files.isEmpty else { return }
    guard text.utf8.count <= Message.textLimitBytes else {
      return report(.textTooLong(bytes: text.utf8.count))
    }
    if let reason = reasonAgainstWriting { return show(.error(reason)) }
    if case .editing(let message) = composer.mode {
      composer.takeChange()
      textChanged()
      if text != message.text { want(.write(.edit(message.id, text, in: chat.id))) }
      return
    }
    let reply = composer.replyTo
    composer.takeForSending()
    want(
      .write(
        files.isEmpty
          ? .send(text, to: chat.id, replyingTo: reply)
          : .sendFiles(files, saying: isBlank ? "" : text, to: chat.id, replyingTo: reply)))
    // The replica deletes the draft with the message; the text that waited below is saved again.
    if !composer.isEmpty { saveDrafts() }
    // Last, because somebody waits for the message.
    sent(to: chat.id)
  }

  func sent(to chat: ChatID) {
    if let seen = conversation?.sent() { want(.write(.markSeen(chat, through: seen))) }
  }

  func report(_ error: ChatError) { show(.error(options.addressed(error.description))) }

  package func textChanged() { want(.saveDraftsSoon) }

  /// Inserts what is typed.
  package func insert(_ text: String) {
    show(nil)
    if !composer.insert(text) {
      show(
        .error(
          "The text is not inserted: a message holds \(Message.textLimitBytes) bytes. "
            + "Send the text as a file: /attach FILE"))
    }
    textChanged()
  }

  /// Takes the text that the person has written in an editor.
  package func edited(_ text: String) {
    if composer.replaceText(with: text) {
      textChanged()
    } else {
      report(.textTooLong(bytes: text.utf8.count))
    }
  }

  /// Leaves the text as it is after an editor has failed; text that the editor has saved can be inserted.
  package func notEdited(_ saved: String?, _ reason: String) {
    guard let saved, !saved.isEmpty else { return show(.error(reason)) }
    composer.cut = saved
    show(.error(reason + " \(yankKey) inserts what it has saved."))
  }

  /// The key that inserts what was cut.
  var yankKey: String {
    keymap.keys(of: EditingCommand.yank).first.map { KeyName.of($0.event) } ?? "(no key)"
  }

  /// Saves every draft that the replica does not hold yet.
  package func saveDrafts() { want(opening.saveDrafts()) }

  func draftFailed(in chat: ChatID, reason: String) {
    opening.draftFailed(in: chat, reason: reason)
    show(.error(reason), about: .chat(chat))
  }

  package func opened(_ chat: ChatID, _ facts: ChatOpening) {
    if opening.opened(chat, facts) { textChanged() }
  }

  package func giveBack(_ text: String, in chat: ChatID) {
    guard let composer = opening.composer(of: chat) else { return }
    composer.giveBack(text)
    textChanged()
  }

  /// Gives a text and its files back that could not be saved, and says why.
  ///
  /// `isGone`: the message that was to be changed is not there any more. Its new text is put aside, because Enter
  /// would publish again what was removed.
  func giveBackUnsaved(
    _ text: String, with files: [String], in chat: ChatID, reason: String, isGone: Bool
  ) {
    if isGone {
      composer.cut = text
      return show(.error("\(reason) \(yankKey) inserts your text."), about: .chat(chat))
    }
    if let composer = opening.composer(of: chat) {
      composer.giveBackAsTaken(text, with: files)
      textChanged()
    }
    show(.error(reason), about: .chat(chat))
  }

  /// A failed message: the picked one, or the newest.
  package var messageToRetry: Message? {
    candidates.last { if case .failed = $0.delivery { true } else { false } }
  }

  /// A message that is not in the cloud: the picked one, or the newest.
  package var messageToDrop: Message? {
    candidates.last { message in
      switch message.delivery {
      case .failed, .queued, .sending, .waiting: true
      case .received, .sent, .read: false
      }
    }
  }

  private var candidates: [Message] {
    conversation?.pickedMessage.map { [$0] } ?? conversation?.messages ?? []
  }

  package func retry() { if let message = messageToRetry { retry(message) } }

  func retry(_ message: Message) {
    want(.write(.retry(message.id)))
    leavePicking()
    show(.info("The message is queued again."))
  }

  package func drop() { if let message = messageToDrop { drop(message) } }

  func drop(_ message: Message) {
    guard let chat = openChat else { return }
    want(.write(.drop(message.id, in: chat)))
    leavePicking()
  }

  package func leavePicking() {
    conversation?.pick(nil)
    if focus == .picking { focus = .composer }
  }
}
