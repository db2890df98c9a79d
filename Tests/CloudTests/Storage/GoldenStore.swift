import CloudModel
import CloudRules
import CloudStorage
import CloudWire
import Crypto
import Foundation
import GRDB
import Testing

/// The contents of the golden file.
///
/// It holds one zone with values of every kind, its share, subscriptions of every kind, and a schema.
struct GoldenStore {
  static let partition = Partition(container: "iCloud.golden", environment: .development)
  static let secret = String(repeating: "5", count: 64)

  private static let time = Date(millisecondsSince1970: 1_700_000_000_123)
  private static let zoneID = RecordZoneID(zoneName: "Golden", ownerName: "_owner")
  static let zone = StoredZone(
    zoneID: zoneID, incarnation: "0123456789abcdef01234567", sequence: 5, bytes: 1500)

  static let accounts = [
    StoredAccount(name: "owner", userRecordName: "_owner"),
    StoredAccount(
      name: "guest", userRecordName: "_guest", emailAddress: "guest@example.org",
      firstName: "Gu\u{e9}st", lastName: "\"Quoted\"", isDiscoverable: false,
      state: .disabled, createdAt: 1_700_000_000_123),
  ]

  /// The file with the rows of version 1.
  static var file: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/version-1.sql")
  }

  // MARK: - Records

  private static let place: Location = {
    var place = Location(latitude: 52.5200066, longitude: -13.404954)
    place.horizontalAccuracy = 5
    place.verticalAccuracy = 0.25
    place.altitude = 34.5
    place.speed = 1e-7
    place.course = 359.9
    place.timestamp = 1_700_000_000_000
    return place
  }()

  private static let asset: Asset = {
    var asset = Asset(fileChecksum: "AQEBAQEBAQEBAQEBAQEBAQEBAQEB", size: 12_345_678_901)
    asset.referenceChecksum = "AQICAgICAgICAgICAgICAgICAgIC"
    asset.wrappingKey = "a/b+c=="
    return asset
  }()

  private static let values: [String: FieldValue] = [
    "asset": .asset(asset), "assets": .list([.asset(asset)]),
    "binding": .reference(Reference(recordName: "root", action: .deleteSelf)),
    "bytes": .bytes(Data([0, 255, 254, 62, 63])),
    "bytesList": .list([.bytes(Data()), .bytes(Data([1]))]),
    "control": .string("\u{0}\u{1f}\"\\/\n"), "date": .date(time), "dates": .list([.date(time)]),
    "double": .double(-1.5e-9), "doubles": .list([.double(0.1), .double(3), .double(-0.0)]),
    "integer": .int64(.min), "integers": .list([.int64(.max), .int64(0)]),
    "location": .location(place),
    "locations": .list([.location(Location(latitude: 0, longitude: 0))]),
    "reference": .reference(Reference(recordName: "no/where", action: .none)),
    "references": .list([.reference(Reference(recordName: "root", action: .validate))]),
    "string": .string("Gr\u{fc}\u{df}e \u{1f44b}\u{1f3fd}"),
    "strings": .list([.string(""), .string("b")]),
    "typedEmpty": .list([]), "untypedEmpty": .list([]), "whole": .double(1e15),
  ]

  static var records: [StoredRecord] {
    var open = Self.record("open", values, sequence: 1)
    open.record.parent = "root"
    open.coveredBy = "root"
    open.record.emptyListTypes = ["typedEmpty": "STRING_LIST", "untypedEmpty": "UNKNOWN_LIST"]
    var sealed = Self.record(
      "sealed", values.filter { !["asset", "assets", "untypedEmpty"].contains($0.key) },
      sequence: 2)
    sealed.record.encryptedKeys = Set(sealed.record.fields.keys).subtracting([
      "binding", "reference", "references", "string",
    ])
    sealed.record.emptyListTypes = ["typedEmpty": "ENCRYPTED_STRING_LIST"]
    var root = Self.record("root", ["cloudkit.title": .string("All of it")], sequence: 3)
    root.record.shareReference = "share"
    root.record.shortGUID = "short-guid"
    root.coveredBy = "root"
    var share = Self.record("share", ["cloudkit.title": .string("Ours")], sequence: 4)
    share.record.recordType = Share.recordType
    share.coveredBy = "root"
    var gone = Self.record("gone", [:], sequence: 5)
    gone.isDeleted = true
    return [open, sealed, root, share, gone]
  }

  private static func record(
    _ name: String, _ fields: [String: FieldValue], sequence: Int64
  ) -> StoredRecord {
    var record = Record(
      recordType: "Golden", recordID: RecordID(recordName: name, zoneID: zoneID), fields: fields)
    record.creationDate = time
    record.creatorUserRecordName = "_owner"
    record.modificationDate = time.addingTimeInterval(1)
    record.lastModifiedUserRecordName = "_guest"
    var stored = StoredRecord(
      record: record, changeCount: 46 + sequence, sequence: sequence, isDeleted: false)
    stored.record.recordChangeTag = stored.changeTag
    stored.chargedBytes = 100 * sequence
    return stored
  }

  // MARK: - Shares, subscriptions, schema

  static let share = StoredShare(
    root: "root", recordName: "share", publicPermission: .readOnly,
    participants: [
      Participant(
        participantID: "p1", identity: UserIdentity(account: accounts[0]), role: .owner,
        permission: .readWrite, acceptanceStatus: .accepted),
      Participant(
        participantID: "p2", identity: UserIdentity(account: accounts[1]), role: .publicUser,
        permission: .readOnly, acceptanceStatus: .accepted),
      Participant(
        participantID: "p3", identity: UserIdentity(awaitedAt: "later@example.org"),
        permission: .none),
    ])

  static let subscriptions: [(scope: DatabaseScope, subscription: Subscription)] = [
    (
      .private,
      Subscription(
        subscriptionID: "database", kind: .database,
        notificationInfo: NotificationInfo(keys: [
          "alertBody": .string("a/b \"c\""), "badge": .bool(true), "n": .integer(7),
          "x": .array([.null, .number(1.5)]),
        ]))
    ),
    (
      .private,
      Subscription(
        subscriptionID: "query",
        kind: .query(
          QuerySubscription(
            recordType: "Golden",
            query: .object([
              "recordType": .string("Golden"),
              "filterBy": .array([
                .object([
                  "fieldName": .string("string"), "comparator": .string("EQUALS"),
                  "fieldValue": .object(["value": .string("a"), "type": .string("STRING")]),
                ])
              ]),
            ]), zoneID: zoneID, zoneWide: false, firesOn: [.create, .update, .delete],
            firesOnce: true)))
    ),
    (.private, Subscription(subscriptionID: "zone", kind: .zone(zoneID))),
    (.shared, Subscription(subscriptionID: "shared", kind: .database)),
  ]

  static let schema: Schema = {
    let fields = FieldType.Primitive.allCases.flatMap { primitive in
      [
        FieldDefinition(
          name: "\(primitive.rawValue.lowercased())", type: FieldType(primitive),
          indexes: FieldType(primitive).possibleIndexes),
        FieldDefinition(
          name: "\(primitive.rawValue.lowercased())List", type: FieldType(primitive, isList: true)),
      ]
        + (primitive.canBeEncrypted
          ? [
            FieldDefinition(
              name: "\(primitive.rawValue.lowercased())Hidden",
              type: FieldType(primitive, isEncrypted: true)),
            FieldDefinition(
              name: "\(primitive.rawValue.lowercased())HiddenList",
              type: FieldType(primitive, isList: true, isEncrypted: true)),
          ] : [])
    }
    let systemIndexes = Dictionary(
      uniqueKeysWithValues: SystemField.allCases.map { ($0, Set([FieldIndex.queryable])) })
    return Schema(
      roles: ["editor"],
      recordTypes: [
        RecordTypeDefinition(
          name: "Golden", fields: fields, systemIndexes: systemIndexes,
          grants: ["editor": Set(SchemaPermission.allCases), "_world": [.read]])
      ])
  }()
}

extension GoldenStore {
  /// Opens a store in the folder, with the key of the golden file.
  static func open(_ directory: String) throws -> SQLiteStore {
    let key = directory + "/" + AtRestKey.fileName
    if !FileManager.default.fileExists(atPath: key) {
      try Data(secret.utf8).write(to: URL(filePath: key))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    }
    return try SQLiteStore(.directory(directory))
  }

  /// Writes everything through the contract.
  static func write(to store: some CloudStore) throws {
    try store.writeRegistry { registry throws in
      try registry.lockContainer(partition.container)
      try registry.insert(
        StoredPartition(partition: partition, incarnation: "golden", ownerName: "_public"))
      for account in accounts { try registry.insert(account) }
    }
    try store.write(in: partition) { transaction throws in
      try transaction.lockSchema()
      try transaction.setSchema(schema)
      var empty = zone
      empty.bytes = 0
      var zone = try transaction.insert(empty)
      for record in records {
        try transaction.save(record, in: zone)
        zone.charge(record.chargedBytes, for: record.record.creatorUserRecordName ?? "")
      }
      try transaction.save(share, of: zone)
      try transaction.setShortGUID("short-guid", of: zone, root: "root")
      for (scope, subscription) in subscriptions {
        try transaction.save(subscription, of: "_owner", scope)
      }
      try transaction.update(&zone)
    }
  }

  /// The tables of which the golden file has the rows, each with the order of its rows.
  private static let tables = [
    ("partition", "id"), ("account", "userRecordName"), ("schemaRole", "name"),
    ("recordType", "id"), ("recordTypeGrant", "recordType, role, permission"), ("field", "id"),
    ("zone", "incarnation"), ("record", "id"), ("recordReference", "record, target, action"),
    ("writer", "userRecordName"),
    ("share", "root"), ("participant", "position"), ("awaitedParticipant", "position"),
    ("shareLink", "shortGUID"), ("subscription", "scope, subscriptionID"),
  ]

  /// The rows as statements, one a line.
  static func rows(of directory: String) throws -> [String] {
    let database = try DatabaseQueue(path: directory + "/cloud.sqlite")
    let rows = try database.read { database in
      try tables.flatMap { table, order in
        let columns = try database.columns(in: table).map(\.name)
        let values = columns.map { "quote(\($0))" }.joined(separator: " || ', ' || ")
        return try String.fetchAll(
          database,
          sql: """
            SELECT 'INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (' || \(values)
              || ');' FROM \(table) ORDER BY \(order)
            """)
      }
    }
    try database.close()
    return rows
  }

  /// Fills the tables of an empty store with the golden rows.
  static func fill(_ directory: String) throws {
    try open(directory).close()
    let database = try DatabaseQueue(path: directory + "/cloud.sqlite")
    let rows = try String(contentsOf: file, encoding: .utf8)
    try database.write { try $0.execute(sql: rows) }
    try database.close()
  }

  /// The values that were sealed for a record, as text.
  static func opened(_ directory: String, _ name: String) throws -> String {
    let database = try DatabaseQueue(path: directory + "/cloud.sqlite")
    let sealed = try database.read {
      try Data.fetchOne(
        $0, sql: "SELECT sealed FROM record WHERE recordName = ?", arguments: [name])
    }
    try database.close()
    let key = AtRestKey(secret: secret).key(for: .fields, salt: Array(zone.incarnation.utf8))
    let box = try AES.GCM.SealedBox(combined: try #require(sealed))
    return String(
      decoding: try AES.GCM.open(box, using: key, authenticating: Data(name.utf8)), as: UTF8.self)
  }
}
