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
  }

  let keys: SecretsFile
  private let user: String
  private let known = Mutex<[RecordZoneID: Known]>([:])

  init(in directory: URL, of user: String) {
    keys = SecretsFile(in: directory, of: user)
    self.user = user
  }

  /// The statement with which a sealed chat of this account begins; it is kept before it is sent, so that the cloud
  /// never gets two.
  func firstStatement(of zoneID: RecordZoneID, _ now: Int64) throws(ChatError) -> CloudRecord {
    guard let secrets = try keys.secrets() else { throw .sealing(.noKeys) }
    do {
      let (_, statement) = try SealedChat.found(
        zone: zoneID.zoneName, secrets: secrets, time: now)
      return StatementRecord.record(statement, in: zoneID)
    } catch {
      throw .sealing(.cannotSeal(reason: "The chat cannot be founded: \(error)."))
    }
  }

  /// The chat of a sealed zone; nil as long as this device lacks its first statement, or the keys of the account.
  func chat(_ db: Database, _ stored: StoredChat) throws -> SealedChat? {
    let (zoneID, id) = (stored.zoneID, try stored.requireID())
    let version = try StoredStatement.version(db, chatID: id)
    if let known = known.withLock({ $0[zoneID] }), known.version == version { return known.chat }
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

  /// Takes over what new statements have made of a chat, so that they are not checked twice.
  func note(_ chat: SealedChat, _ db: Database, _ stored: StoredChat) throws {
    let version = try StoredStatement.version(db, chatID: stored.requireID())
    known.withLock { $0[stored.zoneID] = Known(version: version, chat: chat) }
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

  /// The sealed records that have not opened.
  static func closedRecords(
    _ db: Database, chatID: Int64, in zoneID: RecordZoneID
  ) throws -> [CloudRecord] {
    try records(db, chatID: chatID, in: zoneID, where: "NOT \(isStatement)")
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
