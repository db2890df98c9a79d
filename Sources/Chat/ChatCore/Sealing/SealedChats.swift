import ChatModel
import ChatSecrets
import ChatStore
import CloudModel
import Foundation
import GRDB
import Synchronization

/// The sealed chats of a replica, as the statements that it keeps and the keys of the account make them.
///
/// No key of a chat is stored. What was made once is kept in memory, and made again when there are other statements.
final class SealedChats: Sendable {
  private struct Known: Sendable {
    var version: StoredStatement.Version
    var chat: SealedChat
    var closed: (version: ClosedRecords.Version, records: ClosedRecords)?
  }

  let keys: SecretsFile
  private let user: String
  private let known = Mutex<[RecordZoneID: Known]>([:])
  /// The cards in zones, with the names and change tags of the records from which they were read.
  private let shownCards = Mutex<[RecordZoneID: (version: [String], cards: [ChatCard])]>([:])
  /// Whose numbers were compared, as `StoredComparison` has read it last.
  let marks = Mutex<(version: StoredComparison.Version, marks: [StoredComparison.Mark])?>(nil)

  init(in directory: URL, of user: String) {
    keys = SecretsFile(in: directory, of: user)
    self.user = user
  }

  /// The statement with which a sealed chat of this account begins; it is kept before it is sent, so that the cloud
  /// never gets two.
  func firstStatement(
    of zoneID: RecordZoneID, admitting guest: AccountCard? = nil, _ now: Int64
  ) throws(ChatError) -> CloudRecord {
    guard let secrets = try keys.secrets() else { throw .sealing(.noKeys) }
    do {
      let (_, statement) = try SealedChat.found(
        zone: zoneID.zoneName, secrets: secrets,
        admitting: guest.map { [AdmittedMember($0, role: .writer)] } ?? [], time: now)
      return StatementRecord.record(statement, in: zoneID)
    } catch {
      throw .sealing(.cannotSeal(reason: "The chat cannot be founded: \(error)."))
    }
  }

  /// The chat of a sealed zone; nil as long as this device lacks its first statement, or the keys of the account.
  func chat(_ db: Database, _ stored: StoredChat) throws -> SealedChat? {
    let (zoneID, id) = (stored.zoneID, try stored.requireID())
    let version = try StoredStatement.version(db, chatID: id)
    if let known = known.withLock({ $0[zoneID] }), known.version == version,
      try known.chat.secrets.generation == keys.secrets()?.generation
    {
      return known.chat
    }
    var chain = try chain(db, stored, after: nil)
    chain.take(try StoredStatement.all(db, chatID: id, in: zoneID))
    if let chat = chain.chat {
      known.withLock { $0[zoneID] = Known(version: version, chat: chat) }
    }
    return chain.chat
  }

  /// Why `chat` makes none of a chat whose statements are here.
  func obstacle() throws(ChatError) -> SealingProblem {
    try keys.secrets() == nil ? .keysElsewhere : .noChatKeys
  }

  /// Why nothing of a chat can be read or written here; nil where something can.
  func obstacle(_ db: Database, to stored: StoredChat) throws -> SealingProblem? {
    guard let chat = try chat(db, stored) else { return try obstacle() }
    if let entry = chat.newest.member(user),
      case .next = chat.secrets.lineage.verdict(on: entry.lineage)
    {
      return .keysRenewed
    }
    guard chat.ownEntry == .absent else { return nil }
    return chat.isLinkOpen ? .waitsForOwner : .noChatKeys
  }

  /// Takes over what new statements have made of a chat, so that they are not checked twice.
  func note(_ chat: SealedChat, _ db: Database, _ stored: StoredChat) throws {
    let version = try StoredStatement.version(db, chatID: stored.requireID())
    known.withLock { $0[stored.zoneID] = Known(version: version, chat: chat) }
  }

  /// Whether what the account writes into a zone waits: for the owner's device, which has not let it in yet, or for its
  /// own newest keys.
  func holds(_ db: Database, _ zoneID: RecordZoneID) throws -> Bool {
    guard ChatZone.isSealed(zoneID), let stored = try StoredChat.fetch(db, zoneID: zoneID),
      stored.ending == nil
    else { return false }
    let obstacle = try obstacle(db, to: stored)
    return obstacle == .waitsForOwner || obstacle == .keysRenewed
  }

  /// The genuine cards in the zone of a chat; read again only where there are others, because each has signatures.
  func chatCards(_ db: Database, in stored: StoredChat) throws -> [ChatCard] {
    let id = try stored.requireID()
    let version = try StoredStatement.cardVersion(db, chatID: id)
    if let known = shownCards.withLock({ $0[stored.zoneID] }), known.version == version {
      return known.cards
    }
    let read = try StoredStatement.cards(db, chatID: id, in: stored.zoneID).compactMap(
      ChatCard.init)
    shownCards.withLock { $0[stored.zoneID] = (version, read) }
    return read
  }

  /// What has not opened of a chat, as it was counted last.
  func closed(
    _ db: Database, _ stored: StoredChat, _ chat: SealedChat
  ) throws -> ClosedRecords {
    let id = try stored.requireID()
    let version = try StoredStatement.closedVersion(db, chatID: id)
    if let known = known.withLock({ $0[stored.zoneID]?.closed }), known.version == version {
      return known.records
    }
    let records = ClosedRecords(
      try StoredStatement.closedRecords(
        db, chatID: id, in: stored.zoneID, limit: ClosedRecords.limit), of: chat)
    known.withLock { $0[stored.zoneID]?.closed = (version, records) }
    return records
  }

  /// A chain of statements after what is known of a zone.
  func chain(
    _ db: Database, _ stored: StoredChat, after chat: SealedChat?
  ) throws -> StatementChain {
    let zoneID = stored.zoneID
    guard chat == nil, let secrets = try keys.secrets() else {
      return StatementChain(chat) { _ in nil }
    }
    let owner =
      zoneID.ownerName == user
      ? secrets.identity : try lineage(db, of: zoneID.ownerName, before: stored.id)?.identity
    return StatementChain(nil) { bytes in
      guard let owner = owner ?? Self.owner(of: bytes, user: zoneID.ownerName) else { return nil }
      return try? SealedChat(  // What is not the chat's first statement is kept, and means nothing.
        founding: bytes, zone: zoneID.zoneName, owner: owner, secrets: secrets)
    }
  }

  /// Who the owner of a chat is that somebody joins who has never met them: whom the chat names.
  private static func owner(of bytes: [UInt8], user: String) -> AccountIdentity? {
    guard let owner = try? ChatStatement(bytes).roster.owner, owner.user == user else { return nil }
    return owner.lineage.identity
  }

  /// The keys of somebody as this account knows them: it has put them into a list of its own, or was in an earlier chat
  /// of theirs.
  ///
  /// - Parameters:
  ///   - db: the replica.
  ///   - person: the user record name.
  ///   - limit: of the person's own chats only those with a lower number count; nil for all.
  /// - Returns: of several the one with the most generations; nil for somebody who is not known.
  /// - Throws: `DatabaseError` if the replica cannot be read.
  func lineage(_ db: Database, of person: String, before limit: Int64?) throws -> KeyLineage? {
    let chats = try StoredChat.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT * FROM chat
          WHERE \(StoredChat.hasSealedName) AND (ownerName = ? OR ownerName = ? AND id < ?)
          ORDER BY id
          """),
      arguments: [user, person, limit ?? .max])
    return try chats.filter { $0.id != limit }
      .compactMap { try chat(db, $0)?.newest.member(person)?.lineage }
      .max { $0.generation < $1.generation }
  }
}

/// The statements of sealed chats: records that a replica keeps as they came.
enum StoredStatement {
  static let isStatement = "recordName GLOB '\(StatementRecord.namePattern)'"

  /// What changes when a statement comes, also in the place of one that waited.
  struct Version: Equatable, Sendable {
    var count = 0
    var bytes = 0
  }

  static func version(_ db: Database, chatID: Int64) throws -> Version {
    try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT count(*) AS count, coalesce(sum(length(body)), 0) AS bytes
          FROM parkedRecord WHERE chatID = ? AND \(isStatement)
          """),
      arguments: [chatID]
    ).map { Version(count: $0["count"], bytes: $0["bytes"]) } ?? Version()
  }

  static func closedVersion(
    _ db: Database, chatID: Int64
  ) throws -> ClosedRecords.Version {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT count(*) AS count, coalesce(max(id), 0) AS newest
          FROM parkedRecord WHERE chatID = ? AND NOT \(isStatement)
          """),
      arguments: [chatID])
    return ClosedRecords.Version(
      count: row?["count"] ?? 0, newest: row?["newest"] ?? 0,
      statements: try version(db, chatID: chatID))
  }

  static func names(_ db: Database, chatID: Int64) throws -> [String] {
    try String.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT recordName FROM parkedRecord WHERE chatID = ? AND \(isStatement)
          ORDER BY length(recordName), recordName
          """), arguments: [chatID]
    ).filter { StatementRecord.number(in: $0) != nil }
  }

  static func all(
    _ db: Database, chatID: Int64, in zoneID: RecordZoneID
  ) throws -> [CloudRecord] {
    try records(db, chatID: chatID, in: zoneID, where: isStatement)
  }

  /// Changes with the cards that others have put into the zone.
  static func cardVersion(_ db: Database, chatID: Int64) throws -> [String] {
    try String.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT recordName || ' ' || coalesce(changeTag, '') FROM parkedRecord
          WHERE chatID = ? AND recordName GLOB '\(ChatCardRecord.namePattern)'
          """), arguments: [chatID])
  }

  /// The cards that people have put into the zone.
  static func cards(
    _ db: Database, chatID: Int64, in zoneID: RecordZoneID
  ) throws -> [CloudRecord] {
    try records(
      db, chatID: chatID, in: zoneID,
      where: "recordName GLOB '\(ChatCardRecord.namePattern)' LIMIT \(cardLimit)"
    ).filter { $0.recordType == ChatCardRecord.recordType }
  }

  /// As many as a share has people; each takes a quarter of a millisecond.
  private static let cardLimit = 200

  /// The sealed records that have not opened, at most `limit` of them.
  static func closedRecords(
    _ db: Database, chatID: Int64, in zoneID: RecordZoneID, limit: Int = -1
  ) throws -> [CloudRecord] {
    try records(db, chatID: chatID, in: zoneID, where: "NOT \(isStatement) LIMIT \(limit)")
      .filter { SealedType(rawValue: $0.recordType) != nil }
  }

  private static func records(
    _ db: Database, chatID: Int64, in zoneID: RecordZoneID, where condition: String
  ) throws -> [CloudRecord] {
    try Data.fetchAll(
      db.cachedStatement(sql: "SELECT body FROM parkedRecord WHERE chatID = ? AND \(condition)"),
      arguments: [chatID]
    ).compactMap { try Ancestor.decoded($0, in: zoneID) }
  }
}

extension StatementRecord {
  static func record(_ statement: ChatStatement, in zoneID: RecordZoneID) -> CloudRecord {
    CloudRecord(
      recordType: recordType,
      recordID: RecordID(recordName: name(statement.roster.number), zoneID: zoneID),
      fields: [key: .bytes(Data(statement.encoded))])
  }
}

extension StoredChat {
  var isSealed: Bool { ChatZone.isSealed(zoneID) }

  /// A condition on a row: the chat is sealed.
  ///
  /// The index over names finds these rows, so who has no sealed chat pays for none.
  static let hasSealedName = "zoneName GLOB '\(ChatZone.name(unique: "*", isSealed: true))'"
}
