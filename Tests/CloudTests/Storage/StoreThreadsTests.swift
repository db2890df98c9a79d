import CloudModel
import CloudPostgres
import CloudRules
@preconcurrency import Dispatch
import PostgresClient
import Synchronization
import TestSupport
import Testing

/// The threads on which requests wait for PostgreSQL.
@Suite struct StoreThreadsTests {
  /// Far longer than the test takes, so that nothing ends by itself.
  private static var patient: PostgresLimits {
    var limits = PostgresLimits()
    limits.wait = .seconds(60)
    limits.lock = .seconds(60)
    limits.statement = .seconds(60)
    limits.use = .seconds(60)
    return limits
  }

  @Test func `sixteen writers wait for one zone, and reads and writes of others go on`()
    async throws
  {
    try await TestPostgres.shared().withDatabase { address in
      try await withPostgresCloud(in: address, limits: Self.patient) { cloud, _ in
        let alice = try await cloud.signUp("alice")
        for zone in ["Z", "Y"] { try await cloud.makeZone(zone, of: alice) }
        _ = try await cloud.modify("create", Self.record("there"), in: "Y", as: alice)
        try await whileOpen(
          "SELECT 1 FROM zone WHERE zoneName = 'Z' FOR UPDATE", in: address
        ) { release in
          try await withThrowingTaskGroup(of: JSON.self) { group in
            for number in 0..<16 {
              group.addTask {
                try await cloud.modify("create", Self.record("r\(number)"), as: alice)
              }
            }
            // A quarter of sixteen threads.
            #expect(try await eventually { try await Self.waiting(address) == 4 })
            for _ in 0..<16 {
              let found = try await cloud.post(
                "private/records/lookup", as: alice,
                ["zoneID": .zone("Y"), "records": [["recordName": "there"]]])
              #expect(found["records"][0]["recordName"] == "there")
            }
            let saved = try await cloud.modify(
              "create", Self.record("here"), in: "Y", as: alice)
            #expect(saved["recordName"] == "here")
            #expect(try await Self.waiting(address) == 4)
            release()
            var count = 0
            for try await entry in group {
              #expect(entry["serverErrorCode"] == .null, "\(entry)")
              count += 1
            }
            #expect(count == 16)
          }
        }
      }
    }
  }

  @Test func `who gets no thread in time is refused without having run, and comes back later`()
    async throws
  {
    try await TestPostgres.shared().withDatabase { address in
      var limits = Self.patient
      limits.connections = 4
      limits.wait = .milliseconds(20)
      let key = AtRestKey()
      let store = try PostgresStore(address, limits: limits, random: { 0.5 }) { _ in key }
      let zone = RecordZoneID(zoneName: "Z", ownerName: "_alice")
      let (begun, begin) = AsyncStream.makeStream(of: Void.self)
      let release = DispatchSemaphore(value: 0)
      try await withThrowingTaskGroup(of: Void.self) { group in
        var beginnings = begun.makeAsyncIterator()
        let hasRun = Atomic(false)
        let jobs: [Set<RecordZoneID>] = [[zone], [], [], []]
        for zones in jobs {
          group.addTask {
            try await store.onThread(writing: zones) {
              begin.yield()
              release.wait()
            }
          }
          await beginnings.next(isolation: #isolation)
          guard !zones.isEmpty else { continue }
          // One of four is the share of a zone.
          await #expect(throws: StoreError.busy) {
            try await store.onThread(writing: zones) { hasRun.store(true, ordering: .relaxed) }
          }
        }
        let refusal = await #expect(throws: StoreError.self) {
          try await store.onThread { hasRun.store(true, ordering: .relaxed) }
        }
        #expect(refusal.map { CloudError(storeFailure: $0).retryAfterSeconds } == 5)
        let ran = hasRun.load(ordering: .relaxed)
        #expect(!ran)
        for _ in 0..<4 { release.signal() }
        try await group.waitForAll()
      }
      #expect(try await store.onThread(writing: [zone]) { 7 } == 7)
      try store.close()
      await #expect(throws: StoreError.self) { try await store.onThread {} }
    }
  }

  @Test func `those that write no zone leave a quarter of the threads to those that do`()
    async throws
  {
    try await TestPostgres.shared().withDatabase { address in
      var limits = Self.patient
      limits.connections = 4
      let key = AtRestKey()
      let store = try PostgresStore(address, limits: limits, random: { 0.5 }) { _ in key }
      let (begun, begin) = AsyncStream.makeStream(of: Void.self)
      let release = DispatchSemaphore(value: 0)
      try await withThrowingTaskGroup(of: Void.self) { group in
        var beginnings = begun.makeAsyncIterator()
        for _ in 0..<4 {
          group.addTask {
            try await store.onThread {
              begin.yield()
              release.wait()
            }
          }
        }
        for _ in 0..<3 { await beginnings.next(isolation: #isolation) }
        #expect(try await eventually { store.waitingCount == 1 })
        for zone in ["Z", "Y"] {
          let zones = Set([RecordZoneID(zoneName: zone, ownerName: "_alice")])
          #expect(try await store.onThread(writing: zones) { 7 } == 7)
        }
        #expect(store.waitingCount == 1)
        for _ in 0..<4 { release.signal() }
        try await group.waitForAll()
      }
      try store.close()
    }
  }

  private static func record(_ name: String) -> JSON {
    ["recordName": .string(name), "recordType": "T", "fields": [:]]
  }

  /// How many connections wait for a lock.
  private static func waiting(_ address: PostgresAddress) async throws -> Int {
    try await onThread {
      try PostgresConnection.with(address) { connection in
        let rows = try connection.run(
          """
          SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'
          """)
        return try rows.first?.value(0, as: Int.self) ?? 0
      }
    }
  }
}
