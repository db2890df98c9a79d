package import ChatModel
import ClientSettings

/// The last action of a person, for as long as it can be undone.
///
/// Invariants:
/// 1. At most one action can be undone: the last one.
/// 2. Every action is either undone or performed, and only once.
struct UndoModel {
  /// For this long something can be undone.
  static let time = Duration.seconds(8)

  private var pending: PendingAct?
  /// The chat in which alone the last action is spoken of; nil: everywhere.
  private var place: ChatID?
  /// The number of the last action, by which the end of its time is told from that of an earlier one.
  private var number = 0

  var canUndo: Bool { pending != nil }

  /// Notes an action that is shown as done; the one before it was performed with `takeWrite`.
  ///
  /// - Parameters:
  ///   - act: the action.
  ///   - chat: the open chat.
  /// - Returns: the effect that reports the end of the action's time.
  mutating func begin(_ act: PendingAct, in chat: ChatID?) -> Effect {
    precondition(pending == nil, "UndoModel 1: an earlier action can still be undone")
    number += 1
    pending = act
    place = act.concernsOneOpenChat ? chat : nil
    return .undoSoon(number: number)
  }

  /// Takes back the last action.
  ///
  /// - Returns: the action to show as undone; nil if there is none.
  mutating func undo() -> PendingAct? {
    defer { pending = nil }
    return pending
  }

  /// Ends the time of the last action.
  ///
  /// - Returns: the write that remains to be made; nil if there is none.
  mutating func takeWrite() -> ReplicaWrite? { undo()?.write }

  /// Whether the end of a time is that of the action that can be undone now.
  func isOver(number: Int) -> Bool { number == self.number && canUndo }

  /// Says again what was done last, until it is done: what is written at once can be taken back later too, so one
  /// notice is enough for it.
  func reminder(_ keymap: Keymap, in chat: ChatID?) -> Toast? {
    pending?.write == nil ? nil : notice(keymap, in: chat)
  }

  /// Says what was done last in a chat that is open, for as long as it can be undone.
  func notice(_ keymap: Keymap, in chat: ChatID?) -> Toast? {
    guard let act = pending, place == nil || place == chat else { return nil }
    let way = keymap.way(to: .undo)
    return switch act {
    case .removal, .leaving, .deletion, .hiding, .archiving:
      .info("\(act.done) \(way) brings it back.")
    case .pinning(_, true):
      .info("\(act.done) \(keymap.way(to: .pinned)) lists the pinned ones. \(way) unpins it.")
    case .pinning(_, false): .info("\(act.done) \(way) pins it again.")
    case .reading(let chats, _):
      .info("\(act.done) \(way) makes \(chats.count == 1 ? "it" : "them") unread again.")
    }
  }
}

/// An action that a person can still undo.
///
/// The screen shows it as done; it is performed when it can no longer be undone.
package enum PendingAct: Equatable {
  /// An own message is taken back for everyone.
  case removal(MessageID, in: ChatID)
  case leaving(ChatID, name: String)
  case deletion(ChatID, name: String)
  /// This device's copy of a closed chat goes; nobody else is affected.
  case hiding(ChatID, name: String, isOwn: Bool)
  /// It is written at once, because it can be taken back later too.
  case archiving(ChatID, name: String)
  /// It is written at once, so that everyone sees it.
  case pinning(MessageID, isPinned: Bool)
  /// Chats are marked as read; the replica has done it already, and knows what was unread. With what was done, in
  /// words.
  case reading([ReadChat], done: String)

  /// The write that remains to be made when the action can no longer be undone.
  var write: ReplicaWrite? {
    switch self {
    case .removal(let message, _): .delete(message)
    case .leaving(let chat, _): .leave(chat)
    case .deletion(let chat, _): .deleteChat(chat)
    case .hiding(let chat, _, let isOwn): isOwn ? .deleteChat(chat) : .leave(chat)
    case .archiving, .pinning, .reading: nil
    }
  }

  /// The write that is made at once where the action is shown as done, or as undone.
  func writeAtOnce(isDone: Bool) -> ReplicaWrite? {
    switch self {
    case .removal, .leaving, .deletion, .hiding: nil
    case .archiving(let chat, _): .setArchived(isDone, chat)
    case .pinning(let message, let isPinned): .setMessagePinned(isPinned == isDone, message)
    case .reading(let chats, _): isDone ? nil : .restoreUnread(chats)
    }
  }

  /// Whether it is about one chat, which stays open.
  var concernsOneOpenChat: Bool {
    switch self {
    case .removal, .archiving, .pinning: true
    case .leaving, .deletion, .hiding: false
    case .reading(let chats, _): chats.count == 1
    }
  }

  var done: String {
    switch self {
    case .removal: "The message is removed for everyone."
    case .leaving(_, let name): "You left ‘\(name)’."
    case .deletion(_, let name): "‘\(name)’ is deleted for everyone."
    case .hiding(_, let name, _): "‘\(name)’ is removed from this device."
    case .archiving(_, let name): "‘\(name)’ is archived until something new comes."
    case .reading(_, let done): done
    case .pinning(_, true): "The message is pinned for everyone."
    case .pinning(_, false): "The message is not pinned any more, for everyone."
    }
  }

  var undone: String {
    switch self {
    case .removal: "The message stays."
    case .leaving(_, let name), .deletion(_, let name), .hiding(_, let name, _):
      "‘\(name)’ stays."
    case .archiving(_, let name): "‘\(name)’ is not archived."
    case .reading(let chats, _):
      chats.count == 1 ? "The chat is unread again." : "\(chats.count) chats are unread again."
    case .pinning(_, true): "The message is not pinned any more."
    case .pinning(_, false): "The message is pinned again."
    }
  }
}
