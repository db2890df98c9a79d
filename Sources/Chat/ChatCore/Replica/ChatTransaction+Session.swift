import ChatModel
import ChatStore
import CloudModel
import CloudSync
import Foundation
import GRDB

/// The session of a zone, which makes the zone a chat; a session may have any record name.
extension ChatTransaction {
  /// Whether the session with this name is the chat's session.
  ///
  /// If it replaces another session, that one is kept as an unknown record.
  mutating func countsAsSession(_ recordName: String) throws -> Bool {
    let present = chat.sessionName
    guard recordName != present else { return true }
    let pending = try StoredOutbox.fetch(db, chatID: chatID, recordName: present)
    if chat.sessionChangeTag != nil || pending?.ancestor != nil {
      guard SessionRecord.counts(recordName, before: present) else { return false }
      if let other = try chat.session().record(ofCloud: self) { try keepUnknown(other) }
    }
    // A second session is never made.
    if let pending, pending.kind == .session {
      try clear(pending, because: .superseded, detail: "another client has made the session")
    }
    try delete(recordName, from: "parkedRecord")
    chat.sessionName = recordName
    chat.sessionChangeTag = nil
    return true
  }

  /// Takes in the session that counts.
  ///
  /// A device that did not know the name may have created the session again without one. The later name
  /// wins: a device that knows a later name saves it again.
  mutating func absorbSession(
    _ server: SessionRecord, _ record: CloudRecord, _ entry: OutboxEntry.ID?
  ) throws {
    try noteRename(server, record, isOwnChange: entry != nil)
    let (name, renamedAt) = (chat.name, chat.renamedAt)
    let isLost =
      server.name.isEmpty && !name.isEmpty && life.canWrite
      && server.renamedAt.millisecondsSince1970 < renamedAt
    guard isLost, try pending(for: record) == nil else { return try absorb(server, record, entry) }
    try absorb(server, record, entry)
    (chat.name, chat.renamedAt) = (name, renamedAt)
    try queue(chat.sessionName, .session, changing: record)
  }

  /// Takes in that the session was deleted: another session takes its place, or the owner creates it
  /// again, with the name that the chat has here.
  mutating func sessionIsGone() throws {
    chat.sessionChangeTag = nil
    if let other = try unknownRecordOfSession() {
      if let pending = try pending(chat.sessionName) { try clear(pending, because: .gone) }
      return try absorb(other)
    }
    if chat.ownerName == user {
      try queue(chat.sessionName, .session)
    } else if let pending = try pending(chat.sessionName) {
      try clear(pending, because: .gone)
    }
  }

  /// The session that takes the place of the deleted one, among the other sessions of the zone.
  private func unknownRecordOfSession() throws -> CloudRecord? {
    let bodies = try Data.fetchAll(
      db.cachedStatement(sql: "SELECT body FROM parkedRecord WHERE chatID = ?"),
      arguments: [chatID])
    return try bodies.compactMap { try Ancestor.decoded($0, in: chat.zoneID) }
      .filter { $0.recordType == SessionRecord.recordType }
      .min {
        SessionRecord.counts($0.recordID.recordName, before: $1.recordID.recordName)
      }
  }

  /// Forgets the session's change tag: a feed from the beginning says which session there is.
  mutating func forgetSessionTag() {
    if chat.ownerName == user || chat.sessionName != SessionRecord.defaultRecordName {
      chat.sessionChangeTag = nil
    }
  }

  // MARK: - Zones that are no chats

  /// Looks for a session in a page of a zone that is not a chat; a session makes it one.
  ///
  /// The zone is then fetched from the beginning; nothing of this page is kept.
  mutating func lookForSession(in changes: RecordZoneChanges, marks: Int64) throws {
    if changes.modifications.contains(where: { $0.recordType == SessionRecord.recordType }) {
      return try becomeChat()
    }
    chat.changeToken = changes.changeToken.rawValue
    if changes.moreComing {
      chat.hasChanges = max(chat.hasChanges, 1)
    } else if chat.hasChanges == marks {
      chat.hasChanges = 0
    }
  }

  /// The zone is a chat: it is fetched from the beginning.
  mutating func becomeChat() throws {
    chat.isChat = true
    try chat.beginLife(db)
    chat.changeToken = nil
    chat.isResyncing = true
    chat.isHistoryComplete = false
    chat.completeFrom = nil
    chat.wantsPreview = true
    chat.hasChanges += 1
    chat.lastSeenMessageID = StoredChat.firstFetch
    try note(.found, detail: chat.zoneName)
  }

  /// Whether a zone that was believed to be a chat is none: its first feed has ended without a session.
  ///
  /// A zone that somebody has joined or written in stays a chat. Before its session arrives, only a zone that was
  /// joined has a time of creation. The session of a sealed chat may wait for a key.
  func isNoChat() throws -> Bool {
    guard !chat.isSealed, chat.isInFirstFetch, chat.sessionChangeTag == nil,
      chat.name.isEmpty, chat.createdAt == 0
    else { return false }
    return try StoredOutbox.isEmpty(db, chatID: chatID)
  }

  /// Whether a zone that is believed to be a chat never had anything here, so that no person has seen it as a chat.
  func hasNothing() throws -> Bool {
    guard try isNoChat() else { return false }
    return try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT NOT EXISTS (SELECT 1 FROM message WHERE chatID = ?1)
            AND NOT EXISTS (SELECT 1 FROM draft WHERE chatID = ?1)
          """),
      arguments: [chatID]) ?? true
  }

  /// Deletes everything of a zone that is not a chat, except how far its feed was read.
  mutating func forgetContents() throws {
    chat.isChat = false
    chat.wantsPreview = false
    for table in Self.recordTables + ["chatEvent"] {
      try db.cachedStatement(sql: "DELETE FROM \(table) WHERE chatID = ?").execute(
        arguments: [chatID])
    }
  }
}
