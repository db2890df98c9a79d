import CloudClient
import CloudCore
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import CloudWire
import Foundation
import Synchronization
import Testing

/// The delays that an administrator sets for clients: indexes that are behind, and queries that take their time.
@Suite struct WaitingTests {
  private static let query = Query(recordType: "Message")

  /// Alice's private database at a cloud over TCP, and its administrator.
  private struct Place {
    let host: CloudHost
    let administration: CloudAdministration
    let database: any CloudDatabase
    let zoneID: RecordZoneID

    func save(_ name: String) async throws {
      let record = Record(
        recordType: "Message", recordID: RecordID(recordName: name, zoneID: zoneID),
        fields: ["text": .string("hello")])
      let saved = try await database.modifyRecords(
        saving: [record], deleting: [], savePolicy: .allKeys, atomically: false)
      _ = try saved.saveResults[record.recordID]?.get()
    }

    func changes(
      since token: ServerChangeToken?, limit: Int? = nil
    ) async throws -> RecordZoneChanges {
      try await database.recordZoneChanges(
        inZoneWith: zoneID, since: token, desiredKeys: nil, resultsLimit: limit)
    }

    func found() async throws -> [String] {
      try await database.records(
        matching: WaitingTests.query, inZoneWith: zoneID, desiredKeys: nil, resultsLimit: nil
      ).matchResults.map(\.0.recordName).sorted()
    }
  }

  private func withPlace(
    _ plan: CloudPlan = CloudPlan(), _ body: @escaping @Sendable (Place) async throws -> Void
  ) async throws {
    let configuration = CloudHost.Configuration(
      storage: .inMemory, tcp: .init(host: "127.0.0.1", port: 0), plan: plan)
    try await withHost(configuration) { host, addresses in
      try await CloudConnection.with(
        CloudAddress(addresses.urls[0]), administratorToken: addresses.administratorToken
      ) { connection in
        let administration = CloudAdministration(connection: connection)
        let credentials = try await administration.createAccount(named: "alice")
        let database = HTTPCloudContainer(
          connection: connection, credentials: credentials, clientID: "test"
        ).database(with: .private)
        let zoneID = RecordZoneID(zoneName: "Z", ownerName: credentials.userRecordName)
        _ = try await database.modifyRecordZones(
          saving: [RecordZone(zoneID: zoneID)], deleting: [])
        try await administration.importSchema(
          #"DEFINE SCHEMA RECORD TYPE Message ("___recordID" REFERENCE QUERYABLE, text STRING);"#,
          to: CloudHost.Configuration.defaultContainer, in: .development)
        try await body(
          Place(
            host: host, administration: administration, database: database, zoneID: zoneID))
      }
    }
  }

  @Test func `indexes are behind by the cloud's clock, until that is switched off`() async throws {
    try await withPlace(CloudPlan(limits: .init(indexLagMilliseconds: 3000))) { place in
      _ = try await place.administration.change(ClockRequest(isFrozen: true))
      try await place.save("one")
      #expect(try await place.found() == [])
      _ = try await place.administration.change(ClockRequest(advance: 2.5))
      try await place.save("two")
      #expect(try await place.found() == [])
      _ = try await place.administration.change(ClockRequest(advance: 0.5))
      #expect(try await place.found() == ["one"])
      let limits = try await place.administration.changeLimits(.init(indexLagMilliseconds: 0))
      #expect(limits.indexLagMilliseconds == 0)
      try await place.save("three")
      #expect(try await place.found() == ["one", "three"])
      // A reset goes back to what the plan says.
      try await place.administration.reset()
      #expect(try await place.administration.limits().indexLagMilliseconds == 3000)
    }
  }

  @Test func `a change token expires by the cloud's clock, until that is switched off`()
    async throws
  {
    try await withPlace(CloudPlan(limits: .init(tokenLifetimeSeconds: 60))) { place in
      _ = try await place.administration.change(ClockRequest(isFrozen: true))
      try await place.save("one")
      let start = try await place.changes(since: nil).changeToken
      try await place.save("two")
      _ = try await place.administration.change(ClockRequest(advance: 60))
      _ = try await place.changes(since: start)
      _ = try await place.administration.change(ClockRequest(advance: 1))
      let error = await #expect(throws: CloudError.self) {
        _ = try await place.changes(since: start)
      }
      #expect(error?.code == .changeTokenExpired)
      let limits = try await place.administration.changeLimits(.init(tokenLifetimeSeconds: 0))
      #expect(limits.tokenLifetimeSeconds == 0)
      _ = try await place.changes(since: start)
      // A reset goes back to what the plan says.
      try await place.administration.reset()
      #expect(try await place.administration.limits().tokenLifetimeSeconds == 60)
    }
  }

  @Test func `whoever is pages behind reads old changes to the end, each page within a lifetime`()
    async throws
  {
    try await withPlace(CloudPlan(limits: .init(tokenLifetimeSeconds: 60))) { place in
      _ = try await place.administration.change(ClockRequest(isFrozen: true))
      let names = (1...5).map { "r\($0)" }
      for name in names { try await place.save(name) }
      let other = RecordZoneID(zoneName: "Y", ownerName: place.zoneID.ownerName)
      _ = try await place.database.modifyRecordZones(
        saving: [RecordZone(zoneID: other)], deleting: [])
      _ = try await place.administration.change(ClockRequest(advance: 3600))
      let zones = try await place.database.databaseChanges(since: nil, resultsLimit: 1)
      let first = try await place.changes(since: nil, limit: 2)
      _ = try await place.administration.change(ClockRequest(advance: 60))
      let second = try await place.changes(since: first.changeToken, limit: 2)
      let moreZones = try await place.database.databaseChanges(
        since: zones.changeToken, resultsLimit: 1)
      #expect(zones.modifications + moreZones.modifications == [place.zoneID, other])
      _ = try await place.administration.change(ClockRequest(advance: 60))
      let third = try await place.changes(since: second.changeToken, limit: 2)
      let read = [first, second, third].flatMap(\.modifications)
      #expect(read.map(\.recordID.recordName) == names)
      #expect(first.moreComing && second.moreComing && !third.moreComing)
      // Those that are older than the lifetime have expired.
      let error = await #expect(throws: CloudError.self) {
        _ = try await place.changes(since: first.changeToken, limit: 2)
      }
      #expect(error?.code == .changeTokenExpired)
      let zoneError = await #expect(throws: CloudError.self) {
        _ = try await place.database.databaseChanges(since: zones.changeToken, resultsLimit: 1)
      }
      #expect(zoneError?.code == .changeTokenExpired)
    }
  }

  @Test func `the longer lag counts, of the environment's and the cloud's`() async throws {
    try await withPlace { place in
      let container = CloudHost.Configuration.defaultContainer
      _ = try await place.administration.change(ClockRequest(isFrozen: true))
      _ = try await place.administration.change(
        EnvironmentSettings(indexLagMilliseconds: 1000), of: container, .development)
      _ = try await place.administration.changeLimits(.init(indexLagMilliseconds: 2000))
      try await place.save("one")
      _ = try await place.administration.change(ClockRequest(advance: 1))
      #expect(try await place.found() == [])
      _ = try await place.administration.change(ClockRequest(advance: 1))
      #expect(try await place.found() == ["one"])
    }
  }

  @Test func `a query waits until the cloud's time has passed`() async throws {
    try await withPlace { place in
      try await place.save("one")
      _ = try await place.administration.change(ClockRequest(isFrozen: true))
      _ = try await place.administration.changeLimits(.init(queryDelayMilliseconds: 20_000))
      let before = try await place.administration.clock().now
      try await withThrowingTaskGroup(of: [String].self) { group in
        group.addTask { try await place.found() }
        group.addTask {
          // Other requests do not wait, and time passes only here.
          while !Task.isCancelled {
            _ = try await place.administration.change(ClockRequest(advance: 5))
          }
          return []
        }
        let found = try await group.next()
        #expect(found == ["one"])
        group.cancelAll()
      }
      #expect(try await place.administration.clock().now - before >= 20_000)
    }
  }

  @Test func `a cloud that ends answers the queries that wait`() async throws {
    try await withPlace { place in
      try await place.save("one")
      _ = try await place.administration.change(ClockRequest(isFrozen: true))
      _ = try await place.administration.changeLimits(.init(queryDelayMilliseconds: 20_000))
      while place.host.idleSince == nil { await Task.yield() }
      async let found = place.found()
      while place.host.idleSince != nil { await Task.yield() }
      place.host.stop()
      #expect(try await found == ["one"])
    }
  }

  @Test func `only queries wait`() async throws {
    let surroundings = Surroundings.deterministic()
    let waits = Mutex<[Duration]>([])
    let conditions = CloudConditions(
      faults: FaultInjector(seed: 0, now: surroundings.now), surroundings: surroundings,
      passTime: { duration in waits.withLock { $0.append(duration) } })
    let partition = Partition(container: "iCloud.a", environment: .development)
    let perform = { (operation: String) async throws in
      try await conditions.perform(FaultEvent(user: "_a", in: partition, operation: operation)) {
        _ in
      }
    }
    try await perform("records/query")
    conditions.setLimits(
      CloudLimitSettings().changed(by: .init(queryDelayMilliseconds: 7), user: nil))
    for operation in ["records/query", "records/lookup", "records/modify", "changes/zone"] {
      try await perform(operation)
    }
    #expect(waits.withLock { $0 } == [.milliseconds(7)])
  }

  @Test(arguments: [
    CloudLimitChanges(indexLagMilliseconds: -1), .init(indexLagMilliseconds: 86_400_001),
    .init(queryDelayMilliseconds: -1), .init(queryDelayMilliseconds: 60_001),
    .init(tokenLifetimeSeconds: -1), .init(tokenLifetimeSeconds: 1_000_000_001),
  ])
  func `a time that cannot be meant is refused`(change: CloudLimitChanges) {
    #expect(throws: CloudError.self) {
      try CloudLimitSettings().changed(by: change, user: nil).check()
    }
  }
}
