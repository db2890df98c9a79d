import CloudModel
import CloudPostgres
import CloudRules
import CloudStorage
import GRDB
import PostgresClient
import TestSupport
import Testing

/// Makes the stores on which `CloudStoreTests` runs; another engine is one more in `all`.
struct StoreFactory: Sendable, CustomTestStringConvertible {
  static let all = [
    StoreFactory("SQLite in memory", isKept: false) { body in
      try await body(StorePlace(damage: damageSQLite) { try SQLiteStore(.inMemory) })
    },
    StoreFactory("SQLite on disk", isKept: true) { body in
      try await withTemporaryDirectory { directory in
        try await body(
          StorePlace(damage: damageSQLite) { try SQLiteStore(.directory(directory)) })
      }
    },
    StoreFactory("PostgreSQL", isKept: true) { body in
      try await TestPostgres.shared().withDatabase(like: StorePlace.emptyCloud) { address in
        try await body(StorePlace(in: address))
      }
    },
  ]
  /// The engines that keep their data when they are closed.
  static let kept = all.filter(\.isKept)

  let testDescription: String
  let isKept: Bool
  /// Gives `body` a place of its own, and removes it afterwards.
  let run: @Sendable (_ body: (StorePlace) async throws -> Void) async throws -> Void

  private init(
    _ name: String, isKept: Bool,
    run: @escaping @Sendable (_ body: (StorePlace) async throws -> Void) async throws -> Void
  ) {
    testDescription = name
    self.isKept = isKept
    self.run = run
  }

  private static func damageSQLite(_ store: any CloudStore, _ row: DamagedRow) throws {
    let (table, change, key) = row.damage
    let condition = key.keys.map { "\($0) = :\($0)" }.joined(separator: " AND ")
    try #require(store as? SQLiteStore).database.write {
      try $0.execute(
        sql: "UPDATE \(table) SET \(change) WHERE \(condition)",
        arguments: StatementArguments(key))
    }
  }
}

/// Where a store is; it can be opened again after it was closed.
struct StorePlace: Sendable {
  /// Makes a row unreadable behind the back of the store.
  let damage: @Sendable (any CloudStore, DamagedRow) throws -> Void
  let open: @Sendable () throws -> any CloudStore

  init(
    damage: @escaping @Sendable (any CloudStore, DamagedRow) throws -> Void,
    open: @escaping @Sendable () throws -> any CloudStore
  ) {
    self.damage = damage
    self.open = open
  }

  /// A store in a database, whose key is in memory.
  init(in address: PostgresAddress) {
    let key = Self.key
    self.init(damage: { try Self.damage($1, in: address) }) {
      var limits = PostgresLimits()
      limits.connections = 8  // Tests run side by side, and share what the server gives out.
      return try PostgresStore(address, limits: limits, random: { 0.5 }) { _ in key }
    }
  }

  /// The tables, as a database that is copied: to make them takes longer than most tests.
  static let emptyCloud = TestPostgres.Template("cloud") { address in
    try StorePlace(in: address).open().close()
  }
  /// Every copy knows this key already.
  private static let key = AtRestKey()

  private static func damage(_ row: DamagedRow, in address: PostgresAddress) throws {
    let (table, change, key) = row.damage
    let names = key.keys.sorted()
    let condition = names.enumerated().map { "\($1) = $\($0 + 1)" }.joined(separator: " AND ")
    try PostgresConnection.with(address) { connection in
      _ = try connection.run(
        PostgresStatement(
          "UPDATE \(table) SET \(change) WHERE \(condition)", names.map { .text(key[$0]) }))
    }
  }
}

extension DamagedRow {
  /// The table of the row, what makes it unreadable, and the columns by which it is found.
  fileprivate var damage: (table: String, change: String, key: [String: String]) {
    switch self {
    case .record(_, let name): ("record", "fields = '{'", ["recordName": name])
    case .share(_, let root): ("share", "publicPermission = 'ALL'", ["root": root ?? ""])
    case .participant(_, let root, let user):
      ("participant", "role = 'BOSS'", ["root": root ?? "", "userRecordName": user])
    case .subscription(_, _, let id): ("subscription", "body = '{'", ["subscriptionID": id])
    }
  }
}

/// A store with one partition, three accounts and the zone `Z` of Alice.
struct StoreWorld: Sendable {
  static let partition = Partition(container: "iCloud.store", environment: .development)
  static let alice = StoredAccount(
    name: "Alice", userRecordName: "_alice", emailAddress: "alice@example.org")
  static let bob = StoredAccount(name: "bob", userRecordName: "_bob", firstName: "Bob")
  static let carol = StoredAccount(name: "carol", userRecordName: "_carol")
  static let zoneID = RecordZoneID(zoneName: "Z", ownerName: "_alice")

  let store: any CloudStore
  private let place: StorePlace

  static func run(_ factory: StoreFactory, _ body: (StoreWorld) throws -> Void) async throws {
    try await factory.run { place in
      let world = StoreWorld(store: try place.open(), place: place)
      try world.store.writeRegistry { registry throws in
        try registry.lockContainer(partition.container)
        try registry.insert(
          StoredPartition(partition: partition, incarnation: "p1", ownerName: "_public"))
        for account in [alice, bob, carol] { try registry.insert(account) }
      }
      _ = try world.write { transaction throws in
        try transaction.insert(StoredZone(zoneID: zoneID, incarnation: "z1", sequence: 0))
      }
      try body(world)
      try world.store.close()
    }
  }

  /// The same store, closed and opened again.
  func reopened() throws -> StoreWorld {
    try store.close()
    return StoreWorld(store: try place.open(), place: place)
  }

  func damage(_ row: DamagedRow) throws { try place.damage(store, row) }

  func read<T>(_ body: (any CloudReading) throws -> T) throws -> T {
    try store.read(in: Self.partition, body)
  }

  func write<T>(_ body: (any CloudTransaction) throws -> T) throws -> T {
    try store.write(in: Self.partition, body)
  }

  /// Reads with the zone `Z`.
  func look<T>(_ body: (any CloudReading, StoredZone) throws -> T) throws -> T {
    try read { reading in try body(reading, try #require(try reading.zone(Self.zoneID))) }
  }

  /// Locks and changes the zone `Z`, and stores its row at the end.
  @discardableResult
  func change<T>(_ body: (any CloudTransaction, inout LockedZone) throws -> T) throws -> T {
    try write { transaction throws in
      var zone = try #require(try transaction.lockZone(Self.zoneID))
      let value = try body(transaction, &zone)
      try transaction.update(&zone)
      return value
    }
  }
}

extension CloudTransaction {
  /// Saves a record at the end of the zone's feed, with its index entries, and charges ten bytes for
  /// each field.
  @discardableResult
  func put(
    _ name: String, _ fields: [String: FieldValue] = [:], type: String = "T",
    parent: String? = nil, coveredBy root: String? = nil, in zone: inout LockedZone,
    dueAt: Int64? = nil, by creator: String = "_alice"
  ) throws -> StoredRecord {
    let before = try record(named: name, in: zone.zone)
    var record = Record(
      recordType: type, recordID: RecordID(recordName: name, zoneID: zone.zone.zoneID),
      fields: fields)
    record.parent = parent
    var stored = StoredRecord(
      id: before?.id, record: record, changeCount: (before?.changeCount ?? 0) + 1,
      sequence: zone.advance(), isDeleted: false, coveredBy: root)
    stored.chargedBytes = Int64(fields.count) * 10
    zone.charge(stored.chargedBytes - (before?.chargedBytes ?? 0), for: creator)
    stored.record.creatorUserRecordName = creator
    let saved = try save(stored, in: zone)
    try updateIndex(of: saved, isNew: before == nil, in: zone, dueAt: dueAt)
    return saved
  }

  /// Leaves a tombstone of the record.
  func bury(_ name: String, in zone: inout LockedZone) throws {
    var stored = try #require(try record(named: name, in: zone.zone))
    stored.record.fields = [:]
    stored.record.parent = nil
    stored.isDeleted = true
    stored.changeCount += 1
    stored.sequence = zone.advance()
    zone.charge(-stored.chargedBytes, for: stored.record.creatorUserRecordName ?? "")
    stored.chargedBytes = 0
    let saved = try save(stored, in: zone)
    try updateIndex(of: saved, isNew: false, in: zone, dueAt: nil)
  }
}

extension [StoredRecord] {
  var names: [String] { map(\.record.recordID.recordName) }
}
