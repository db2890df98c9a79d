import ChatCore
import ChatModel
import ChatWords
import CloudModel
import Foundation

/// A chat as `--json` prints it.
struct ChatJSON: Encodable {
  var id: String
  var name: String
  var title: String
  var isOwn: Bool
  /// `plain`, or `sealed` if its members alone can read it.
  var kind: String
  var access: String
  /// The reason why the chat is sealed, in words.
  var sealedReason: String?
  var members: Int
  var unread: Int
  var queued: Int
  var failed: Int
  var isPinned: Bool
  var isArchived: Bool
  /// `all`, `mentions` or `none`; `default` if nothing is chosen for the chat.
  var notifications: String
  /// The end of a mute, during which nothing is told.
  var mutedUntil: Date?
  var lastMessage: String?
  var lastMessageAt: Date?
  /// The reason why the cloud refuses to tell what is new.
  var trouble: String?
  /// What the reader of a sealed chat should know, in sentences.
  var signs: [String]?

  init(_ chat: ChatSummary) {
    id = chat.zoneName
    name = chat.name
    title = chat.title
    isOwn = chat.isOwn
    kind = chat.isSealed ? "sealed" : "plain"
    access =
      switch chat.access {
      case .owner: "owner"
      case .readWrite: "readWrite"
      case .readOnly: "readOnly"
      case .sealed: "sealed"
      }
    if case .sealed(let reason) = chat.access { sealedReason = reason }
    members = chat.memberCount
    unread = chat.unreadCount
    queued = chat.queuedCount
    failed = chat.failedCount
    isPinned = chat.isPinned
    isArchived = chat.isArchived
    notifications = chat.chosenNotifications?.rawValue ?? ChatNotifications.unchosen
    mutedUntil = chat.mutedUntil
    lastMessage = chat.lastMessage?.text
    lastMessageAt = chat.lastMessage?.timestamp
    trouble = chat.trouble
    if chat.isSealed { signs = chat.signs.map(SealedWords.sentence) }
  }
}

/// A message as `--json` prints it.
struct MessageJSON: Encodable {
  var id: String
  var chat: String?
  /// The name of the sender's account.
  var sender: String
  /// The sender's display name; left out if it looks like another person's account name.
  var senderDisplayName: String?
  var senderID: String
  /// The writer that an archive names from which the sender has imported it; the text begins with that name.
  var archivedSender: String?
  var isOwn: Bool
  var text: String
  var timestamp: Date
  var isEdited: Bool
  var isDeleted: Bool
  /// Whether the message is pinned, for everyone in the chat.
  var isPinned: Bool
  /// Whether the message is somebody else's, and the cloud has lost it.
  var isOnlyHere: Bool
  /// Whether the account has blocked its sender.
  var isOfBlockedPerson: Bool
  /// The id of the message that this one answers.
  var replyTo: String?
  /// The person who has changed or removed it, where that was not its sender.
  var changedBy: String?
  /// For each of the most frequent emoji, the names of the first accounts; one's own comes first.
  var reactions: [String: [String]]?
  /// For each emoji, from how many people.
  var reactionCounts: [String: Int]?
  /// The number of kinds of reactions that are left out.
  var moreReactions: Int?
  var attachment: AttachmentJSON?
  /// The number of others who have read it, and the number of all others.
  var readBy: Int?
  var readers: Int?
  /// `received`, `queued`, `sending`, `waiting`, `sent`, `read` or `failed`.
  var state: String
  var reason: String?

  init(_ message: Message, chat: String? = nil) {
    id = message.recordName
    self.chat = chat
    sender = message.senderName
    senderDisplayName = message.senderDisplayName
    senderID = message.senderID
    archivedSender = message.archivedSender
    isOwn = message.isOwn
    text = message.text
    timestamp = message.timestamp
    isEdited = message.isEdited
    isDeleted = message.isDeleted
    isPinned = message.isPinned
    isOnlyHere = message.isOnlyHere
    isOfBlockedPerson = message.isOfBlockedPerson
    replyTo = message.replyTo?.recordName
    changedBy = message.changedBy
    if !message.reactions.isEmpty {
      reactions = Dictionary(message.reactions.map { ($0.emoji, $0.names) }) { first, _ in first }
      reactionCounts = Dictionary(message.reactions.map { ($0.emoji, $0.count) }) { first, _ in
        first
      }
      moreReactions = message.moreReactions > 0 ? message.moreReactions : nil
    }
    attachment = message.attachment.map(AttachmentJSON.init)
    switch message.delivery {
    case .received: state = "received"
    case .queued: state = "queued"
    case .sending: state = "sending"
    case .waiting(_, let reason):
      state = "waiting"
      self.reason = reason
    case .sent: state = "sent"
    case .read(let count, let others): (state, readBy, readers) = ("read", count, others)
    case .failed(let reason):
      state = "failed"
      self.reason = reason
    }
  }
}

/// An event in a chat beside its messages, as `--json` prints it.
struct ChatEventJSON: Encodable {
  /// `joined`, `left`, `removed`, `gone`, `declined`, `permission`, `renamed` or `missing`; messages have no kind.
  var kind: String
  var chat: String
  var timestamp: Date
  /// The account that it is about, for missing messages their sender; left out for a name.
  var person: String?
  var isMe: Bool?
  /// The account that has done it, where that is known.
  var by: String?
  /// The new right, or the new name.
  var permission: String?
  var name: String?
  /// The number of missing messages.
  var count: Int?
  var text: String

  init(_ event: ChatEvent, chat: String) {
    kind = event.kind.word
    self.chat = chat
    timestamp = event.time
    person = event.person?.name
    isMe = event.person?.isMe
    by = event.actor?.name
    switch event.kind {
    case .joined, .left, .removed, .gone, .declined: break
    case .permission(let permission): self.permission = permission.rawValue
    case .renamed(let name): self.name = name
    case .missing(let count): self.count = count
    }
    text = event.sentence
  }
}

/// A message's file as `--json` prints it.
struct AttachmentJSON: Encodable {
  var name: String
  var type: String
  var size: Int64
  var isInCloud: Bool
  var isHere: Bool
  /// Whether the message had another file when this device first saw it.
  var isReplacement: Bool
  /// `queued`, `moving`, `waiting` or `failed`; left out if the file has no transfer.
  var state: String?
  /// Bytes that have been moved.
  var moved: Int64?
  var reason: String?

  init(_ file: Message.Attachment) {
    name = file.name
    type = file.type
    size = file.size
    isInCloud = file.isInCloud
    isHere = file.isHere
    isReplacement = file.isReplacement
    switch file.transfer?.state {
    case .queued: state = "queued"
    case .moving(let bytes): (state, moved) = ("moving", bytes)
    case .waiting(let reason): (state, self.reason) = ("waiting", reason)
    case .failed(let reason): (state, self.reason) = ("failed", reason)
    case nil: break
    }
  }
}

/// Somebody in a chat as `--json` prints them.
struct MemberJSON: Encodable {
  /// The name of the account.
  var name: String
  /// The member's display name; left out if it looks like another person's account name.
  var displayName: String?
  var userRecordName: String?
  var role: String
  var permission: String
  var status: String
  var isMe: Bool
  var isBlocked: Bool
  /// The bytes that the member has written; only for the owner of the chat, and where the cloud could be asked.
  var bytes: Int64?
  /// The bytes that the member may write; left out without a limit.
  var memberBytes: Int64?
  /// What both compare; only of other members of a sealed chat.
  var safetyNumber: String?
  /// Whether the account has compared that number; only where there is one.
  var isCompared: Bool?

  init(_ member: Member, in storage: ChatStorage? = nil) {
    name = member.name
    displayName = member.displayName
    userRecordName = member.userRecordName
    role = member.role.rawValue
    permission = member.permission.rawValue
    status = member.status.rawValue
    isMe = member.isMe
    isBlocked = member.isBlocked
    bytes = storage.map { $0.written[member.userRecordName ?? ""] ?? 0 }
    memberBytes = member.role == .owner ? nil : storage?.memberBytes
    if case .listed(let number, let comparison)? = member.keys {
      (safetyNumber, isCompared) = (number, comparison == .compared)
    }
  }
}

/// An invitation as `--json` prints it.
struct InvitationJSON: Encodable {
  var link: String
  var chat: String
  /// The name of the account that invites.
  var from: String
  /// The person's display name; left out if it looks like another person's account name.
  var fromDisplayName: String?
  var permission: String
  /// Whether the person who invites is, and was, in no chat of the account.
  var isFromStranger: Bool
  /// The first words of a chat of two, empty where there are none; left out for other chats.
  var firstWords: String?

  init(_ invitation: Invitation) {
    link = invitation.link.description
    chat = invitation.chatName
    from = invitation.ownerName
    fromDisplayName = invitation.ownerDisplayName
    permission = invitation.permission.rawValue
    isFromStranger = invitation.isFromStranger
    firstWords = invitation.firstWords
  }
}

/// Somebody who is blocked, as `--json` prints them.
struct BlockedPersonJSON: Encodable {
  /// The name of the account.
  var name: String
  var userRecordName: String
  var since: Date

  init(_ person: BlockedPerson) {
    name = person.name
    userRecordName = person.userRecordName
    since = person.since
  }
}
