import ChatCore
import ChatModel
import ChatWords
import CloudModel
import Foundation

/// Everything that is said, one sentence a line; each line makes sense alone.
struct LineWords {
  /// Characters of a text that stands for a whole message.
  private static let excerpt = 60

  let time: TimeText
  let now: Date
  /// Whether a message is said with its time.
  let showsTimes: Bool

  static func name(_ chat: ChatSummary) -> String { ChatListText.quoted(chat) }

  /// The chats with new messages: those for which the person wants notifications, and the others.
  static func unread(
    in chats: [ChatSummary]
  ) -> (told: [ChatSummary], quiet: [ChatSummary]) {
    let unread = chats.filter { $0.unreadCount > 0 }
    func isTold(_ chat: ChatSummary) -> Bool {
      !chat.isArchived && (chat.notifications == .all || chat.mentionCount > 0)
    }
    return (unread.filter(isTold), unread.filter { !isTold($0) })
  }

  /// Chats with the numbers of their new messages.
  static func counts(_ chats: [ChatSummary]) -> String {
    PersonWords.list(
      chats.compactMap { chat in chat.unreadText.map { "\(name(chat)) \($0)" } })
  }

  /// The chats with new messages for which the person gets no notification; nil for none.
  static func sentence(ofQuiet chats: [ChatSummary]) -> String? {
    chats.isEmpty ? nil : "Muted, with new messages: \(counts(chats)). open NAME opens one."
  }

  /// A message: the first line has its number, sender and time, and every further line its number.
  func lines(of message: Message, number: Int) -> [String] {
    var head = "\(number). \(SenderWords.full(message, own: "you"))"
    if showsTimes { head += ", \(time.moment(message.timestamp, now: now))" }
    if let quote = message.replyTo, !message.isDeleted { head += ", \(answer(to: quote))" }
    var body = message
    let file = body.attachment
    body.attachment = nil
    let text =
      file != nil && body.bareText.isEmpty && !body.isDeleted
      ? "a file" : MessageWords.text(of: body)
    let parts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var lines = ["\(head): \(parts.first ?? "")"]
    lines += parts.dropFirst().map { "\(number) continues: \($0)" }
    if let file, !message.isDeleted {
      lines.append("\(number) file: \(FileWords.line(file).dropFirst().dropLast())")
    }
    if let reactions = MessageWords.reactions(to: message) {
      lines.append("\(number) reactions: \(reactions)")
    }
    if message.isPinned { lines.append("\(number) is pinned.") }
    if let state = Self.state(of: message, number: number) { lines.append(state) }
    return lines
  }

  /// Messages of blocked people that follow one another.
  static func line(of fold: Message.Fold, number: Int) -> String {
    "\(number). \(BlockWords.line(fold)). unfold \(number) says \(fold.count == 1 ? "it" : "them")."
  }

  private func answer(to quote: Message.Quote) -> String {
    guard let original = quote.original else { return "answers a message that is not here" }
    if original.isOfBlockedPerson {
      return "answers \(BlockWords.message(of: original.senderName))"
    }
    let who = SenderWords.name(original, own: "you")
    if original.isDeleted { return "answers a removed message of \(who)" }
    return "answers \(who) ‘\(Self.excerpt(of: original.text))’"
  }

  static func excerpt(of text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > excerpt ? line.prefix(excerpt) + "…" : line
  }

  /// The unusual state of an own message; nil for a message that is in the cloud.
  static func state(of message: Message, number: Int) -> String? {
    switch message.delivery {
    case .received, .sent, .read: nil
    case .queued, .sending: "\(number) is not sent yet."
    case .waiting(_, let reason): "\(number) waits: \(reason)"
    case .failed(let reason):
      "\(number) was not sent: \(reason) retry \(number) tries again, drop \(number) takes it back."
    }
  }

  /// The changes in a message since it was printed.
  func changes(from old: Message, to new: Message, number: Int, reader: String) -> [String] {
    let who = new.isOwn ? "You" : new.senderName
    if new.isDeleted {
      return old.isDeleted ? [] : ["\(new.changedBy ?? who) removed \(number)."]
    }
    var lines: [String] = []
    if new.text != old.text {
      lines.append("\(new.changedBy ?? who) changed \(number): \(Self.excerpt(of: new.bareText))")
    }
    for reaction in new.reactions {
      let before = old.reactions.first { $0.emoji == reaction.emoji }?.names ?? []
      for name in reaction.names where !before.contains(name) && name != reader {
        lines.append("\(name) reacted to \(number) with \(reaction.emoji).")
      }
    }
    if new.isPinned != old.isPinned {
      lines.append(new.isPinned ? "\(number) is pinned." : "\(number) is not pinned any more.")
    }
    if let state = delivery(from: old, to: new, number: number) { lines.append(state) }
    if case .failed(let reason) = new.attachment?.transfer?.state,
      old.attachment?.transfer?.state != new.attachment?.transfer?.state
    {
      lines.append("The file of \(number) was not moved: \(reason)")
    }
    return lines
  }

  /// Each state of an own message once; nil for nothing new.
  private func delivery(from old: Message, to new: Message, number: Int) -> String? {
    switch new.delivery {
    case .sent, .read: return old.delivery.isAway ? nil : "\(number) is sent."
    case .waiting(_, let reason):
      if case .waiting(_, reason) = old.delivery { return nil }
      return Self.state(of: new, number: number)
    case .failed:
      return old.delivery == new.delivery ? nil : Self.state(of: new, number: number)
    case .received, .queued, .sending: return nil
    }
  }

  /// A chat in the list.
  func line(of chat: ChatSummary, number: Int, isOpen: Bool) -> String {
    var parts = ["\(number). \(Self.name(chat))"]
    if isOpen { parts.append("open") }
    if let unread = chat.unreadText { parts.append("\(unread) new") }
    if chat.mentionCount > 0 { parts.append("\(chat.mentionCount) of them name you") }
    if chat.isPinned { parts.append("pinned") }
    if chat.isArchived { parts.append("archived") }
    switch chat.notifications {
    case .all: break
    case .mentions: parts.append("told of mentions only")
    case .none:
      parts.append(
        chat.mutedUntil.map { "muted until \(time.moment($0, now: now))" } ?? "muted")
    }
    switch chat.access {
    case .owner, .readWrite, .sealed: break
    case .readOnly: parts.append("read only")
    }
    if let closed = AccessWords.closedMark(of: chat) { parts.append(closed) }
    if chat.queuedCount > 0 { parts.append("\(chat.queuedCount) queued") }
    if chat.failedCount > 0 { parts.append("\(chat.failedCount) failed") }
    if chat.hasDraft { parts.append("has a draft") }
    let last = Self.excerpt(of: ChatListText.preview(chat))
    return parts.joined(separator: ", ") + ". "
      + (chat.lastMessage.map { "Last, \(time.moment($0.timestamp, now: now)), \(last)" }
        ?? "No messages yet.")
  }

  func line(of invitation: Invitation, number: Int) -> String {
    let stranger = PersonWords.stranger(invitation).map { " " + $0 } ?? ""
    return PersonWords.sentence(of: invitation)
      + "\(stranger) accept \(number) joins, decline \(number) declines."
  }

  static func line(of member: Member, in storage: ChatStorage?) -> String {
    var parts = [member.isMe ? "you, \(member.name)" : PersonWords.full(member)]
    if member.role == .owner { parts.append("owner") }
    if member.status == .pending {
      parts.append(member.isUntold ? "invited by your first message" : "invited")
    }
    if member.isBlocked { parts.append("blocked") }
    if let note = member.keys.flatMap(SealedWords.note) { parts.append(note) }
    if member.role != .owner {
      parts.append(member.permission == .readWrite ? "may write" : "may only read")
    }
    if let use = storage.flatMap({ StorageWords.use(of: member, in: $0) }) { parts.append(use) }
    return parts.joined(separator: ", ")
  }

  /// The reason why the cloud cannot be used; nil if it can be used.
  func obstacle(_ connection: ConnectionStatus?) -> String? { connection?.sync.obstacle }
}

extension Message.Delivery {
  /// Whether the cloud has the message.
  fileprivate var isAway: Bool {
    switch self {
    case .sent, .read, .received: true
    case .queued, .sending, .waiting, .failed: false
    }
  }
}
