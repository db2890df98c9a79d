import CloudCore
import CloudModel
import CloudPostgres
import CloudRules
import CloudServer
import Foundation
import PostgresClient
import Synchronization
import TestSupport
import Testing

/// Two servers without HTTP on one database, which hear nothing of each other and look only when a test says so.
struct CourierPair: Sendable {
  static let partition = Partition(container: "iCloud.test", environment: .development)

  struct Server: Sendable {
    let name: String
    let store: PostgresStore
    let bus: SilentBus
    let courier: NotificationCourier
    let shared: SharedCourier
    let cloud: Cloud
  }

  let database: PostgresAddress
  let servers: [Server]
  let users: [String: String]

  static func run(
    clocksApart seconds: Double = 0,
    _ body: @escaping @Sendable (CourierPair) async throws -> Void
  ) async throws {
    try await TestPostgres.shared().withDatabase { address in
      let key = AtRestKey()
      let servers = try ["a", "b"].enumerated().map { index, name in
        var surroundings = Surroundings.deterministic(seed: UInt64(index))
        let now = surroundings.now
        surroundings.now = { now() + Double(index) * seconds }
        return try server(name, surroundings, on: address, key)
      }
      try servers[0].cloud.ensureContainer(partition.container)
      try servers[0].cloud.administration(of: partition).importSchema(
        text: """
          DEFINE SCHEMA RECORD TYPE Note (text STRING, secret ENCRYPTED STRING,
            GRANT READ TO "_world", GRANT CREATE TO "_icloud", GRANT WRITE TO "_creator");
          """)
      let accounts = AccountService(
        store: servers[0].store, surroundings: .deterministic(seed: 9))
      var users: [String: String] = [:]
      for name in ["alice", "bob"] {
        users[name] = try accounts.createAccount(named: name).userRecordName
      }
      try await body(CourierPair(database: address, servers: servers, users: users))
      for server in servers { try server.store.close() }
    }
  }

  private static func server(
    _ name: String, _ surroundings: Surroundings, on address: PostgresAddress, _ key: AtRestKey
  ) throws -> Server {
    var limits = PostgresLimits()
    limits.connections = 4
    let store = try PostgresStore(address, limits: limits, random: { 0.5 }) { _ in key }
    let bus = SilentBus()
    let courier = NotificationCourier(hold: .zero, server: name, surroundings: surroundings)
    let shared = SharedCourier(
      courier, of: name, store: store, bus: bus, surroundings: surroundings
    ) { courier.deliver($0) }
    try store.enter(ServerMark(name: name, run: "run-\(name)"))
    let conditions = CloudConditions(
      faults: FaultInjector(seed: 0, now: surroundings.now), surroundings: surroundings)
    let cloud = Cloud(
      store: store, surroundings: surroundings, conditions: conditions,
      tell: { shared.tell($0) })
    return Server(
      name: name, store: store, bus: bus, courier: courier, shared: shared, cloud: cloud)
  }

  /// A user's device that sends its requests to one server.
  func device(_ name: String, of user: String, at server: Int) -> InProcessContainer {
    InProcessContainer(
      cloud: servers[server].cloud, partition: Self.partition, relay: servers[server].shared,
      caller: caller(user, name))
  }

  func caller(_ user: String, _ device: String? = nil) -> Caller {
    Caller(userRecordName: users[user] ?? "_nobody", clientID: device)
  }

  func zoneID(_ name: String, of user: String) -> RecordZoneID {
    RecordZoneID(zoneName: name, ownerName: users[user] ?? "_nobody")
  }

  /// Runs a statement in the database of the servers.
  func run(_ sql: String) throws {
    try PostgresConnection.with(database) { _ = try $0.run(sql) }
  }

  /// The rows of a table, each as one text; bytes that are letters are shown as such.
  func rows(of table: String) throws -> [String] {
    try PostgresConnection.with(database) { connection in
      let body = table == "notice" ? "encode(body, 'escape')" : "CAST(t AS text)"
      return try connection.run("SELECT \(body) FROM \(table) AS t").map {
        try $0.value(0, as: String.self)
      }
    }
  }

  /// Every server looks at the feeds of all users with channels there.
  func look() throws {
    for server in servers {
      server.shared.tick()
      try server.shared.look()
    }
  }
}

/// A bus on which nothing is heard, and which remembers who was told of.
final class SilentBus: WakeBus {
  private let users = Mutex<[Set<UserKey>]>([])

  var told: [Set<UserKey>] { users.withLock(\.self) }

  func tell(_ users: Set<UserKey>) { self.users.withLock { $0.append(users) } }
  func listen(_ hear: @escaping @Sendable (Wake) -> Void) {}
  func close() {}
}

extension InProcessContainer {
  func makeZone(_ name: String) async throws {
    let zoneID = RecordZoneID(zoneName: name, ownerName: userRecordName)
    let results = try await database(with: .private).modifyRecordZones(
      saving: [RecordZone(zoneID: zoneID)], deleting: [])
    _ = try results.saveResults[zoneID]?.get()
  }

  func save(
    _ name: String, in zone: String, _ fields: [String: FieldValue] = ["text": .string("-")]
  ) async throws {
    let zoneID = RecordZoneID(zoneName: zone, ownerName: userRecordName)
    var record = Record(
      recordType: "Note", recordID: RecordID(recordName: name, zoneID: zoneID), fields: fields)
    if fields["secret"] != nil { record.encryptedKeys = ["secret"] }
    let results = try await database(with: .private).modifyRecords(
      saving: [record], deleting: [], savePolicy: .allKeys, atomically: true, desiredKeys: nil)
    _ = try results.saveResults[record.recordID]?.get()
  }
}
