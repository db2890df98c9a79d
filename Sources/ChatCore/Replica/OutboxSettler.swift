import CloudModel
import CloudSync
import GRDB

/// Applies the cloud's answers to a batch within one transaction.
///
/// Invariants:
/// 1. A row leaves the outbox only with an answer for the generation that it has now.
/// 2. The cloud's copy is taken over only where no younger intent of ours waits.
struct OutboxSettler {
  let db: Database
  let user: String
  var chat: StoredChat
  let chatID: Int64
  /// Entries that need no more sending as they were.
  private(set) var progress = 0

  init(db: Database, user: String, chat: StoredChat, chatID: Int64) {
    self.db = db
    self.user = user
    self.chat = chat
    self.chatID = chatID
  }

  mutating func settle(_ outcome: OutboxOutcome) throws {
    let entry = outcome.entry
    switch outcome.result {
    case .acknowledged(let server):
      progress += 1
      let isCleared = try StoredOutbox.clear(
        db, sequence: entry.sequence, generation: entry.generation)
      if let server { try take(server, isCurrent: isCleared) }
    case .conflict(let server):
      progress += 1
      try merge(entry, with: server)
    case .failed(let reason):
      progress += 1
      try fail(entry, reason: reason)
    case .undecided:
      break
    }
  }

  func finish() throws { try chat.update(db) }

  /// Fails the entry for good; a name that the cloud has refused is not shown any longer.
  private mutating func fail(_ entry: OutboxEntry, reason: String) throws {
    if case .save(let record) = entry.operation, record.recordType == SessionRecord.recordType,
      let row = try StoredOutbox.fetch(db, chatID: chatID, recordName: SessionRecord.recordName),
      row.generation == entry.generation, let ancestor = row.ancestor
    {
      chat.name = ancestor
    }
    try StoredOutbox.fail(
      db, sequence: entry.sequence, generation: entry.generation, reason: reason)
  }

  /// Takes over the cloud's copy after our save; only its tag where we have changed our mind since.
  private mutating func take(_ server: CloudRecord, isCurrent: Bool) throws {
    switch server.recordType {
    case MessageRecord.recordType:
      try StoredMessage.upsert(db, MessageRecord(server), chatID: chatID, epoch: chat.epoch)
    case SessionRecord.recordType where isCurrent:
      try chat.take(SessionRecord(server))
    case SessionRecord.recordType:
      chat.sessionChangeTag = server.recordChangeTag
      try db.execute(
        sql: "UPDATE outbox SET ancestor = ? WHERE chatID = ? AND recordName = ?",
        arguments: [SessionRecord(server).name, chatID, server.recordID.recordName])
    case Share.recordType:
      try StoredMember.replace(db, server.share?.participants ?? [], chatID: chatID)
      chat.take(server.share, for: user)
    default:
      break
    }
  }

  /// Somebody else's version is there, or our own whose answer was lost.
  private mutating func merge(_ entry: OutboxEntry, with server: CloudRecord) throws {
    guard case .save(let ours) = entry.operation else { return }
    if ours.hasSameContent(as: server) || server.recordType == Share.recordType {
      // Our save had landed; and a chat has one share, whoever has made it.
      let isCleared = try StoredOutbox.clear(
        db, sequence: entry.sequence, generation: entry.generation)
      try take(server, isCurrent: isCleared)
      return
    }
    switch server.recordType {
    case SessionRecord.recordType:
      try mergeSession(entry, server: SessionRecord(server))
    case MessageRecord.recordType:
      // A message never changes; whatever stands under its name in the cloud is not this one.
      try fail(
        entry,
        reason: "Another message has taken this one's place; copy the text and send it again.")
    default:
      try fail(entry, reason: "The cloud holds something else under this name.")
    }
  }

  private mutating func mergeSession(_ entry: OutboxEntry, server: SessionRecord) throws {
    let pending = try StoredOutbox.fetch(db, chatID: chatID, recordName: SessionRecord.recordName)
    let merged = SessionMerge.merge(
      ancestorName: pending?.ancestor, local: try chat.session(), server: server)
    try chat.take(merged)
    if merged == server {
      _ = try StoredOutbox.clear(db, sequence: entry.sequence, generation: entry.generation)
    } else {
      try db.execute(
        sql: "UPDATE outbox SET ancestor = ? WHERE sequence = ?",
        arguments: [server.name, entry.sequence])
    }
  }
}
