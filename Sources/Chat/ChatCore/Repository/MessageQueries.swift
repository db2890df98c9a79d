import ChatModel
import ChatStore
import CloudModel
import Foundation
import GRDB
import SQLiteSupport

/// The queries for messages in the replica.
struct MessageQueries {
  let db: Database
  let account: Account
  let assets: AssetFolder
  /// Milliseconds since 1970; a wait that ends by then is over.
  let now: Int64

  /// The tables from which messages are read.
  static let messageTables: Set<ReplicaTable> = [
    .chat, .message, .member, .readMark, .reaction, .reactionCount, .messagePin, .outbox,
    .transfer, .wait, .messageVersion, .blockedPerson,
  ]

  func message(id: MessageID) throws -> Message? {
    try read("WHERE message.id = ?", [id.rawValue]).first?.message
  }

  func messages(ids: [Int64]) throws -> [MessageID: Message] {
    let found = try read(
      "WHERE message.id IN (SELECT value FROM json_each(?))", [ids.jsonText()])
    return Dictionary(uniqueKeysWithValues: found.map { ($0.message.id, $0.message) })
  }

  func message(named recordName: String, in chatID: ChatID) throws -> Message? {
    try read(
      "WHERE message.chatID = ? AND message.recordName = ?", [chatID.rawValue, recordName]
    ).first?.message
  }

  /// The messages from `cursor` on, oldest first.
  func page(
    in chatID: ChatID, from cursor: MessageCursor, limit: Int, folding: MessageFolding? = nil
  ) throws -> [Message] {
    var arguments: [any DatabaseValueConvertible] = [
      chatID.rawValue, cursor.timestamp.millisecondsSince1970, cursor.recordName,
    ]
    arguments += folding?.arguments ?? []
    arguments.append(limit)
    return try read(
      """
      WHERE message.chatID = ? AND (message.timestamp, message.recordName) >= (?, ?)
      \(folding == nil ? "" : MessageFolding.condition)
      ORDER BY message.timestamp, message.recordName LIMIT ?
      """, StatementArguments(arguments)
    ).map(\.message)
  }

  func page(
    in chatID: ChatID, before cursor: MessageCursor?, limit: Int, folding: MessageFolding? = nil
  ) throws -> [Message] {
    var arguments: [any DatabaseValueConvertible] = [
      chatID.rawValue, cursor?.timestamp.millisecondsSince1970 ?? Int64.max,
      cursor?.recordName ?? "",
    ]
    arguments += folding?.arguments ?? []
    arguments.append(limit)
    return try read(
      """
      WHERE message.chatID = ? AND (message.timestamp, message.recordName) < (?, ?)
      \(folding == nil ? "" : MessageFolding.condition)
      ORDER BY message.timestamp DESC, message.recordName DESC LIMIT ?
      """, StatementArguments(arguments)
    ).reversed().map(\.message)
  }

  func arrivals(
    after messageID: MessageID, in chatID: ChatID?, limit: Int
  ) throws -> [(chatID: ChatID, message: Message)] {
    try read(
      """
      WHERE message.id > ? AND (? IS NULL OR message.chatID = ?)
        AND message.chatID NOT IN (SELECT id FROM chat WHERE lastSeenMessageID < 0)
      ORDER BY message.id LIMIT ?
      """, [messageID.rawValue, chatID?.rawValue, chatID?.rawValue, limit])
  }

  /// The messages whose text or file's name has, for each given word, a word that begins with it; newest first.
  func search(
    _ words: String, in chatID: ChatID?, and unindexed: [Int64], limit: Int
  ) throws -> [(chatID: ChatID, message: Message)] {
    guard let candidates = try SoughtWords(words).candidates(db, limit: .max) else { return [] }
    let chat = chatID?.rawValue.databaseValue ?? .null
    return try read(
      """
      WHERE (\(candidates.condition) OR message.id IN (SELECT value FROM json_each(?)))
        AND (? IS NULL OR message.chatID = ?) AND message.deletedAt IS NULL
      ORDER BY message.timestamp DESC, message.recordName DESC LIMIT ?
      """,
      StatementArguments(
        candidates.arguments + [unindexed.jsonText(), chat, chat, limit]))
  }

  /// The messages that `MessageColumn.select` finds with a condition.
  ///
  /// Each row is read as SQLite comes to it: a copy of a row costs more than the message.
  func read(
    _ condition: String, _ arguments: StatementArguments
  ) throws -> [(chatID: ChatID, message: Message)] {
    var chats: [Int64: ChatFacts] = [:]
    var names = DisplayNames(db: db, account: account)
    let people = AccountNames(reader: account)
    let blocked = try BlockedPeople(db, account: account)
    let reactions = MessageReactions(db: db, account: account, hidesSome: !blocked.isEmpty)
    var found: [(chatID: ChatID, message: Message)] = []
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: MessageColumn.select + " " + condition), arguments: arguments)
    while let row = try rows.next() {
      let chatID: Int64 = row[.chatID]
      var facts =
        try chats[chatID] ?? ChatFacts(db, chatID: chatID, account: account, now: now)
      var message = try message(row, &facts, people, blocked)
      chats[chatID] = facts
      message.senderDisplayName = try names.shown(row[.senderDisplayName], of: message.senderID)
      if row[.hasReactions] {
        (message.reactions, message.moreReactions) = try reactions.reactions(
          chatID: chatID, messageName: message.recordName)
      }
      found.append((ChatID(rawValue: chatID), message))
    }
    return found
  }

  private func message(
    _ row: Row, _ facts: inout ChatFacts, _ people: AccountNames, _ blocked: BlockedPeople
  ) throws -> Message {
    let senderID: String = row[.senderID]
    let recordName: String = row[.recordName]
    let timestamp = Date(millisecondsSince1970: row[.timestamp])
    let changedBy: String? = row[.changedBy]
    let isOwn = senderID == account.userRecordName
    var message = Message(
      id: MessageID(rawValue: row[.id]), recordName: recordName, senderID: senderID,
      senderName: people.name(row[.senderName], of: senderID),
      isOwn: isOwn, text: row[.text], timestamp: timestamp,
      delivery: try delivery(row, isOwn: isOwn, &facts))
    let changes = [row[.editedAt], row[.deletedAt]] as [Int64?]
    message.changedAt = changes.compactMap(\.self).max().map(Date.init(millisecondsSince1970:))
    message.isEdited = row[.revision] > 0 || row.has(.versions)
    message.isDeleted = row.has(.deletedAt)
    message.isOnlyHere = !isOwn && !row.has(.changeTag) && facts.knowsWholeZone
    message.isOfBlockedPerson = blocked.has(senderID)
    message.attachment = attachment(row)
    message.origin = Self.origin(row[.origin], of: message.text)
    message.replyTo = quote(row, people, blocked)
    message.isPinned = row[.isPinned]
    message.answerCount = row[.answerCount]
    message.changedBy = changedBy.map {
      people.name(row[.changerName], of: $0)
    }
    return message
  }

  private func quote(
    _ row: Row, _ people: AccountNames, _ blocked: BlockedPeople
  ) -> Message.Quote? {
    guard let recordName: String = row[.replyTo] else { return nil }
    let sender: String? = row[.quotedSender]
    return Message.Quote(
      recordName: recordName,
      original: sender.map { sender in
        let text: String = row[.quotedText]
        let origin = Self.origin(row[.quotedOrigin], of: text)
        let bareText = origin?.unheaded(text) ?? text
        return Message.Quote.Original(
          cursor: MessageCursor(
            timestamp: Date(millisecondsSince1970: row[.quotedAt]), recordName: recordName),
          senderName: people.name(row[.quotedName], of: sender),
          isOwn: sender == account.userRecordName,
          text: String(bareText.prefix(Message.Quote.textLimit)),
          fileName: row[.quotedFile], isDeleted: row[.quotedIsDeleted],
          isOfBlockedPerson: blocked.has(sender), archivedSender: origin?.sender)
      })
  }

  /// The origin of a message that an archive had of somebody else; the archive's reactions are not shown.
  static func origin(_ fields: Data?, of text: String) -> MessageOrigin? {
    guard let fields, var origin = (try? UnknownFields(decoding: fields))?.origin(of: text),
      origin.sender != nil
    else { return nil }
    origin.reactions = nil
    return origin
  }

  private func delivery(
    _ row: Row, isOwn: Bool, _ facts: inout ChatFacts
  ) throws -> Message.Delivery {
    let upload = transfer(row).flatMap { $0.isUpload ? $0 : nil }
    if let reason: String = row[.failure] { return .failed(reason: reason) }
    if case .failed(let reason) = upload?.state { return .failed(reason: reason) }
    if let sequence: Int64 = row[.sequence] {
      if row.has(.inFlight) { return .sending }
      if let wait = facts.wait {
        return .waiting(until: Date(millisecondsSince1970: wait.until), reason: wait.reason)
      }
      return .queued(place: try facts.place(of: sequence, db))
    }
    guard isOwn else { return .received }
    if upload != nil { return .sending }
    let place = ReadPosition(timestamp: row[.timestamp], recordName: row[.recordName])
    let readers = facts.readers.count { $0 >= place }
    return readers > 0 ? .read(by: readers, of: facts.otherCount) : .sent
  }

  // MARK: - Files

  private func attachment(_ row: Row) -> Message.Attachment? {
    let file = AttachedFile(
      storedName: row[.fileName], type: row[.fileType], size: row[.fileSize],
      digest: row[.fileDigest], checksum: row[.fileChecksum])
    guard let file else { return nil }
    var attachment = Message.Attachment(
      name: file.name, type: file.type, size: file.size, isInCloud: file.isInCloud,
      isHere: file.digest.map(assets.has) ?? false, transfer: transfer(row))
    let versions: Int? = row[.versions]
    attachment.isReplacement = versions == 1
    if attachment.isHere, file.type.hasPrefix("image/"), let digest = file.digest {
      attachment.picture = assets.picture(digest).map { Message.Picture(header: $0, file: digest) }
    }
    return attachment
  }

  private func transfer(_ row: Row) -> Message.Transfer? {
    // The transfer of a deleted message waits with the deletion, and is not shown.
    guard let direction: String = row[.direction], !row.has(.deletedAt) else { return nil }
    let bytes: Int64 = row[.transferred]
    let state: Message.Transfer.State
    if let reason: String = row[.transferFailure] {
      state = .failed(reason: reason)
    } else if let reason: String = row[.waitReason] {
      state = .waiting(reason: reason)
    } else {
      state =
        !row.has(.link) && !row.has(.uploaded) && bytes == 0 ? .queued : .moving(bytes: bytes)
    }
    return Message.Transfer(isUpload: direction == "upload", state: state)
  }
}

/// The names of accounts as one reader sees them; whether a name can be taken for another one is found out once.
private final class AccountNames {
  private let reader: Account
  private var known: [String: (name: String?, shown: String)] = [:]

  init(reader: Account) { self.reader = reader }

  func name(_ name: String?, of user: String) -> String {
    if let entry = known[user], entry.name == name { return entry.shown }
    let shown = PersonName.account(name, of: user, reader: reader)
    known[user] = (name, shown)
    return shown
  }
}
