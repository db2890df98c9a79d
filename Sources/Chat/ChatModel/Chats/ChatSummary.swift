package import Foundation

/// A chat as a list shows it.
package struct ChatSummary: Sendable, Equatable, Identifiable {
  package struct LastMessage: Sendable, Equatable {
    /// The name of the sender's account.
    package var senderName: String
    package var isOwn: Bool
    /// The beginning, of at most `textLimit` characters; not sanitised, may hold anything that somebody sent.
    package var text: String
    package var isDeleted = false
    package var timestamp: Date
    /// The facts of an archive from which the message was imported (`Message.origin`).
    package var origin: MessageOrigin?

    /// The name of the account that had written the message, as the archive says; nil for all other messages.
    package var archivedSender: String? {
      guard let origin, origin.unheaded(text) != nil else { return nil }
      return origin.sender
    }

    /// The text without the heading of a message from an archive.
    package var bareText: String { origin?.unheaded(text) ?? text }

    package init(
      senderName: String, isOwn: Bool, text: String, isDeleted: Bool = false, timestamp: Date
    ) {
      self.senderName = senderName
      self.isOwn = isOwn
      self.text = text
      self.isDeleted = isDeleted
      self.timestamp = timestamp
    }

    package static let textLimit = 1000
  }

  package var id: ChatID
  /// The name of the chat's zone; commands use it too, and it is the same on every device.
  package var zoneName: String
  /// The chat's title; if it has none, the names of the other members.
  ///
  /// Not sanitised. Empty until the first fetch of a chat that was joined.
  package var name: String
  /// The title that everybody sees; empty if the chat has none, or it is not known yet.
  ///
  /// Not sanitised.
  package var title = ""
  package var isOwn: Bool
  /// Whether its members alone can read it, and the cloud cannot; a chat never changes that.
  package var isSealed: Bool { ChatZone.isSealed(zoneName) }
  package var access: ChatAccess
  package var createdAt: Date
  package var lastMessage: LastMessage?
  /// Others' messages that arrived after the last one seen; counted up to `unreadCountLimit`.
  package var unreadCount: Int
  /// Those of them that name this account behind an `@`.
  package var mentionCount = 0
  /// Whether this account has pinned the chat; pinned chats come first.
  package var isPinned = false
  /// Whether this account has archived the chat and nothing has brought it back since; archived chats come last.
  package var isArchived = false
  /// The messages for which this account has chosen to get notifications while the chat is not muted for a time; nil
  /// if it has chosen nothing.
  package var chosenNotifications: ChatNotifications?
  /// The end of a mute; nil while there is none.
  package var mutedUntil: Date?
  /// Own messages that wait, and that failed.
  package var queuedCount: Int
  package var failedCount: Int
  /// When the first of those that wait was written, changed or taken back; nil if none waits.
  package var queuedSince: Date?
  /// People who have accepted, oneself included.
  package var memberCount: Int
  /// Whether the chat is between the reader and one other person, who may still be invited, so that each message is to
  /// the reader.
  package var isOfTwo = false
  /// The name of the one person who is invited and has not joined; nil where that is nobody, or several people.
  package var invitedName: String?
  /// Whether that person gets the invitation with the first message, which the cloud does not have yet.
  package var invitesByFirstMessage = false
  /// Whether people were in this chat of the account or invited to it, and all of them are out: nobody else reads it.
  package var isLeftByAll = false
  package var hasDraft: Bool
  package var history: History
  /// Whether the first fetch of the chat goes on; only its end tells what is unread.
  package var isInFirstFetch = false
  /// The reason why the cloud refuses to send the chat's changes, or nothing of a sealed chat can be read; nil if there
  /// is none.
  package var trouble: String?
  /// What its reader should know of a sealed chat, the worst first.
  package var signs: [SealedSign] = []

  /// Whether others are in the chat, and it is none of two.
  package var isGroup: Bool { memberCount > 1 && !isOfTwo }

  /// Whether the chat begins with its first message, which nobody has written yet.
  package var isToBegin: Bool { invitesByFirstMessage && lastMessage == nil }

  package init(
    id: ChatID, zoneName: String, name: String, isOwn: Bool, access: ChatAccess, createdAt: Date,
    lastMessage: LastMessage? = nil, unreadCount: Int, queuedCount: Int, failedCount: Int,
    memberCount: Int, hasDraft: Bool, history: History, trouble: String? = nil
  ) {
    self.id = id
    self.zoneName = zoneName
    self.name = name
    self.isOwn = isOwn
    self.access = access
    self.createdAt = createdAt
    self.lastMessage = lastMessage
    self.unreadCount = unreadCount
    self.queuedCount = queuedCount
    self.failedCount = failedCount
    self.memberCount = memberCount
    self.hasDraft = hasDraft
    self.history = history
    self.trouble = trouble
  }

  /// The extent of a chat's past that is on this device.
  package enum History: Sendable, Equatable {
    case complete
    /// Older messages are still on their way; if there is a time, no message since then is missing.
    case incomplete(from: Date?)
  }

  /// The messages that count for this account: all, unless it has turned the chat down.
  ///
  /// Of which it is told depends on the settings of the window too.
  package var notifications: ChatNotifications {
    mutedUntil == nil ? chosenNotifications ?? .all : .none
  }

  /// The chat as it is at a time: a mute that is over then is none.
  package func at(_ now: Date) -> ChatSummary {
    guard let mutedUntil, mutedUntil <= now else { return self }
    return unmuted
  }

  /// The chat as it is without a mute.
  package var unmuted: ChatSummary {
    var summary = self
    summary.mutedUntil = nil
    return summary
  }

  package static let unreadCountLimit = 1000

  /// `12`, or `999+` where more were not counted; nil for none.
  package var unreadText: String? { Self.unreadText(unreadCount) }

  /// The same for a part of them.
  package static func unreadText(_ count: Int) -> String? {
    switch count {
    case ...0: nil
    case unreadCountLimit...: "\(unreadCountLimit - 1)+"
    default: "\(count)"
    }
  }

  package var lastActivity: Date { lastMessage?.timestamp ?? createdAt }
}

/// The rights of the account in a chat.
package enum ChatAccess: Sendable, Equatable {
  case owner
  case readWrite
  case readOnly
  /// The chat is deleted or no longer shared; the local copy stays. Holds a sentence that says so.
  case sealed(reason: String)

  package var canWrite: Bool {
    switch self {
    case .owner, .readWrite: true
    case .readOnly, .sealed: false
    }
  }
}
