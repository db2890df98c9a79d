import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Two servers that are restarted one after the other, behind a load balancer, while people write.
@Suite(.timeLimit(.minutes(15)))
struct RollingUpgradeTests {
  private static let writers = 4

  @Test func `no request fails, and every record is there`() async throws {
    try await TestPostgres.withCluster { cluster in
      try await Server.with(storage: cluster.url()) { server in
        let servers = ["a", "b"].map { name in
          var one = server
          one.instance = name
          one.options = ["--drain", "2"]
          return one
        }
        try await ServerKeeper.run(servers) { keepers in
          let account = try await servers[0].signUp("alice")
          _ = try await servers[1].post(
            "zones/modify", as: account,
            #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Z"}}}]}"#)
          let (balancer, ending) = (Balancer(keepers), CrashEnding())
          try await withThrowingTaskGroup(of: [String].self) { group in
            group.addTask {
              while !ending.hasCome { await balancer.look() }
              return []
            }
            for index in 0..<Self.writers {
              group.addTask {
                var names: [String] = []
                while !ending.hasCome {
                  let name = "r\(index).\(names.count)"
                  let answer = try await balancer.next.post(
                    "records/modify", as: account,
                    #"{"zoneID":{"zoneName":"Z"},"operations":[{"operationType":"create","record":{"recordName":"\#(name)","recordType":"T","fields":{}}}]}"#
                  )
                  #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
                  names.append(name)
                }
                return names
              }
            }
            for index in keepers.indices {
              keepers[index].signal(SIGTERM)
              try await until("the balancer to leave a server") { !balancer.uses(index) }
              try await until("the server to be back") { balancer.uses(index) }
            }
            ending.come()
            var written: Set<String> = []
            for try await names in group { written.formUnion(names) }
            #expect(written.count > 100)
            var reader = CrashReader(servers: servers, account: account)
            #expect(try await reader.catchUp() == [nil, nil])
            #expect(written.subtracting(reader.tags.keys).isEmpty)
          }
        }
      }
    }
  }
}

/// Sends requests only to servers that say that they are ready.
private final class Balancer: Sendable {
  private let keepers: [ServerKeeper]
  private let state: Mutex<(ready: [Bool], turn: Int)>

  init(_ keepers: [ServerKeeper]) {
    self.keepers = keepers
    state = Mutex((keepers.map { _ in true }, 0))
  }

  /// Asks each server once.
  func look() async {
    for (index, keeper) in keepers.enumerated() {
      let isReady = await keeper.isReady()
      state.withLock { $0.ready[index] = isReady }
    }
  }

  func uses(_ index: Int) -> Bool { state.withLock { $0.ready[index] } }

  var next: Server {
    state.withLock { state in
      let ready = keepers.indices.filter { state.ready[$0] }
      state.turn += 1
      return keepers[ready.isEmpty ? 0 : ready[state.turn % ready.count]].server
    }
  }
}
