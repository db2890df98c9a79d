import ChatModel
import ChatWords
import ClientSettings
import TerminalUI

/// The hints in the last line of the screen: all actions of the registry that have a hint and are possible now.
extension AppModel {
  /// The contents of a hint.
  struct Hint: Equatable {
    var key: String
    var words: String
  }

  /// The likeliest actions of each context, first; all others follow in the order of the registry.
  private static let likeliest: [ActionContext: [Action]] = [
    .composing: [
      .complete, .hideChat, .uploadAgain, .send, .newline, .undo, .pickMessage, .otherChat, .outbox,
      .nextNeedingMe, .goToChat, .invite, .newChat, .showList, .find, .pinned,
      .palette, .members,
    ],
    .picking: [
      .retry, .drop, .reply, .edit, .unsend, .react, .saveFile, .open, .unfold, .goToQuoted,
      .thread, .pinMessage, .copyMessage, .showDetails, .forward, .markUnread, .stepBack,
      .pickOlder, .pickNewer,
    ],
    .list: [
      .listOpen, .decline, .hideChat, .pin, .notifications, .archive, .leaveChat, .deleteChat,
      .listFilter, .goToChat, .newChat, .stepBack,
    ],
  ]

  /// The actions that are possible and likely now, the likeliest first.
  var hints: [Hint] {
    // The dialog itself says which of its own actions are possible (`Dialog.footer`).
    let context = overlay == nil ? self.context : .dialog
    var first = Self.likeliest[context] ?? []
    if context == .composing, stepBackTakesFileOut, let place = first.firstIndex(of: .send) {
      first.insert(.stepBack, at: place + 1)
    }
    if isFiltering {
      first.removeAll { $0 == .stepBack }
      first.insert(.stepBack, at: 1)
    }
    if context == .composing, !list.invitations.isEmpty,
      let from = first.firstIndex(of: .showList), let place = first.firstIndex(of: .newline)
    {
      first.remove(at: from)
      first.insert(.showList, at: place)
    }
    let others = ActionRegistry.all.filter { $0.contexts.contains(context) && !first.contains($0) }
    return (first + others).compactMap { action in
      guard let words = words(of: action), isLikely(action), reasonAgainst(action) == nil,
        let key = way(to: action, in: context)
      else { return nil }
      return Hint(key: key, words: words)
    }
  }

  /// The key of an action where it counts now, else its command where one can be typed.
  private func way(to action: Action, in context: ActionContext) -> String? {
    let keys = action.contexts.contains(context) ? keymap.keys(of: action) : []
    if let key = keys.first(where: { counts($0) }) {
      return KeyName.of(key.event)
    }
    let canTypeCommand = context == .composing && composer.isEmpty
    return canTypeCommand ? action.slash.map { "/" + $0.name } : nil
  }

  /// Whether a key starts its action now: in an empty text only, or where characters are no text.
  private func counts(_ key: KeyBinding) -> Bool {
    (key.condition == .always || composer.isEmpty)
      && !(isFiltering && key.event.typedCharacter != nil)
  }

  /// The words of an action for what it is done to now.
  private func words(of action: Action) -> String? {
    switch action {
    case .send where composer.isEditing: "save"
    case .send where !composer.waitingFiles.isEmpty && !composer.text.hasPrefix("/"):
      wordsForSendingFiles
    case .stepBack where stepBackTakesFileOut: "take the file out"
    case .showList where !list.invitations.isEmpty:
      DisplayText.count(list.invitations.count, "invitation")
    case .pinMessage where messageToPin?.isPinned == true: "unpin"
    case .showDetails where conversation?.pickedMessage?.fold != nil: "show"
    case .goToChat where list.chats.isEmpty: Action.message.hint
    case .pin where chatInHand?.isPinned == true: "unpin"
    case .archive where chatInHand?.isArchived == true: "unarchive"
    case .stepBack where isFiltering: "all chats"
    case .listOpen where focus == .list && selectedInvitation != nil: "accept…"
    default: action.hint
    }
  }

  private var wordsForSendingFiles: String {
    guard composer.isEmpty else { return "send with caption" }
    let count = composer.waitingFiles.count
    return count == 1 ? "send the file" : "send \(count) files"
  }

  /// Whether Esc does something while a person writes.
  private var hasStepBack: Bool {
    composer.completion != nil || composer.mode != .writing || stepBackTakesFileOut || canStepToEnd
  }

  /// Whether a possible action is also a likely one now.
  private func isLikely(_ action: Action) -> Bool {
    switch action {
    case .nextNeedingMe: list.needsMe(elsewhereThanIn: openChat)
    case .outbox: (connection?.failedCount ?? 0) > 0
    case .markRead: focus == .list
    case .newline: !composer.isEmpty && openSummary?.access.canWrite != false
    case .send: composer.text.hasPrefix("/") || openSummary?.access.canWrite == true
    case .pickMessage: composer.completion == nil && !composer.text.hasPrefix("/")
    // Where there is no chat yet, the same key writes to somebody.
    case .goToChat: list.isLoaded && list.chats.count != 1
    case .message: !list.chats.isEmpty
    case .undo: undoing.canUndo
    case .mentions: list.totals.hasMentions
    case .pinned: (conversation?.window?.pinnedCount ?? 0) > 0
    case .thread: (messageWithThread?.answerCount ?? 0) > 0
    case .goToUnread: conversation?.anchor != .end
    case .stepBack: focus != .composer || hasStepBack
    // The bar has it in a place of its own.
    case .help: false
    default: true
    }
  }
}
