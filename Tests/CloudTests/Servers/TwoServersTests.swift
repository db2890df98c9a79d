import CloudClient
import CloudCore
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Foundation
import Synchronization
import TestSupport
import Testing

/// Two servers on one database: what clients see of them, and what each must know of the other.
@Suite struct TwoServersTests {
  private static let all = Subscription(subscriptionID: "all", kind: .database)

  @Test func `the example of a load balancer has the paths of this program`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let example = try String(
      contentsOf: root.appending(path: "packaging/haproxy.cfg.example"), encoding: .utf8)
    #expect(
      example.contains("path_beg \(NotificationCourier.path) \(AssetLinks.uploadPrefix) }"))
    #expect(example.contains("uri /extension/ready "))
  }

  @Test func `a server on a database has figures of its connections and wakes`() async throws {
    try await TestPostgres.shared().withDatabase { address in
      try await withPostgresCloud(in: address) { cloud, _ in
        let text = try await cloud.send("GET", "/extension/metrics").text
        for name in [
          #"zonechat_database_connections{state="used"} "#, "zonechat_database_uses_total ",
          "zonechat_database_wait_seconds_total ", "zonechat_database_retries_total ",
          "zonechat_database_refused_total 0", "zonechat_database_failed_total 0",
          "zonechat_database_requests_waiting 0", "zonechat_wake_age_seconds 0",
          "zonechat_servers_heard 0",
        ] {
          #expect(text.contains("\n" + name), "\(name): \(text)")
        }
      }
    }
  }

  /// Alice's laptop at one server, and her phone, whose polls the other holds.
  private struct Devices {
    let laptop: HTTPCloudContainer
    let phone: HTTPCloudContainer
    let channel: NotificationChannel
    let zoneID: RecordZoneID

    init(of pair: ServerPair) async throws {
      let alice = try await pair.signUp("alice")
      laptop = pair.container(of: alice, on: "laptop", at: 0)
      phone = pair.container(of: alice, on: "phone", at: 1)
      zoneID = RecordZoneID(zoneName: "Z", ownerName: alice.userRecordName)
      let database = laptop.database(with: .private)
      _ = try await database.modifyRecordZones(saving: [RecordZone(zoneID: zoneID)], deleting: [])
      try await database.subscribe(TwoServersTests.all)
      channel = try await phone.openNotificationChannel()
    }

    func write(_ number: Int) async throws {
      let record = Record(
        recordType: "Note", recordID: RecordID(recordName: "r\(number)", zoneID: zoneID),
        fields: ["n": .int64(Int64(number))])
      let results = try await laptop.database(with: .private).modifyRecords(
        saving: [record], deleting: [], savePolicy: .allKeys, atomically: true, desiredKeys: nil)
      _ = try results.saveResults[record.recordID]?.get()
    }
  }

  private func run(
    configure: @escaping @Sendable (inout CloudHost.Configuration) -> Void = { _ in },
    _ body: @escaping @Sendable (ServerPair) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { directory in
      try await ServerPair.run(in: directory, configure: configure, body)
    }
  }

  @Test func `a write at one server wakes a poll at the other in a moment`() async throws {
    try await run { pair in
      let devices = try await Devices(of: pair)
      var times: [Duration] = []
      for number in 1...100 {
        async let push = devices.phone.nextPush(on: devices.channel)
        try await devices.write(number)
        let written = ContinuousClock.now
        #expect(try await push?.notification == .database(.private), "write \(number)")
        times.append(written.duration(to: .now))
      }
      let median = times.sorted()[50]
      if ProcessInfo.processInfo.environment["ZONECHAT_FIGURES"] != nil {
        print("from a write to the wake at another server: median \(median)")
      }
      // Looks without wakes are seconds apart.
      #expect(median < .seconds(1))
    }
  }

  @Test func `nothing is lost while servers cannot hear each other`() async throws {
    try await run { pair in
      let devices = try await Devices(of: pair)
      for number in 1...12 {
        try await pair.cutListeners()
        async let push = devices.phone.nextPush(on: devices.channel)
        try await devices.write(number)
        #expect(try await push?.notification == .database(.private), "write \(number)")
      }
    }
  }

  @Test func `a poll of a server that is gone says so, and a new channel goes on`() async throws {
    try await run { pair in
      let devices = try await Devices(of: pair)
      let path = devices.channel.courierPath
      #expect(path.hasPrefix("/courier/b/"))
      // A proxy sends it elsewhere when the server does not answer.
      let gone = await #expect(throws: CloudError.self) {
        try await devices.laptop.nextPush(on: devices.channel)
      }
      #expect(gone?.code == .unknownItem)
      let channel = try await pair.container(
        of: try await pair.signUp("bob", at: 1), on: "pad", at: 0
      ).openNotificationChannel()
      #expect(channel.courierPath.hasPrefix("/courier/a/"))
    }
  }

  @Test func `a poll ends with its session, which ends at the other server`() async throws {
    try await run { pair in
      let alice = try await pair.signUp("alice")
      let phone = pair.container(of: alice, on: "phone", at: 1)
      let channel = try await phone.openNotificationChannel()
      try await pair.administration(at: 0).signOut(alice)
      let ended = await #expect(throws: CloudError.self) {
        // Held polls are answered with nothing when their channel ends.
        while try await phone.nextPush(on: channel) == nil {}
      }
      #expect(ended?.code == .unknownItem)
      let refused = await #expect(throws: CloudError.self) {
        try await phone.currentUserIdentity()
      }
      #expect(refused?.code == .notAuthenticated)
    }
  }

  @Test func `of fifty uses of a strict token over two servers exactly one wins`() async throws {
    try await run(configure: { configuration in
      configuration.plan = CloudPlan(containers: [
        ContainerPlan(
          identifier: CloudHost.Configuration.defaultContainer,
          environments: [
            .init(
              environment: .development,
              settings: EnvironmentSettings(
                tokenRotation: .strict, schemaLearning: .always))
          ])
      ])
    }) { pair in
      for round in 1...4 {
        let user = try await pair.signUp("user\(round)", at: round % 2)
        let devices = (0..<2).map { pair.container(of: user, on: "phone", at: $0) }
        let outcomes = await withTaskGroup(of: Bool.self) { group in
          for use in 0..<50 {
            group.addTask { (try? await devices[use % 2].currentUserIdentity()) != nil }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 } == 1, "round \(round)")
      }
    }
  }

  @Test func `limits that are set at one server hold at the other within two seconds`()
    async throws
  {
    try await run { pair in
      _ = try await pair.signUp("alice")
      try await pair.asAdministrator(at: 0) {
        _ = try await $0.changeLimits(CloudLimitChanges(zoneWriters: 7))
      }
      let start = ContinuousClock.now
      try await pair.asAdministrator(at: 1) { administration in
        while try await administration.limits().zoneWriters != 7 {
          try #require(start.duration(to: .now) < .seconds(20))
        }
      }
    }
  }

  @Test func `servers have the same secrets, and one with others is refused`() async throws {
    try await run { pair in
      let tokens = try pair.folders.map {
        try String(contentsOfFile: $0 + "/admin.token", encoding: .utf8)
      }
      #expect(tokens[0] == tokens[1])
      let third = (pair.folders[0] as NSString).deletingLastPathComponent + "/c"
      try FileManager.default.createDirectory(
        atPath: third, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      var configuration = ServerPair.configuration(of: "c", on: pair.database, in: third)
      _ = FileManager.default.createFile(
        atPath: third + "/admin.token", contents: Data(String(repeating: "x", count: 64).utf8),
        attributes: [.posixPermissions: 0o600])
      let first = configuration
      await #expect(throws: HostError.secretDiffers(third + "/admin.token")) {
        try await withCloud(first) { _ in }
      }
      try FileManager.default.removeItem(atPath: third + "/admin.token")
      configuration.assetsFolder = third + "/files"
      let second = configuration
      let refused = await #expect(throws: HostError.self) {
        try await withCloud(second) { _ in }
      }
      #expect("\(try #require(refused))".contains("--assets"))
    }
  }

  @Test func `a file that one server has received is served by the other, whole or in parts`()
    async throws
  {
    try await run { pair in
      let alice = try await pair.signUp("alice")
      let devices = (0..<2).map { pair.container(of: alice, on: "phone", at: $0) }
      let recordID = RecordID(
        recordName: "r",
        zoneID: RecordZoneID(
          zoneName: RecordZoneID.defaultZoneName, ownerName: alice.userRecordName))
      try await AssetFiles.with { files in
        try files.write()
        let asset = try await devices[0].database(with: .private).upload(
          files.source, for: recordID)
        let record = Record(
          recordType: "Photo", recordID: recordID, fields: ["image": .asset(asset)])
        let results = try await devices[0].database(with: .private).modifyRecords(
          saving: [record], deleting: [], savePolicy: .allKeys, atomically: false,
          desiredKeys: nil)
        _ = try results.saveResults[recordID]?.get()
        let found = try await devices[1].database(with: .private)
          .records(for: [recordID], desiredKeys: nil)[recordID]?.get()
        guard case .asset(let stored)? = found?.fields["image"] else {
          Issue.record("the record has no asset")
          return
        }
        // A download that was interrupted goes on where it was.
        try AssetFiles.bytes.prefix(700_001).write(to: files.target)
        try await devices[1].database(with: .private).downloadAsset(
          stored, to: files.target, progress: { _ in })
        #expect(try files.downloaded() == AssetFiles.bytes)
      }
    }
  }

  @Test func `two servers that start at the same time make everything once`() async throws {
    try await withTemporaryDirectory { directory in
      try await TestPostgres.shared().withDatabase { database in
        let plan = CloudPlan(accounts: [.init(name: "alice", passphrase: testPassphrase)])
        try await withThrowingTaskGroup(of: Void.self) { group in
          for (seed, name) in ServerPair.names.enumerated() {
            var configuration = ServerPair.configuration(
              of: name, on: database, in: "\(directory)/\(name)")
            configuration.plan = plan
            let chosen = configuration
            group.addTask {
              try await withCloud(chosen, surroundings: .deterministic(seed: UInt64(seed))) {
                let signedIn = try await CloudAdministration(connection: $0)
                  .signIn(name: "alice", passphrase: testPassphrase)
                #expect(signedIn.name == "alice")
              }
            }
          }
          try await group.waitForAll()
        }
      }
    }
  }
}
