import CloudModel
import CloudPostgres
import CloudRules
import Foundation
import PostgresClient
import TestSupport
import Testing

/// A network between a server and its database that loses everything, without a word to either.
@Suite struct SilentDatabaseTests {
  /// Short, so that the test need not wait for long; the usual ones keep the same proportions.
  private static var limits: PostgresLimits {
    var limits = PostgresLimits()
    limits.connections = 4
    limits.wait = .milliseconds(200)
    limits.connect = .milliseconds(500)
    limits.statement = .milliseconds(900)
    limits.use = .seconds(1)
    return limits
  }

  @Test func `no thread waits longer than it may, and all goes on afterwards`() async throws {
    let cluster = try await TestPostgres.shared()
    try await DatabaseProxy.with(before: cluster) { proxy in
      try await cluster.withNamedDatabase { name in
        let address = try cluster.address(database: name, ["host": proxy.folder.path])
        try await withPostgresCloud(in: address, limits: Self.limits) { cloud, store in
          let alice = try await cloud.signUp("alice")
          try await cloud.makeZone("Z", of: alice)
          proxy.take(.loses)
          // Some have a connection that was good a moment ago, the others open new ones.
          let times = try await withThrowingTaskGroup(of: Duration?.self) { group in
            for _ in 0..<12 {
              group.addTask {
                try? await store.onThread {  // Refused is answered too.
                  ContinuousClock().measure {
                    #expect(throws: StoreError.self) { try store.readRegistry { try $0.census() } }
                  }
                }
              }
            }
            var times: [Duration] = []
            for try await time in group { if let time { times.append(time) } }
            return times
          }
          #expect(!times.isEmpty)
          let most = Self.limits.use + .seconds(1)
          #expect(times.allSatisfy { $0 <= most }, "\(times)")
          let refused = try await cloud.ask("POST", "private/zones/list", as: alice, "{}")
          #expect(refused.status == 503, "\(refused.text)")
          #expect(try await cloud.send("GET", "/extension/health").json == ["status": "ok"])
          proxy.take(.passes)
          var last = ""
          let isBack = try await eventually {
            let answer = try await cloud.ask("POST", "private/zones/list", as: alice, "{}")
            last = answer.text
            return answer.status == 200
          }
          #expect(isBack, "\(last)")
        }
      }
    }
  }
}
