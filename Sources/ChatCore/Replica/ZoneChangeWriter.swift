import CloudModel
import Foundation
import GRDB

/// Applies one page of a zone's changes within a transaction, together with its token.
struct ZoneChangeWriter {
  private let db: Database
  private let user: String
  private let chatID: Int64
  private var chat: StoredChat

  init(db: Database, user: String, chat: StoredChat) throws {
    self.db = db
    self.user = user
    self.chat = chat
    chatID = try chat.requireID()
  }

  /// Applies a page; `marks` says how often the zone was marked when the page was asked for.
  mutating func apply(_ changes: RecordZoneChanges, marks: Int64) throws {
    for record in changes.modifications { try apply(record) }
    for deletion in changes.deletions { try delete(deletion) }
    chat.changeToken = changes.changeToken.rawValue
    if !changes.moreComing {
      if chat.lastSeenMessageID == StoredChat.firstFetch {
        chat.lastSeenMessageID = try newestMessageID()
      }
      // A mark made while the page was on its way speaks of what is not in it.
      if chat.hasChanges == marks { chat.hasChanges = 0 }
      if chat.isResyncing { try sweep() }
    }
    try chat.update(db)
  }

  private mutating func apply(_ record: CloudRecord) throws {
    switch record.recordType {
    case MessageRecord.recordType:
      try apply(MessageRecord(record))
    case SessionRecord.recordType where record.recordID.recordName == SessionRecord.recordName:
      try apply(SessionRecord(record))
    case Share.recordType:
      try apply(record.share)
    default:
      // A type of a newer version. The cloud keeps it; nothing here writes it.
      break
    }
  }

  private func apply(_ message: MessageRecord) throws {
    let unsent = try StoredOutbox.fetch(db, chatID: chatID, recordName: message.recordName)
    if let unsent {
      // Somebody else's under the name of ours: ours stays, and fails when it is sent.
      guard message.senderID == user else { return }
      // Ours has reached the cloud, and the answer was lost.
      try unsent.clear(db)
    }
    try StoredMessage.upsert(db, message, chatID: chatID, epoch: chat.epoch)
  }

  private mutating func apply(_ session: SessionRecord) throws {
    let pending = try StoredOutbox.fetch(
      db, chatID: chatID, recordName: SessionRecord.recordName)
    guard let pending, pending.failure == nil else { return try chat.take(session) }
    let merged = SessionMerge.merge(
      ancestorName: pending.ancestor, local: try chat.session(), server: session)
    try chat.take(merged)
    if merged == session {
      try pending.clear(db)
    } else {
      try pending.rebase(db, on: session.name)
    }
  }

  private mutating func apply(_ share: Share?) throws {
    guard let share else { return }
    chat.take(share, for: user)
    try StoredMember.replace(db, share.participants, chatID: chatID)
    guard !chat.access(for: user).canWrite else { return }
    try chat.failWaiting(
      db, reason: "You may only read in this chat; ask its owner to let you write.")
  }

  private mutating func delete(_ deletion: RecordZoneChanges.Deletion) throws {
    let recordName = deletion.recordID.recordName
    guard recordName != RecordID.zoneWideShareName else {
      // The owner stopped sharing; a participant learns it by the zone's disappearance.
      chat.take(nil, for: user)
      try StoredMember.replace(db, [], chatID: chatID)
      return
    }
    try StoredMessage.delete(db, chatID: chatID, recordName: recordName)
    try db.execute(
      sql: "DELETE FROM outbox WHERE chatID = ? AND recordName = ? AND kind = 'message'",
      arguments: [chatID, recordName])
  }

  private func newestMessageID() throws -> Int64 {
    try Int64.fetchOne(
      db, sql: "SELECT max(id) FROM message WHERE chatID = ?", arguments: [chatID]) ?? 0
  }

  /// The new feed has ended: what it did not bring is gone, except what the cloud never had.
  private mutating func sweep() throws {
    try db.execute(
      sql: """
        DELETE FROM message
        WHERE chatID = ? AND epoch < ? AND changeTag IS NOT NULL
          AND recordName NOT IN (SELECT recordName FROM outbox WHERE chatID = ?)
        """,
      arguments: [chatID, chat.epoch, chatID])
    chat.isResyncing = false
  }
}
