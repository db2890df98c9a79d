import CloudClient
import CloudModel
import CloudServer
import CloudStorage
import CloudWire
import Foundation
import TestSupport
import Testing

/// The routes for the tests of other programs: reset, clock, journal, cheap accounts, the same names each time.
@Suite struct TestingRoutesTests {
  private static let plan = CloudPlan(
    containers: [
      ContainerPlan(
        identifier: "iCloud.example.lists",
        environments: [
          .init(
            environment: .development,
            settings: EnvironmentSettings(schemaLearning: .always))
        ]),
      ContainerPlan(
        identifier: "iCloud.example.strict",
        environments: [
          .init(
            environment: .development, settings: EnvironmentSettings(tokenRotation: .strict))
        ]),
    ], accounts: [.init(name: "planned", passphrase: "correct horse")])

  /// A cloud over TCP, as another program's test starts it; `body` is its administrator.
  private func withTestCloud<R: Sendable>(
    seed: UInt64? = nil, _ body: @escaping @Sendable (TestedCloud) async throws -> R
  ) async throws -> R {
    var configuration = CloudHost.Configuration(
      storage: .inMemory, tcp: .init(host: "127.0.0.1", port: 0), plan: Self.plan)
    configuration.seed = seed
    return try await withHost(configuration) { _, addresses in
      let address = try CloudAddress(addresses.urls[0])
      return try await CloudConnection.with(
        address, administratorToken: addresses.administratorToken
      ) { connection in
        try await CloudConnection.with(address) { stranger in
          try await body(TestedCloud(connection: connection, stranger: stranger))
        }
      }
    }
  }

  @Test func `a reset leaves what the plan says, and nothing else`() async throws {
    try await withTestCloud { cloud in
      let alice = try await cloud.person("alice")
      try await alice.write("one", in: "Z")
      let token = try await alice.token()
      let channel = try await alice.container.openNotificationChannel()
      _ = try await cloud.administration.add([CloudFault(effect: .dropBefore)])
      _ = try await cloud.administration.changeLimits(
        CloudLimitChanges(quotaBytes: 10))
      _ = try await cloud.administration.change(ClockRequest(advance: 3600, isFrozen: true))
      let limits = try await cloud.administration.limits()
      #expect(limits.quotaBytes == 10)

      try await cloud.administration.reset()

      let accounts = try await cloud.administration.inspect(.accounts, options: [])
      #expect(accounts.rows.map { $0["name"] } == [.text("planned")])
      #expect(
        try await cloud.administration.inspect(.zones, options: [("account", "planned")]).rows
          .isEmpty)
      #expect(try await cloud.administration.faults().isEmpty)
      #expect(try await cloud.administration.limits() == CloudLimitSettings())
      let clock = try await cloud.administration.clock()
      #expect(!clock.isFrozen && clock.ahead == 0)
      // Nobody is signed in any more, nobody's channel is there, and no token means anything.
      let refused = await #expect(throws: CloudError.self) { try await alice.write("two", in: "Z") }
      #expect(refused?.code == .notAuthenticated)
      await #expect(throws: CloudError.self) {
        try await alice.container.nextNotification(on: channel)
      }
      let again = try await cloud.person("alice")
      let stale = await #expect(throws: CloudError.self) {
        _ = try await again.changes(since: token)
      }
      #expect(stale?.code == .changeTokenExpired)
      try await again.write("three", in: "Z")
      #expect(try await again.changes(since: nil) == ["Z"])
    }
  }

  @Test func `a state is remembered by name, and restored in one call`() async throws {
    try await withTestCloud { cloud in
      let alice = try await cloud.person("alice")
      try await alice.write("one", in: "Z")
      try await cloud.administration.makeSnapshot("seeded")
      #expect(try await cloud.administration.snapshots() == ["seeded"])
      try await alice.write("two", in: "Y")
      _ = try await cloud.person("bob")
      for _ in 0..<3 {
        try await cloud.administration.restoreSnapshot("seeded")
        let accounts = try await cloud.administration.inspect(.accounts, options: [])
        #expect(accounts.rows.map { $0["name"] } == [.text("alice"), .text("planned")])
        // The session is of the snapshot too.
        #expect(try await alice.changes(since: nil) == ["Z"])
        try await alice.write("three", in: "X")
      }
      try await cloud.administration.reset()
      #expect(try await cloud.administration.snapshots() == ["seeded"])
      try await cloud.administration.restoreSnapshot("seeded")
      #expect(try await alice.changes(since: nil) == ["Z"])
      try await cloud.administration.deleteSnapshot("seeded")
      let gone = await #expect(throws: CloudError.self) {
        try await cloud.administration.restoreSnapshot("seeded")
      }
      #expect(gone?.code == .unknownItem)
      for number in 0..<16 { try await cloud.administration.makeSnapshot("s\(number)") }
      let full = await #expect(throws: CloudError.self) {
        try await cloud.administration.makeSnapshot("one-more")
      }
      #expect(full?.code == .limitExceeded)
    }
  }

  @Test(arguments: [nil, 7] as [UInt64?])
  func `change tags from before a restore are not given out again`(seed: UInt64?) async throws {
    try await withTestCloud(seed: seed) { cloud in
      let alice = try await cloud.person("alice")
      try await alice.write("record", in: "Z")
      try await cloud.administration.makeSnapshot("base")
      var tags: Set<String> = []
      for round in 0..<3 {
        try await alice.write("record", in: "Z", text: "round \(round)")
        let tag = try await alice.changeTag(of: "record", in: "Z")
        #expect(tags.insert(tag).inserted, "\(tag)")
        try await cloud.administration.restoreSnapshot("base")
      }
    }
  }

  @Test func `an asset of a remembered state is there again`() async throws {
    try await withTestCloud { cloud in
      let alice = try await cloud.person("alice")
      let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: file) }
      try Data("the bytes".utf8).write(to: file)
      try await alice.write("one", in: "Z", file: file)
      try await cloud.administration.makeSnapshot("base")
      try await cloud.administration.reset()
      try await cloud.administration.restoreSnapshot("base")
      #expect(try await alice.file(of: "one", in: "Z") == "the bytes")
    }
  }

  @Test func `one container is reset alone, and its schema is that of the plan`() async throws {
    try await withTestCloud { cloud in
      let (mine, other) = (
        try await cloud.person("alice"), try await cloud.person("bob", in: "iCloud.net.zonechat")
      )
      try await mine.write("one", in: "Z")
      try await other.write("one", in: "Z")
      try await cloud.administration.reset(container: "iCloud.example.lists")
      #expect(try await other.changes(since: nil) == ["Z"])
      let again = try await cloud.signIn("alice")
      #expect(try await again.changes(since: nil).isEmpty)
      let unknown = await #expect(throws: CloudError.self) {
        try await cloud.administration.reset(container: "iCloud.example.none")
      }
      #expect(unknown?.code == .unknownItem)
    }
  }

  @Test func `time goes forward by request, and ages with it`() async throws {
    try await withTestCloud { cloud in
      let alice = try await cloud.person("alice", in: "iCloud.example.strict")
      let before = try await cloud.administration.clock().now
      _ = try await cloud.administration.add([
        CloudFault(schedule: .init(duration: 86_400), effect: .dropBefore)
      ])
      // Where tokens rotate, the longest-lived one lasts two weeks.
      let after = try await cloud.administration.change(ClockRequest(advance: 15 * 86_400))
      #expect(after.now >= before + 15 * 86_400_000)
      let expired = await #expect(throws: CloudError.self) { try await alice.changes(since: nil) }
      #expect(expired?.code == .notAuthenticated)
      #expect(try await cloud.administration.faults().map(\.end) == [.time])
      for request in [
        ClockRequest(advance: -1), ClockRequest(now: before),
        ClockRequest(now: after.now, advance: 1),
        ClockRequest(advance: 1e15), ClockRequest(now: .max), ClockRequest(now: .min),
      ] {
        let refused = await #expect(throws: CloudError.self) {
          _ = try await cloud.administration.change(request)
        }
        #expect(refused?.code == .invalidArguments)
      }
      let frozen = try await cloud.administration.change(ClockRequest(isFrozen: true))
      #expect(try await cloud.administration.clock().now == frozen.now)
      #expect(
        try await cloud.administration.change(ClockRequest(advance: 1)).now == frozen.now + 1000)
    }
  }

  @Test func `the journal has each request of a client, and can be waited for`() async throws {
    try await withTestCloud { cloud in
      let alice = try await cloud.person("alice")
      let start = try await cloud.administration.requests().next
      async let first = cloud.administration.requests(after: start, waiting: 20)
      try await alice.write("one", in: "Z")
      #expect(try await first.requests.first?.operation == "zones/modify")
      let requests = try await cloud.administration.requests(after: start).requests
      #expect(requests.map(\.operation) == ["zones/modify", "records/modify"])
      #expect(requests.allSatisfy { $0.account == "alice" && $0.database == "private" })
      #expect(requests.allSatisfy { $0.zones == ["Z"] && $0.code == "OK" && $0.status == 200 })
      #expect(requests.map(\.number) == [start + 1, start + 2])
      // After a reset nothing is there, and something is waited for.
      try await cloud.administration.reset()
      async let awaited = cloud.administration.requests(waiting: 20)
      let again = try await cloud.person("alice")
      _ = try await again.changes(since: nil)
      #expect(try await awaited.requests.map(\.operation) == ["changes/database"])
      let nothing = try await cloud.administration.requests(
        after: requests[1].number + 1, waiting: 1)
      #expect(nothing.requests.isEmpty && nothing.next == requests[1].number + 1)
    }
  }

  @Test func `the journal has what became of single records, the tokens, and who was told`()
    async throws
  {
    try await withTestCloud { cloud in
      let alice = try await cloud.person("alice")
      try await alice.write("one", in: "Z")
      let start = try await cloud.administration.requests().next
      let database = alice.container.database(with: .private)
      let zone = RecordZoneID(zoneName: "Z", ownerName: RecordZoneID.currentUserDefaultName)
      let known = try await database.recordZoneChanges(
        inZoneWith: zone, since: nil, desiredKeys: nil, resultsLimit: nil)
      _ = try await database.records(
        for: [RecordID(recordName: "missing", zoneID: zone)], desiredKeys: nil)
      _ = try await database.recordZoneChanges(
        inZoneWith: zone, since: known.changeToken, desiredKeys: nil, resultsLimit: nil)
      // Another device of Alice is told, and the one that writes is not.
      let phone = try await cloud.signIn("alice", device: "phone")
      try await phone.container.database(with: .private).subscribe(
        .init(subscriptionID: "all", kind: .database))
      _ = try await phone.container.openNotificationChannel()
      try await alice.write("two", in: "Z")

      let requests = try await cloud.administration.requests(after: start).requests
      let token = known.changeToken.rawValue
      #expect(requests[0].tokens == [.init(from: nil, to: token)])
      #expect(requests[0].failures == nil && requests[0].told == nil)
      #expect(requests[1].operation == "records/lookup" && requests[1].code == "OK")
      #expect(requests[1].failures == ["NOT_FOUND"])
      #expect(requests[2].tokens == [.init(from: token, to: token)])
      #expect(requests.last?.operation == "records/modify")
      #expect(requests.last?.told == ["alice"])
      #expect(
        requests.last?.notices == [.init(account: "alice", clientId: "phone", of: "private")])
      #expect(requests.first { $0.operation == "subscriptions/modify" }?.told == nil)
    }
  }

  @Test func `faults begin anew with a reset`() async throws {
    try await withTestCloud(seed: 7) { cloud in
      var first: [FaultStatus]?
      for _ in 0..<2 {
        let added = try await cloud.administration.add([
          CloudFault(schedule: .init(probability: 0.5), effect: .dropBefore)
        ])
        #expect(added.map(\.fault) == (first ?? added).map(\.fault))
        first = added
        try await cloud.administration.reset()
      }
    }
  }

  @Test func `only the administrator may do any of this`() async throws {
    try await withTestCloud { cloud in
      let stranger = CloudAdministration(connection: cloud.stranger)
      let calls: [@Sendable () async throws -> Void] = [
        { try await stranger.reset() }, { _ = try await stranger.clock() },
        { _ = try await stranger.change(ClockRequest(advance: 1)) },
        { _ = try await stranger.requests() },
      ]
      for call in calls {
        let refused = await #expect(throws: CloudError.self) { try await call() }
        #expect(refused?.code == .permissionFailure)
      }
      // Without a passphrase an account is made, and signed in to, by the administrator alone.
      let account = await #expect(throws: CloudError.self) {
        _ = try await stranger.createAccount(named: "mallory")
      }
      #expect(account?.code == .invalidArguments)
      _ = try await cloud.person("alice")
      let session = await #expect(throws: CloudError.self) {
        _ = try await stranger.signIn(name: "alice")
      }
      #expect(session?.code == .invalidArguments)
    }
  }

  @Test func `a seed makes the same names and tokens in each cloud and after each reset`()
    async throws
  {
    let look: @Sendable (TestedCloud) async throws -> [String] = { cloud in
      let alice = try await cloud.person("alice")
      try await alice.write("one", in: "Z")
      let keys = alice.credentials
      return [keys.userRecordName, keys.webAuthToken, String(describing: try await alice.token())]
    }
    let first = try await withTestCloud(seed: 7) { cloud in
      let first = try await look(cloud)
      for _ in 0..<3 {
        try await cloud.administration.reset()
        #expect(try await look(cloud) == first)
      }
      return first
    }
    #expect(try await withTestCloud(seed: 7, look) == first)
    #expect(try await withTestCloud(seed: 8, look) != first)
  }

  @Test func `twenty clouds are reset again and again, and know nothing of one another`()
    async throws
  {
    let rounds = 100
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          try await withTestCloud { cloud in
            for round in 0..<rounds {
              let person = try await cloud.person("p\(number)")
              try await person.write("round \(round)", in: "zone-\(number)")
              #expect(try await person.changes(since: nil) == ["zone-\(number)"])
              try await cloud.administration.reset()
            }
            let accounts = try await cloud.administration.inspect(.accounts, options: [])
            #expect(accounts.rows.map { $0["name"] } == [.text("planned")])
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
