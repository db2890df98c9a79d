import CloudModel
import CloudSync
import Foundation
import GRDB

/// A row of `chat`.
struct StoredChat: Codable, FetchableRecord, MutablePersistableRecord, Sendable {
  static let databaseTableName = "chat"

  var id: Int64?
  var zoneName: String
  var ownerName: String
  var name: String
  var createdAt: Int64
  var sessionChangeTag: String?
  var sessionUnknownFields: Data?
  var permission: Participant.Permission
  var publicPermission: Participant.Permission = .none
  var shortGUID: String?
  var changeToken: String?
  /// How often the cloud has told of news that were not fetched to their end.
  var hasChanges: Int64 = 0
  var epoch: Int64 = 0
  var isResyncing = false
  var isListed = true
  var sealReason: String?
  var lastSeenMessageID: Int64 = 0

  /// The `lastSeenMessageID` of a chat that was found in the cloud, until its first fetch has ended:
  /// what that brings was there before us and is not unread.
  static let firstFetch: Int64 = -1

  init(zoneID: RecordZoneID, name: String, createdAt: Int64, permission: Participant.Permission) {
    zoneName = zoneID.zoneName
    ownerName = zoneID.ownerName
    self.name = name
    self.createdAt = createdAt
    self.permission = permission
  }

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

  var zoneID: RecordZoneID { RecordZoneID(zoneName: zoneName, ownerName: ownerName) }

  func session() throws -> SessionRecord {
    SessionRecord(
      name: name, createdAt: Date(millisecondsSince1970: createdAt), changeTag: sessionChangeTag,
      unknownFields: try UnknownFields(decoding: sessionUnknownFields))
  }

  mutating func take(_ session: SessionRecord) throws {
    name = session.name
    createdAt = session.createdAt.millisecondsSince1970
    sessionChangeTag = session.changeTag
    sessionUnknownFields = try session.unknownFields.encoded()
  }

  /// The cloud has news of the chat.
  ///
  /// One that was sealed is shared again, or made anew: another life,
  /// fetched from its beginning.
  mutating func markChanged() {
    hasChanges += 1
    isListed = true
    guard sealReason != nil else { return }
    sealReason = nil
    changeToken = nil
    epoch += 1
    isResyncing = true
  }

  /// Takes over what the share says, as far as it concerns `user`.
  mutating func take(_ share: Share?, for user: String) {
    publicPermission = share?.publicPermission ?? .none
    shortGUID = share?.shortGUID
    if let me = share?.participant(withUserRecordName: user) { permission = me.permission }
  }

  /// Fails what waits in the outbox.
  ///
  /// Texts stay; a name that the cloud will never hear of does not.
  mutating func failWaiting(_ db: Database, reason: String) throws {
    let id = try requireID()
    let session = try StoredOutbox.fetch(db, chatID: id, recordName: SessionRecord.recordName)
    if let session, session.failure == nil, let ancestor = session.ancestor { name = ancestor }
    try db.execute(
      sql: "UPDATE outbox SET failure = ? WHERE chatID = ? AND failure IS NULL",
      arguments: [reason, id])
  }

  /// Ends the chat's life in the cloud, and keeps all of it here.
  mutating func seal(_ db: Database, reason: String) throws {
    try failWaiting(db, reason: reason)
    sealReason = reason
    hasChanges = 0
    isResyncing = false
    changeToken = nil
    try update(db)
  }

  func access(for user: String) -> ChatAccess {
    if let sealReason { return .sealed(reason: sealReason) }
    if ownerName == user { return .owner }
    return permission == .readWrite ? .readWrite : .readOnly
  }
}

extension StoredChat {
  static func fetch(_ db: Database, zoneID: RecordZoneID) throws -> StoredChat? {
    try fetchOne(
      db, sql: "SELECT * FROM chat WHERE zoneName = ? AND ownerName = ?",
      arguments: [zoneID.zoneName, zoneID.ownerName])
  }

  static func fetch(_ db: Database, id: ChatID) throws -> StoredChat {
    guard let chat = try fetchOne(db, key: id.rawValue) else {
      throw ChatError.unknownChat("\(id.rawValue)")
    }
    return chat
  }

  /// The row's key; every chat that was fetched has one.
  func requireID() throws -> Int64 {
    guard let id else { throw ChatError.unknownChat(zoneName) }
    return id
  }
}

extension StoredChat {
  /// Where the next fetch begins; nil while the chat is sealed.
  var position: ZonePosition? {
    guard sealReason == nil else { return nil }
    return ZonePosition(
      changeToken: changeToken.map(ServerChangeToken.init), epoch: epoch, marks: hasChanges)
  }
}
