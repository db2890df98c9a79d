package import ChatModel
import ChatStore
import CloudModel
import Foundation
import GRDB

/// The outbox with the reasons why its entries wait, and the journal.
extension ChatRepository {
  /// Everything that the cloud has not confirmed, by chat, in the order in which it will be sent.
  package func outbox(of chatID: ChatID? = nil) async throws(ChatError) -> [OutboxItem] {
    let account = replica.account
    return try await replica.read { [time = replica.time] db in
      try outboxItems(db, of: chatID, account: account, now: time(), limit: .max)
    }
  }

  /// The outbox of all chats now, and again after every change; at most `limit` items.
  package func watchedOutbox(limit: Int) -> AsyncThrowingStream<OutboxContents, any Error> {
    // A chat without a title is called after its members.
    replica.observe(.outbox, .chat, .member, .message, .transfer, .wait, .journal) {
      [account, time = replica.time] db in
      OutboxContents(
        items: try outboxItems(db, of: nil, account: account, now: time(), limit: limit),
        lastSent: try Journal.newest(db, .sent))
    }
  }

  /// The entries of the journal after entry `id`, oldest first; of one record if a name is given.
  ///
  /// The journal keeps the newest 20,000 entries.
  package func journal(
    after id: Int64 = 0, of recordName: String? = nil, in chatID: ChatID? = nil, limit: Int = 1000
  ) async throws(ChatError) -> [JournalEntry] {
    try await replica.read { db in
      try Journal.entries(
        db, after: id, chatID: chatID?.rawValue, recordName: recordName, limit: limit)
    }
  }

  /// The newest entry of the journal, and again after every change; zero where there is none.
  package func newestJournalEntry() -> AsyncThrowingStream<Int64, any Error> {
    replica.observe(.journal, fetch: Journal.newestID)
  }

  package func currentNewestJournalEntry() async throws(ChatError) -> Int64 {
    try await replica.read(Journal.newestID)
  }

  /// Queues a failed record again.
  package func retry(_ recordName: String, in chatID: ChatID) async throws(ChatError) {
    try await change(chatID) { transaction in
      guard let row = try transaction.pending(recordName), row.failure != nil else {
        throw ChatError.unknownMessage
      }
      try transaction.retry(recordName)
    }
  }

  /// Discards a failed change that is none of a message here: a title, or a message that damage has taken.
  package func dropFailed(_ recordName: String, in chatID: ChatID) async throws(ChatError) {
    try await change(chatID) { transaction in
      guard let row = try transaction.pending(recordName), row.failure != nil,
        row.kind != .zone, row.kind != .share
      else { throw ChatError.unknownMessage }
      try transaction.clear(row, because: .cancelled, detail: "dropped")
    }
  }
}

extension OutboxRow {
  fileprivate var subject: OutboxItem.Subject {
    switch kind {
    case .zone: .chat
    case .share: .share
    case .session: priority == .low ? .newestTime : .title
    case .message: .message
    case .mark(let kind): .mark(kind)
    case .settings: .settings
    case .block: .block
    case .unknown: .record
    }
  }
}

private func outboxItems(
  _ db: Database, of chatID: ChatID?, account: Account, now: Int64, limit: Int
) throws -> [OutboxItem] {
  var places: [Int64: Int] = [:]
  var waits: [Int64: (until: Int64, reason: String)?] = [:]
  let titles = try titles(db, of: chatID, for: account)
  let items = try StoredOutbox.list(db, chatID: chatID?.rawValue, limit: limit).map { listed in
    let entry = listed.row
    if waits[entry.chatID] == nil {
      let isOwn = listed.ownerName == account.userRecordName
      waits[entry.chatID] = .some(
        try StoredWait.forChat(db, chatID: entry.chatID, isOwn: isOwn, now: now))
    }
    let wait = waits[entry.chatID].flatMap(\.self)
    let state: OutboxItem.State
    if let reason = entry.failure {
      state = .failed(reason: reason)
    } else if entry.inFlight != nil {
      state = .sending
    } else if let wait {
      state = .waiting(until: Date(millisecondsSince1970: wait.until), reason: wait.reason)
    } else {
      places[entry.chatID, default: 0] += 1
      state = .queued(place: places[entry.chatID] ?? 1)
    }
    var item = OutboxItem(
      chatID: ChatID(rawValue: entry.chatID), chatName: titles[entry.chatID] ?? "",
      recordName: entry.recordName, message: listed.message, subject: entry.subject,
      isDeletion: entry.operation == .delete, state: state, text: listed.text,
      mayBeStored: entry.mayBeStored)
    item.isChange = entry.operation == .save && entry.ancestor != nil
    item.fileName = listed.fileName
    item.isLowPriority = entry.priority == .low
    item.since = listed.since.map { Date(millisecondsSince1970: $0) }
    return item
  }
  return try items + uploads(db, of: chatID, titles, limit: limit)
}

/// The names of chats, by their rows.
private func titles(
  _ db: Database, of chatID: ChatID?, for account: Account
) throws -> [Int64: String] {
  let chats = try StoredChat.fetchAll(
    db.cachedStatement(sql: "SELECT * FROM chat WHERE ? IS NULL OR id = ?"),
    arguments: [chatID?.rawValue, chatID?.rawValue])
  return Dictionary(
    uniqueKeysWithValues: try chats.map { chat in
      let isSettings = chat.isSettings(of: account.userRecordName)
      return (try chat.requireID(), isSettings ? "settings" : try chat.title(db, for: account))
    })
}

/// Files that the cloud does not have yet.
private func uploads(
  _ db: Database, of chatID: ChatID?, _ titles: [Int64: String], limit: Int
) throws -> [OutboxItem] {
  try Row.fetchAll(
    db.cachedStatement(
      sql: """
        SELECT transfer.*, chatID, recordName, fileName, fileSize, timestamp
        FROM transfer JOIN message ON message.id = messageID
        WHERE direction = 'upload' AND uploaded IS NULL AND deletedAt IS NULL
          AND (? IS NULL OR chatID = ?)
        ORDER BY messageID LIMIT ?
        """),
    arguments: [chatID?.rawValue, chatID?.rawValue, limit]
  ).map { row in
    let failure: String? = row["failure"]
    let state =
      failure.map(OutboxItem.State.failed)
      ?? .uploading(
        bytes: row["transferred"], of: row["fileSize"] ?? 0, waitReason: row["waitReason"])
    let chatID: Int64 = row["chatID"]
    let written = Date(millisecondsSince1970: row["timestamp"])
    var item = OutboxItem(
      chatID: ChatID(rawValue: chatID), chatName: titles[chatID] ?? "",
      recordName: row["recordName"],
      message: OutboxItem.Message(id: MessageID(rawValue: row["messageID"]), timestamp: written),
      subject: .file, isDeletion: false, state: state, text: row["fileName"], mayBeStored: false)
    item.since = written
    return item
  }
}
