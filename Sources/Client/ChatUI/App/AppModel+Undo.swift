package import ChatModel
import ClientSettings

/// An action that a person can still undo.
///
/// The screen shows it as done; it is performed when it can no longer be undone.
package enum PendingAct: Equatable {
  /// An own message is taken back for everyone.
  case removal(MessageID, in: ChatID)
  case leaving(ChatID, name: String)
  case deletion(ChatID, name: String)
  /// It is written at once, because it can be taken back later too.
  case archiving(ChatID, name: String)
  /// It is written at once, so that everyone sees it.
  case pinning(MessageID, isPinned: Bool)

  /// The write that remains to be made when the action can no longer be undone.
  var write: ReplicaWrite? {
    switch self {
    case .removal(let message, _): .delete(message)
    case .leaving(let chat, _): .leave(chat)
    case .deletion(let chat, _): .deleteChat(chat)
    case .archiving, .pinning: nil
    }
  }

  var done: String {
    switch self {
    case .removal: "The message is removed for everyone."
    case .leaving(_, let name): "You left ‘\(name)’."
    case .deletion(_, let name): "‘\(name)’ is deleted for everyone."
    case .archiving(_, let name): "‘\(name)’ is archived until something new comes."
    case .pinning(_, true): "The message is pinned for everyone."
    case .pinning(_, false): "The message is not pinned any more, for everyone."
    }
  }

  var undone: String {
    switch self {
    case .removal: "The message stays."
    case .leaving(_, let name), .deletion(_, let name): "‘\(name)’ stays."
    case .archiving(_, let name): "‘\(name)’ is not archived."
    case .pinning(_, true): "The message is not pinned any more."
    case .pinning(_, false): "The message is pinned again."
    }
  }
}

extension AppModel {
  /// For this long something can be undone.
  package static let undoTime = Duration.seconds(8)

  /// Shows an action as done; the action before it can no longer be undone.
  func begin(_ act: PendingAct) {
    performPendingAct()
    actNumber += 1
    pendingAct = act
    showAsDone(act, true)
    want(.undoSoon(number: actNumber))
    show(undoNotice)
  }

  /// Says what was done last, for as long as it can be undone.
  var undoNotice: Toast? {
    guard let act = pendingAct else { return nil }
    let way = keymap.way(to: .undo)
    return switch act {
    case .removal, .leaving, .deletion, .archiving: .info("\(act.done) \(way) brings it back.")
    case .pinning(_, true):
      .info("\(act.done) \(keymap.way(to: .pinned)) lists the pinned ones. \(way) unpins it.")
    case .pinning(_, false): .info("\(act.done) \(way) pins it again.")
    }
  }

  package func undo() {
    guard let act = pendingAct else { return show(.info("There is nothing to undo.")) }
    pendingAct = nil
    showAsDone(act, false)
    show(.info(act.undone))
  }

  package func undoExpired(number: Int) {
    guard number == actNumber, pendingAct != nil else { return }
    performPendingAct()
    if toast?.kind == .info { show(nil) }
  }

  /// Performs what can still be undone; before the next act, and before the client ends.
  package func performPendingAct() {
    guard let act = pendingAct else { return }
    pendingAct = nil
    if let write = act.write { want(.write(write)) }
  }

  private func showAsDone(_ act: PendingAct, _ isDone: Bool) {
    switch act {
    case .removal(let message, let chat): conversations[chat]?.hide(message, isDone)
    case .leaving(let chat, _), .deletion(let chat, _):
      saveDrafts()
      list.hide(chat, isDone)
      if isDone { closeHidden(chat) } else { open(chat) }
    case .archiving(let chat, _): want(.write(.setArchived(isDone, chat)))
    case .pinning(let message, let isPinned):
      want(.write(.setMessagePinned(isPinned == isDone, message)))
    }
  }
}
