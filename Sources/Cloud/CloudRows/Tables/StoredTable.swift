import CloudRules

/// A table that the stores of all engines have, with the columns that all of them have.
///
/// A store moves from one engine to another row by row. What one engine has beyond this follows from these rows, or is
/// of no use in another store: sums, versions of types, and what servers leave for one another.
package struct StoredTable: Sendable, Equatable {
  package enum Kind: Sendable {
    case integer, real, text, bytes
    /// 0 or 1.
    case truth
  }

  package struct Column: Sendable, Equatable {
    package let name: String
    package let kind: Kind
  }

  package let name: String
  package let columns: [Column]

  private init(_ name: String, _ columns: KeyValuePairs<String, Kind>) {
    self.name = name
    self.columns = columns.map { Column(name: $0, kind: $1) }
  }

  /// Whether the column `id` has numbers that the store gives.
  package var isNumbered: Bool { columns.contains(Column(name: "id", kind: .integer)) }

  /// Whether another store gets the row: not the settings that each store has for itself, nor the feed of notices.
  package func isMoved(_ row: [TableValue]) -> Bool {
    func value(_ column: String) -> TableValue? {
      columns.firstIndex { $0.name == column }.map { row[$0] }
    }
    switch name {
    case "setting":
      guard case .text(let name)? = value("name") else { return true }
      return !OwnSetting.isOne(name)
    case "feed": return value("scope") != .integer(Int64(ToldFeed.notices.rawValue))
    default: return true
    }
  }

  /// In this order every row comes after those to which it refers.
  package static let all = registry + access + zones + feeds + recordTypes + assets + others

  private static let registry = [
    StoredTable("setting", ["name": .text, "value": .text]),
    StoredTable(
      "account",
      [
        "userRecordName": .text, "name": .text, "isServer": .truth, "emailAddress": .text,
        "firstName": .text, "lastName": .text, "isDiscoverable": .truth, "passphrase": .text,
        "state": .text, "createdAt": .integer,
      ]),
    StoredTable(
      "administration", ["id": .integer, "at": .integer, "action": .text, "subject": .text]),
    StoredTable(
      "partition",
      [
        "id": .integer, "container": .text, "environment": .text, "incarnation": .text,
        "ownerName": .text, "settings": .text,
      ]),
  ]

  private static let access = [
    StoredTable(
      "apiToken",
      [
        "hash": .bytes, "partition": .integer, "name": .text, "callbackURL": .text,
        "createdAt": .integer, "allowedOrigins": .text,
      ]),
    StoredTable(
      "serverKey",
      [
        "keyID": .text, "partition": .integer, "name": .text, "publicKey": .bytes,
        "userRecordName": .text, "createdAt": .integer,
      ]),
    StoredTable(
      "session",
      [
        "id": .text, "partition": .integer, "userRecordName": .text, "isLongLived": .truth,
        "createdAt": .integer, "lastUsedAt": .integer, "deviceName": .text, "address": .text,
      ]),
    StoredTable("webAuthToken", ["hash": .bytes, "session": .text, "createdAt": .integer]),
    StoredTable(
      "admissionCode",
      [
        "id": .text, "hash": .bytes, "kind": .text, "name": .text, "userRecordName": .text,
        "issuer": .text, "createdAt": .integer, "expiresAt": .integer, "uses": .integer,
        "lastUsedBy": .text, "isRevoked": .truth,
      ]),
  ]

  private static let zones = [
    StoredTable(
      "zone",
      [
        "incarnation": .text, "partition": .integer, "ownerName": .text, "zoneName": .text,
        "sequence": .integer, "tokenEpoch": .integer, "bytes": .integer, "memberBytes": .integer,
      ]),
    StoredTable(
      "record",
      [
        "id": .integer, "zone": .text, "recordName": .text, "recordType": .text,
        "changeCount": .integer, "sequence": .integer, "isDeleted": .truth, "parent": .text,
        "shareReference": .text, "shortGUID": .text, "coveredBy": .text, "fields": .text,
        "bytes": .integer, "createdAt": .integer, "createdBy": .text, "modifiedAt": .integer,
        "modifiedBy": .text, "sealed": .bytes,
      ]),
    StoredTable(
      "recordReference", ["record": .integer, "target": .text, "action": .text, "zone": .text]),
    StoredTable("writer", ["zone": .text, "userRecordName": .text, "bytes": .integer]),
    StoredTable(
      "share", ["zone": .text, "root": .text, "recordName": .text, "publicPermission": .text]),
    StoredTable("shareLink", ["shortGUID": .text, "zone": .text, "root": .text]),
    StoredTable(
      "participant",
      [
        "zone": .text, "root": .text, "userRecordName": .text, "participantID": .text,
        "position": .integer, "role": .text, "permission": .text, "status": .text,
      ]),
    StoredTable(
      "awaitedParticipant",
      [
        "zone": .text, "root": .text, "address": .text, "participantID": .text,
        "position": .integer, "permission": .text,
      ]),
    StoredTable(
      "departure",
      ["zone": .text, "userRecordName": .text, "recordName": .text, "sequence": .integer]),
  ]

  private static let feeds = [
    StoredTable(
      "feed",
      [
        "partition": .integer, "userRecordName": .text, "scope": .integer, "sequence": .integer,
        "tokenEpoch": .integer,
      ]),
    StoredTable(
      "feedEntry",
      [
        "partition": .integer, "userRecordName": .text, "scope": .integer, "ownerName": .text,
        "zoneName": .text, "sequence": .integer, "changedAt": .integer, "deletionReason": .text,
      ]),
  ]

  private static let recordTypes = [
    StoredTable("schemaRole", ["partition": .integer, "name": .text]),
    StoredTable("recordType", ["id": .integer, "partition": .integer, "name": .text]),
    StoredTable("recordTypeGrant", ["recordType": .integer, "role": .text, "permission": .text]),
    StoredTable(
      "field",
      [
        "id": .integer, "recordType": .integer, "name": .text, "type": .text,
        "isQueryable": .truth, "isSearchable": .truth, "isSortable": .truth,
      ]),
    StoredTable(
      "indexEntry", ["zone": .text, "field": .integer, "value": .bytes, "record": .integer]),
    StoredTable(
      "indexWord", ["zone": .text, "field": .integer, "word": .text, "record": .integer]),
    StoredTable(
      "indexPlace",
      [
        "zone": .text, "field": .integer, "latitude": .real, "longitude": .real,
        "record": .integer,
      ]),
    StoredTable(
      "indexQueue",
      [
        "id": .integer, "partition": .integer, "dueAt": .integer, "zone": .text,
        "record": .integer, "recordType": .text, "entries": .text,
      ]),
  ]

  /// The table whose rows name the assets.
  package static let asset = StoredTable("asset", ["checksum": .bytes, "size": .integer])

  private static let assets = [
    asset,
    StoredTable(
      "assetReference",
      [
        "record": .integer, "fieldName": .text, "position": .integer, "checksum": .bytes,
        "size": .integer,
      ]),
    StoredTable(
      "assetUpload",
      [
        "id": .integer, "partition": .integer, "userRecordName": .text, "scope": .integer,
        "zone": .text, "recordType": .text, "fieldName": .text, "recordName": .text,
        "tokenHash": .bytes, "receiptHash": .bytes, "checksum": .bytes, "size": .integer,
        "expiresAt": .integer,
      ]),
    StoredTable("releasedAsset", ["checksum": .bytes]),
  ]

  private static let others = [
    StoredTable(
      "subscription",
      [
        "partition": .integer, "userRecordName": .text, "scope": .integer, "subscriptionID": .text,
        "recordType": .text, "body": .text,
      ]),
    StoredTable(
      "setAsideRow",
      [
        "id": .integer, "partition": .integer, "kind": .text, "ownerName": .text,
        "zoneName": .text, "name": .text, "body": .bytes, "setAsideAt": .integer,
      ]),
  ]
}

/// The settings that a store has for itself, and does not hand on.
package enum OwnSetting: String, CaseIterable, Sendable {
  /// The fingerprint of the key that seals its values.
  case key = "atRestKey"
  /// The version of its tables.
  case version = "schema.version"
  /// It is a copy that was not opened yet.
  case copy = "isCopy"
  /// Where the cloud has moved, so that this store is not used any more.
  case moved = "movedTo"
  /// The timeline of the database in which it was used last.
  case timeline = "database.timeline"

  /// The beginning of what the servers of a store share.
  private static let servers = "servers."

  static func isOne(_ name: String) -> Bool {
    OwnSetting(rawValue: name) != nil || name.hasPrefix(servers)
  }
}
