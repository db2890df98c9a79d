import CloudModel
import CloudPostgres
import CloudRules
import Foundation
import PostgresClient
import Synchronization
import TestSupport
import Testing

/// Two servers on one database, of which one breaks a promise of the store: what people see shows it.
///
/// The statements are changed on their way to the database, and nothing of the program is.
@Suite struct SabotageTests {
  enum Promise: CaseIterable, Sendable {
    /// A zone is locked before it is read.
    case lock
    /// A read sees one state.
    case snapshot
    /// Feeds are changed in one order.
    case order

    fileprivate var breach: DatabaseProxy.Change {
      switch self {
      case .lock: DatabaseProxy.Change("FOR UPDATE", to: "          ")
      case .snapshot: DatabaseProxy.Change("REPEATABLE READ", to: "READ COMMITTED ")
      case .order: DatabaseProxy.Change("s, n) ORDER BY n", to: "s, n) ORDER BY-n")
      }
    }

    /// Far more than a breach needs on average to show itself.
    fileprivate var attempts: Int {
      switch self {
      case .lock: 100
      case .snapshot: 400
      case .order: 1000
      }
    }
  }

  /// It depends on the moments at which the servers meet, so it is for a machine that does nothing else.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["ZONECHAT_TORTURE_SECONDS"] != nil,
      "‘make torture’ runs it"), arguments: Promise.allCases)
  func `a promise that one server breaks`(promise: Promise) async throws {
    let found = try await Self.violation(
      of: promise, attempts: promise.attempts, changes: [promise.breach])
    #expect(found != nil)
  }

  @Test(arguments: Promise.allCases)
  func `no violation where both servers keep it`(promise: Promise) async throws {
    let found = try await Self.violation(
      of: promise, attempts: promise.attempts / 10, changes: [])
    #expect(found == nil)
  }

  private static func violation(
    of promise: Promise, attempts: Int, changes: [DatabaseProxy.Change]
  ) async throws -> String? {
    let cluster = try await TestPostgres.shared()
    return try await DatabaseProxy.with(before: cluster, changing: changes) { proxy in
      try await cluster.withNamedDatabase { name in
        // Who waits in a circle is to learn it soon.
        try await cluster.run("ALTER DATABASE \(name) SET deadlock_timeout = '10ms'")
        let key = AtRestKey()
        let stores = try [cluster.folder, proxy.folder].map { folder in
          var limits = PostgresLimits()
          limits.connections = 4
          return try PostgresStore(
            cluster.address(database: name, ["host": folder.path]), limits: limits,
            random: { 0.5 }
          ) { _ in key }
        }
        let history = try FeedHistory(on: stores[0])
        var other = history
        other.move(to: stores[1], seed: 2)
        let pair = Pair(histories: [history, other], stores: stores)
        let found = try await pair.violation(of: promise, attempts: attempts)
        for store in stores { try store.close() }
        return found
      }
    }
  }
}

/// A cloud with two zones, in which alice shares a hierarchy with two guests, at two servers.
private struct Pair: Sendable {
  /// Of each server.
  let histories: [FeedHistory]
  let stores: [PostgresStore]

  /// Lets both servers work until something cannot be; nil if nothing is found.
  func violation(of promise: SabotageTests.Promise, attempts: Int) async throws -> String? {
    switch promise {
    case .lock: try await lost(attempts)
    case .snapshot: try await skipped(attempts)
    case .order: try await circle(attempts)
    }
  }

  /// Both add to one list; nothing that was acknowledged is lost.
  private func lost(_ attempts: Int) async throws -> String? {
    let zoneID = histories[0].zoneIDs[0]
    async let one = onThread { try histories[0].add(attempts, to: zoneID, as: "a") }
    async let other = onThread { try histories[1].add(attempts, to: zoneID, as: "b") }
    var seen = try await one
    seen.merge(try await other)
    let end = try histories[0].list(in: zoneID).entries
    return seen.violations(in: ["list": end]).first
  }

  /// One writes, and a guest follows the feeds at the other; the mirror is what a fresh reader finds.
  private func skipped(_ attempts: Int) async throws -> String? {
    var reader = FeedReader(histories[1].service, histories[1].guests[0], .shared)
    for attempt in 0..<attempts {
      let isOver = Atomic(false)
      async let writing: Void = onThread {
        defer { isOver.store(true, ordering: .relaxed) }
        var random = SplitMix64(seed: UInt64(attempt))
        for _ in 0..<4 { try histories[0].move(&random) }
      }
      let before = reader
      let following = try await onThread {
        var reader = before
        while !isOver.load(ordering: .relaxed) { _ = try reader.readPage(limit: 3) }
        try reader.readAll()
        return reader
      }
      try await writing
      reader = following
      var fresh = FeedReader(histories[0].service, histories[0].guests[0], .shared)
      try fresh.readAll()
      if reader.mirror != fresh.mirror { return "\(reader.mirror), not \(fresh.mirror)" }
    }
    return nil
  }

  /// Both write zones of their own, of which the same people are told; nobody waits in a circle.
  private func circle(_ attempts: Int) async throws -> String? {
    @Sendable func write(_ index: Int) throws {
      for _ in 0..<attempts where stores.allSatisfy({ $0.figures.repeated == 0 }) {
        try histories[index].touch(histories[index].zoneIDs[index])
      }
    }
    async let one: Void = onThread { try write(0) }
    async let other: Void = onThread { try write(1) }
    _ = try await (one, other)
    let count = stores.reduce(0) { $0 + $1.figures.repeated }
    return count > 0 ? "\(count) transactions ran again" : nil
  }
}

extension FeedHistory {
  /// The list in a zone, as entries, with its change tag.
  fileprivate func list(in zoneID: RecordZoneID) throws -> (entries: [String], tag: String?) {
    let recordID = RecordID(recordName: "list", zoneID: zoneID)
    let found = try service.records(for: [(recordID, nil)], by: alice, in: .private)
    guard let record = try? found.first?.result.get() else { return ([], nil) }  // It is new.
    guard case .string(let text)? = record["v"] else { return ([], record.recordChangeTag) }
    return (text.split(separator: " ").map(String.init), record.recordChangeTag)
  }

  /// Adds entries to the list, each to the list that was read.
  fileprivate func add(_ count: Int, to zoneID: RecordZoneID, as name: String) throws -> ListHistory
  {
    var seen = ListHistory()
    for number in 0..<count {
      let asked = ContinuousClock.now
      let list = try list(in: zoneID)
      seen.read(list.entries, of: "list", from: asked)
      let entry = "\(name)\(number)"
      let record = Record(
        recordType: "T", recordID: RecordID(recordName: "list", zoneID: zoneID),
        fields: ["v": .string((list.entries + [entry]).joined(separator: " "))],
        recordChangeTag: list.tag)
      let began = ContinuousClock.now
      let outcomes = try service.modifyRecords(
        [RecordModification(.save(record, savePolicy: .ifServerRecordUnchanged))],
        atomically: true, by: alice, in: .private)
      let isAdded = try outcomes.allSatisfy { outcome in
        switch outcome.result {
        case .success: return true
        case .failure(let error):
          guard error.code == .serverRecordChanged else { throw error }
          return false
        }
      }
      seen.added(entry, to: "list", isAdded ? .acknowledged : .refused, from: began)
    }
    return seen
  }

  /// Saves records of the first zone below the shared root, or outside of what is shared, in one step.
  fileprivate func move(_ random: inout SplitMix64) throws {
    let names = Self.recordNames.dropFirst().shuffled(using: &random).prefix(3)
    let modifications = names.map { name in
      let parent = Bool.random(using: &random) ? Self.recordNames[0] : nil
      return Self.record(name, under: parent, in: zoneIDs[0])
    }
    _ = try service.modifyRecords(modifications, atomically: true, by: alice, in: .private)
  }

  /// Saves the shared root of a zone.
  fileprivate func touch(_ zoneID: RecordZoneID) throws {
    _ = try service.modifyRecords(
      [Self.record(Self.recordNames[0], under: nil, in: zoneID)], atomically: true, by: alice,
      in: .private)
  }
}
