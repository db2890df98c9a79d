import AsyncHTTPClient
import CloudModel
import Foundation
import NIOCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Two servers on a database with a standby, which are killed, restarted, cut off and failed over while people write
/// and read.
///
/// `ZONECHAT_TORTURE_SECONDS` makes the first test longer, `ZONECHAT_TORTURE_SEED` repeats what people do and the
/// order of the events, though not their moments. `ZONECHAT_TORTURE_AWAY` is for how many seconds a database is away.
@Suite(.timeLimit(.minutes(120)))
struct TortureTests {
  private enum Event: CaseIterable {
    case serverKilled, serverRestarted, databaseKilled, databaseAway, failover, cut
    /// Nothing arrives for a while; requests wait as long as they may.
    case silence

    /// Those of one round of `make test`.
    static let quick = allCases.filter { $0 != .silence }
  }

  @Test func `nothing that was acknowledged is lost, and no reader skips a change`() async throws {
    let environment = ProcessInfo.processInfo.environment
    let seed =
      environment["ZONECHAT_TORTURE_SEED"].flatMap { UInt64($0) }
      ?? UInt64.random(in: 0...999_999_999)
    print("torture: ZONECHAT_TORTURE_SEED=\(seed)")
    let away = environment["ZONECHAT_TORTURE_AWAY"].flatMap { Int($0) } ?? 1
    let end = environment["ZONECHAT_TORTURE_SECONDS"].flatMap { Int($0) }
      .map { ContinuousClock.now + .seconds($0) }
    try await DatabasePair.with { database in
      try await DatabaseProxy.with(before: database.primary) { one in
        try await DatabaseProxy.with(before: database.standby) { other in
          try await Self.withServers([database.folders, [one.folder, other.folder]]) { keepers in
            let people = try await People.join(keepers.map(\.server), seed: seed)
            try await people.run { answers in
              var random = SplitMix64(seed: seed)
              let all = end == nil ? Event.quick : Event.allCases
              var events = all.shuffled(using: &random)
              while let event = events.popLast() {
                await answers.wait(for: Int.random(in: 10...60, using: &random))
                let keeper = keepers[Int.random(in: keepers.indices, using: &random)]
                switch event {
                case .serverKilled: keeper.signal(SIGKILL)
                case .serverRestarted: keeper.signal(SIGTERM)
                case .databaseKilled: try await database.restart()
                case .databaseAway:
                  try await database.restart {
                    try await people.expectLive(for: .seconds(away))
                  }
                case .failover: try await database.failOver()
                case .cut, .silence:
                  for proxy in [one, other] { proxy.take(event == .cut ? .refuses : .loses) }
                  await answers.wait(for: 40)
                  for proxy in [one, other] { proxy.take(.passes) }
                }
                if events.isEmpty, let end, ContinuousClock.now < end {
                  events = all.shuffled(using: &random)
                }
              }
              await answers.wait(for: 50)
            }
          }
        }
      }
    }
  }

  @Test func `who has seen what a failover has lost begins anew, and nobody skips anything`()
    async throws
  {
    let seed = UInt64.random(in: 0...999_999_999)
    let expired = "CHANGE_TOKEN_EXPIRED"
    try await DatabasePair.with { database in
      try await Self.withServers([database.folders, database.folders]) { keepers in
        let people = try await People.join(keepers.map(\.server), seed: seed)
        let (servers, account) = (people.servers, people.account)
        var client = CrashClient(servers: servers, account: account, index: 0, seed: seed)
        for _ in 0..<10 { _ = try await client.step() }
        let kept = try await people.save("r", over: nil)
        var early = CrashReader(servers: servers, account: account)
        #expect(try await early.catchUp() == [nil, nil], "seed \(seed)")
        // The standby is away, and its primary goes on alone.
        try await database.part()
        let lost = try await people.save("r", over: kept)
        for _ in 0..<20 { _ = try await client.step() }
        var ahead = CrashReader(servers: servers, account: account)
        #expect(try await ahead.catchUp() == [nil, nil], "seed \(seed)")
        try await database.failOverToWhatIsThere()
        try await Self.untilReady(keepers)
        // The feeds come past where the readers stand.
        let again = try await people.save("r", over: kept)
        for _ in 0..<40 { _ = try await client.step() }
        #expect(try await ahead.catchUp() == [expired, expired], "seed \(seed)")
        // What it knows was on the standby too.
        #expect(try await early.catchUp() == [nil, nil], "seed \(seed)")
        for reader in [ahead, early] { try await people.expectCurrent(reader) }
        // A tag that is lost fits nothing that was written since.
        #expect(again != nil && again != lost, "seed \(seed)")
        #expect(try await people.save("r", over: lost) == nil, "seed \(seed)")
        // With a standby again, nothing is lost and nobody begins anew.
        try await database.follow()
        #expect(try await ahead.catchUp() == [nil, nil], "seed \(seed)")
        try await database.failOver()
        try await Self.untilReady(keepers)
        #expect(try await ahead.catchUp() == [nil, nil], "seed \(seed)")
        try await people.expectCurrent(ahead)
      }
    }
  }

  private static func untilReady(_ keepers: [ServerKeeper]) async throws {
    for keeper in keepers {
      try await until("a server to find its database") { await keeper.isReady() }
    }
  }

  /// Runs `body` with a server for each list of folders with the sockets of the databases.
  private static func withServers(
    _ folders: [[URL]], _ body: ([ServerKeeper]) async throws -> Void
  ) async throws {
    try await Server.with(storage: "") { server in
      let servers = zip(["a", "b"], folders).map { name, folders in
        var one = server
        one.instance = name
        one.storage = DatabasePair.url(folders)
        return one
      }
      try await ServerKeeper.run(servers, body)
    }
  }
}

/// Those who write and read while everything is killed.
private struct People {
  private static let (writers, listers, readers) = (4, 3, 2)

  let servers: [Server]
  let account: Server.Account
  let seed: UInt64

  /// What one of them has seen.
  private struct Sight {
    var journal = CrashJournal()
    var history = ListHistory()
  }

  static func join(_ servers: [Server], seed: UInt64) async throws -> People {
    let account = try await servers[0].signUp("alice")
    _ = try await servers[1].post(
      "zones/modify", as: account,
      #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Z"}}}]}"#)
    return People(servers: servers, account: account, seed: seed)
  }

  /// Saves a record of theirs over the version with a change tag; its new tag, or nil where another version is there.
  func save(_ name: String, over tag: String?) async throws -> String? {
    struct Entry: Decodable { var recordChangeTag, serverErrorCode: String? }
    struct Entries: Decodable { var records: [Entry] }
    let (type, expected) = tag.map { ("update", #","recordChangeTag":"\#($0)""#) } ?? ("create", "")
    let answer = try await servers[0].post(
      "records/modify", as: account,
      #"{"zoneID":{"zoneName":"Z"},"operations":[{"operationType":"\#(type)","record":{"recordName":"\#(name)","recordType":"T","fields":{}\#(expected)}}]}"#
    )
    let entry = try #require(try answer.json(Entries.self).records.first)
    #expect([nil, "CONFLICT"].contains(entry.serverErrorCode), "seed \(seed)")
    return entry.serverErrorCode == nil ? entry.recordChangeTag : nil
  }

  /// Expects that servers, as far as they run, say at once that they live.
  func expectLive(for duration: Duration) async throws {
    let end = ContinuousClock.now + duration
    repeat {
      for server in servers {
        do {
          let answer = try await server.send("GET", "/extension/health", timeout: .seconds(5))
          #expect(answer.status == 200, "seed \(seed)")
        } catch let error as HTTPClientError where error == .deadlineExceeded {
          Issue.record("seed \(seed): a server does not answer")
        } catch {}  // It is killed, or starts.
      }
    } while ContinuousClock.now < end
  }

  /// Expects that a reader knows what one knows who begins anew.
  func expectCurrent(_ reader: CrashReader) async throws {
    var fresh = CrashReader(servers: servers, account: account)
    #expect(try await fresh.catchUp() == [nil, nil], "seed \(seed)")
    #expect(reader.tags == fresh.tags, "seed \(seed)")
  }

  /// Lets them work while `body` runs, and then holds what is in the cloud against what they saw.
  func run(_ body: (Answers) async throws -> Void) async throws {
    let (answers, ending) = (Answers(), CrashEnding())
    var sight = Sight()
    try await withThrowingTaskGroup(of: Sight.self) { group in
      for index in 0..<Self.writers {
        group.addTask {
          var client = CrashClient(servers: servers, account: account, index: index, seed: seed)
          while !ending.hasCome {
            if try await client.step() { answers.add() }
          }
          return Sight(journal: client.journal)
        }
      }
      for index in 0..<Self.listers {
        group.addTask {
          var client = ListClient(servers: servers, account: account, index: index, seed: seed)
          while !ending.hasCome {
            if try await client.step() { answers.add() }
          }
          return Sight(history: client.history)
        }
      }
      for _ in 0..<Self.readers {
        group.addTask {
          try await read(until: ending)
          return Sight()
        }
      }
      let outcome: Result<Void, any Error>
      do {
        outcome = .success(try await body(answers))
      } catch {
        outcome = .failure(error)
      }
      ending.come()
      for try await part in group {
        sight.journal.merge(part.journal)
        sight.history.merge(part.history)
      }
      try outcome.get()
    }
    for server in servers {
      try await until("a server") {
        (try? await server.send("GET", "/extension/ready"))?.status == 200  // It may be starting.
      }
      try await CrashVerdict(server: server, account: account, seed: seed)
        .judge(sight.journal, others: sight.history.lists)
      var client = ListClient(servers: [server], account: account, index: 0, seed: seed)
      let ends = try await client.ends(sight.history.lists)
      #expect(sight.history.violations(in: ends) == [], "seed \(seed)")
      #expect(sight.history.count(.acknowledged) > 0, "seed \(seed)")
    }
  }

  /// Follows the feeds; at the end the mirror is what somebody finds who begins anew.
  private func read(until ending: CrashEnding) async throws {
    var reader = CrashReader(servers: servers, account: account)
    func catchUp() async throws -> Bool {
      do {
        #expect(try await reader.catchUp() == [nil, nil], "seed \(seed)")
        return true
      } catch is CrashReader.Unanswered {
        return false
      }
    }
    while !ending.hasCome { _ = try await catchUp() }
    // Others may write until they see the end too.
    var isEqual = false
    try await until("a reader to be up to date") {
      guard try await catchUp() else { return false }
      var fresh = CrashReader(servers: servers, account: account)
      do {
        isEqual = try await fresh.catchUp() == [nil, nil] && fresh.tags == reader.tags
      } catch is CrashReader.Unanswered {
        return false
      }
      return isEqual
    }
    #expect(isEqual, "seed \(seed): a reader of the feeds has missed a change")
  }
}

/// Counts the answers that people get.
private final class Answers: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  /// Those that nobody waits for do not count.
  init() {
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func add() { continuation.yield() }

  func wait(for count: Int) async {
    var iterator = stream.makeAsyncIterator()
    for _ in 0..<count { await iterator.next(isolation: #isolation) }
  }
}
