import CloudModel
import CloudSync
import Foundation
import GRDB

/// What makes a zone a chat: its session, whatever its name.
extension ChatTransaction {
  /// Whether the session of this name is the chat's; another one gives way to it, and is kept whole.
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
  /// A device that had not heard the name may have made the session again without one. The later name wins:
  /// whoever knows one that was given later gives it again.
  mutating func absorbSession(
    _ server: SessionRecord, _ record: CloudRecord, _ entry: OutboxEntry?
  ) throws {
    let (name, renamedAt) = (chat.name, chat.renamedAt)
    let isLost =
      server.name.isEmpty && !name.isEmpty && life.canWrite
      && server.renamedAt.millisecondsSince1970 < renamedAt
    guard isLost, try pending(for: record) == nil else { return try absorb(server, record, entry) }
    try absorb(server, record, entry)
    (chat.name, chat.renamedAt) = (name, renamedAt)
    try queue(chat.sessionName, .session, changing: record)
  }

  /// The session was deleted: another one takes its place, or its owner makes it again, under the name that
  /// the chat has here.
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

  /// Of the other sessions in the zone, the one that counts.
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

  /// A feed that begins anew says which session there is; nothing is known of it until then.
  mutating func forgetSessionTag() {
    if chat.ownerName == user || chat.sessionName != SessionRecord.defaultRecordName {
      chat.sessionChangeTag = nil
    }
  }

  // MARK: - Zones that are no chats

  /// Looks at a page of a zone that is no chat: with a session it is one.
  ///
  /// It is fetched from the beginning then; nothing of this page is kept.
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

  /// Whether the first feed of a zone that was believed to be a chat has ended without a session.
  ///
  /// What somebody has joined or written in is not taken away.
  func isNoChat() throws -> Bool {
    guard chat.lastSeenMessageID == StoredChat.firstFetch, chat.sessionChangeTag == nil,
      chat.name.isEmpty
    else { return false }
    return try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT NOT EXISTS (SELECT 1 FROM outbox WHERE chatID = ?)"),
      arguments: [chatID]) ?? true
  }

  /// Keeps nothing of a zone that is no chat but where its feed was read to.
  mutating func forgetContents() throws {
    chat.isChat = false
    chat.wantsPreview = false
    for table in Self.recordTables {
      try db.cachedStatement(sql: "DELETE FROM \(table) WHERE chatID = ?").execute(
        arguments: [chatID])
    }
  }
}
