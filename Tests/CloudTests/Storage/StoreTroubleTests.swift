import CloudModel
import CloudPostgres
import CloudRules
import Foundation
import PostgresClient
import Synchronization
import TestSupport
import Testing

/// Who learns what of a store that fails.
@Suite struct StoreTroubleTests {
  /// What was told, and a clock that stands until it is moved.
  private final class Listener: Sendable {
    private let state = Mutex((uptime: Duration.zero, events: [StoreTrouble.Event]()))

    func trouble() -> StoreTrouble {
      StoreTrouble(
        uptime: { self.state.withLock { $0.uptime } },
        tell: { event in self.state.withLock { $0.events.append(event) } })
    }

    func pass(_ duration: Duration) { state.withLock { $0.uptime += duration } }

    /// What was told since the last call.
    func take() -> [StoreTrouble.Event] {
      state.withLock { state in
        defer { state.events = [] }
        return state.events
      }
    }
  }

  private static func fail(_ trouble: StoreTrouble, _ error: any Error) {
    try? trouble.watching { () throws -> Void in throw error }  // It throws what it was given.
  }

  @Test func `each cause is told once, and the end once`() throws {
    let listener = Listener()
    let trouble = listener.trouble()
    let away = StoreError.database(reason: "PostgreSQL at db cannot be reached.")
    for _ in 0..<100 {
      Self.fail(trouble, away)
      // Some requests still find a connection.
      try trouble.watching {}
    }
    #expect(listener.take() == [.failing(cause: "PostgreSQL at db cannot be reached.")])
    listener.pass(.seconds(60))
    Self.fail(trouble, StoreError.database(reason: "PostgreSQL at db is starting."))
    Self.fail(trouble, away)
    #expect(listener.take() == [.failing(cause: "PostgreSQL at db is starting.")])
    listener.pass(StoreTrouble.quiet)
    try trouble.watching {}
    try trouble.watching {}
    #expect(listener.take() == [.over(after: .seconds(60))])
    Self.fail(trouble, away)
    #expect(listener.take() == [.failing(cause: "PostgreSQL at db cannot be reached.")])
  }

  @Test func `what a request does wrong, or waits for, is no trouble`() {
    let listener = Listener()
    let trouble = listener.trouble()
    let partition = Partition(container: "iCloud.none", environment: .development)
    for error: any Error in [
      StoreError.busy, StoreError.noSuchPartition(partition), StoreError.damaged(what: "a row"),
      CloudError(.serverRecordChanged, "changed"),
    ] {
      Self.fail(trouble, error)
    }
    #expect(listener.take().isEmpty)
  }

  @Test func `clients get none of the store's own words`() {
    let secret = "postgres://chat@db.example.org/chat"
    let errors: [StoreError] = [
      .newerVersion(path: secret, earlier: secret), .beforeFirstRelease(path: secret), .diskFull,
      .failed(reason: secret), .databaseFull(reason: secret), .busy, .database(reason: secret),
      .newerDatabase(secret), .uncertain, .damaged(what: secret), .moved(from: secret, to: secret),
      .inUse(place: secret, servers: [secret]),
      .fileDamaged(path: secret, reason: secret), .fileEmpty(path: secret),
    ]
    struct Unknown: Error, CustomStringConvertible { var description: String }
    for error in errors.map({ $0 as any Error }) + [Unknown(description: secret)] {
      let told = CloudError(storeFailure: error)
      #expect(!told.reason.contains("example"), "\(error)")
      #expect([.serviceUnavailable, .zoneBusy].contains(told.code), "\(error)")
    }
    let away = CloudError(storeFailure: StoreError.database(reason: secret))
    #expect(away.code == .serviceUnavailable && away.retryAfterSeconds == 5)
    #expect(away.reason == "The cloud cannot reach its data now. Try again in a moment.")
  }

  @Test func `a database that goes away is told to the log once, and to clients as a pause`()
    async throws
  {
    // What was confirmed outlives the crash.
    try await TestPostgres.withCluster(["synchronous_commit = on"]) { cluster in
      let listener = Listener()
      try await withPostgresCloud(in: cluster.address(), trouble: listener.trouble()) {
        cloud, _ in
        let alice = try await cloud.signUp("alice")
        try await cloud.makeZone("Z", of: alice)
        #expect(listener.take().isEmpty)
        try await cluster.crash(restarts: false)
        for operation in ["zones/list", "records/lookup", "records/modify"] {
          let answer = try await cloud.ask("POST", "private/\(operation)", as: alice, "{}")
          #expect(answer.status == 503, "\(answer.text)")
          #expect(answer.json["serverErrorCode"] == "TRY_AGAIN_LATER")
          #expect(answer.json["reason"] == .string(CloudError.storeUnavailable.reason))
          #expect(answer.json["retryAfter"] == 5)
        }
        let folder = cluster.folder.path
        let events = listener.take()
        guard case .failing(let cause) = events.first else {
          Issue.record("\(events)")
          return
        }
        #expect(events.count == 1 && cause.contains(folder), "\(events)")
        // The administrator, as whoever asks in process is, learns the cause.
        let ready = try await cloud.send("GET", "/extension/ready")
        #expect(ready.status == 503 && ready.text.contains(folder), "\(ready.text)")
        // The server itself is well: to start it again would help nobody.
        #expect(try await cloud.send("GET", "/extension/health").json == ["status": "ok"])
        try await cluster.start()
        listener.pass(StoreTrouble.quiet)
        let back = try await cloud.ask("POST", "private/zones/list", as: alice, "{}")
        #expect(back.status == 200, "\(back.text)")
        #expect(listener.take() == [.over(after: .zero)])
      }
    }
  }

  @Test func `a statement that takes too long is a pause for clients, and told to the log`()
    async throws
  {
    try await TestPostgres.shared().withDatabase { address in
      let listener = Listener()
      var limits = PostgresLimits()
      limits.lock = .seconds(60)
      limits.statement = .milliseconds(200)
      try await withPostgresCloud(in: address, limits: limits, trouble: listener.trouble()) {
        cloud, _ in
        let alice = try await cloud.signUp("alice")
        try await cloud.makeZone("Z", of: alice)
        let body: JSON = [
          "zoneID": .zone("Z"),
          "operations": [
            ["operationType": "create", "record": ["recordName": "r", "recordType": "T"]]
          ],
        ]
        try await whileOpen("SELECT 1 FROM zone WHERE zoneName = 'Z' FOR UPDATE", in: address) {
          _ in
          let answer = try await cloud.ask(
            "POST", "private/records/modify", as: alice, body.text)
          #expect(answer.status == 503, "\(answer.text)")
          #expect(answer.json["retryAfter"] == 5)
        }
        guard case .failing(let cause) = listener.take().first else {
          Issue.record("nothing was told")
          return
        }
        #expect(cause.hasPrefix("PostgreSQL took too long"), "\(cause)")
        let saved = try await cloud.ask("POST", "private/records/modify", as: alice, body.text)
        #expect(saved.status == 200, "\(saved.text)")
      }
    }
  }
}
