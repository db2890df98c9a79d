import CloudCore
import CloudModel
import CloudRules
import Foundation
import Synchronization
import Testing

/// When a fault fires, for whom, and how it ends.
@Suite struct FaultPlanTests {
  private static let event = FaultEvent(
    user: "_a", in: Partition(container: "iCloud.test", environment: .development),
    operation: "records/modify", scope: .private,
    targets: [.init(zone: "chat-1", record: "r", recordType: "T")])

  private func injector(
    _ faults: CloudFault..., seed: UInt64 = 1,
    now: @escaping @Sendable () -> Date = { .distantPast }
  ) throws -> FaultInjector {
    let injector = FaultInjector(
      seed: seed, now: now, userRecordName: { $0.lowercased() == "alice" ? "_a" : nil })
    try injector.add(faults)
    return injector
  }

  /// Which of some equal requests are dropped, as a line of points and crosses.
  private func pattern(_ schedule: CloudFault.Schedule, seed: UInt64 = 1) throws -> String {
    let injector = try injector(
      CloudFault(schedule: schedule, effect: .dropBefore), seed: seed)
    return (0..<12).map { _ in
      injector.decision(on: Self.event).action == .dropBefore ? "x" : "."
    }.joined()
  }

  @Test func `a schedule skips, picks every nth, and ends after its count`() throws {
    #expect(try pattern(.init()) == "xxxxxxxxxxxx")
    #expect(try pattern(.init(every: 3)) == "..x..x..x..x")
    #expect(try pattern(.init(every: 2, skip: 3)) == "....x.x.x.x.")
    #expect(try pattern(.init(count: 2)) == "xx..........")
    #expect(try pattern(.init(every: 2, skip: 1, count: 2)) == "..x.x.......")
    #expect(try pattern(.init(probability: 0)) == "............")
  }

  @Test func `the same seed decides the same, another one otherwise`() throws {
    let half = CloudFault.Schedule(probability: 0.5)
    #expect(try pattern(half, seed: 7) == pattern(half, seed: 7))
    #expect(try pattern(half, seed: 7) != pattern(half, seed: 8))
    let own = CloudFault.Schedule(probability: 0.5, seed: 99)
    #expect(try pattern(own, seed: 7) == pattern(own, seed: 8))
  }

  @Test func `a fault decides alike whatever other faults there are`() throws {
    let watched = CloudFault(
      id: "w", schedule: .init(probability: 0.4, seed: 5), effect: .delay(milliseconds: 1))
    let alone = try injector(watched)
    let among = try injector(
      CloudFault(schedule: .init(probability: 0.5), effect: .skewClock(seconds: 1)), watched)
    for _ in 0..<50 {
      #expect(
        alone.decision(on: Self.event).delayMilliseconds
          == among.decision(on: Self.event).delayMilliseconds)
    }
  }

  private static let filters: [(filter: CloudFault.Filter, admits: Bool)] = [
    (.init(), true), (.init(account: "alice"), true), (.init(account: "ALICE"), true),
    (.init(account: "_a"), true), (.init(account: "bob"), false), (.init(account: "_b"), false),
    (.init(container: "iCloud.*"), true), (.init(container: "iCloud.other"), false),
    (.init(environment: "development"), true), (.init(environment: "production"), false),
    (.init(operation: "records/modify"), true), (.init(operation: "records/*"), true),
    (.init(operation: "zones/*"), false), (.init(database: "private"), true),
    (.init(database: "shared"), false), (.init(zone: "chat-?"), true),
    (.init(zone: "chat-*"), true), (.init(zone: "*1"), true), (.init(zone: "chat"), false),
    (.init(record: "r"), true), (.init(record: "s"), false), (.init(recordType: "T"), true),
    (.init(recordType: "?T"), false), (.init(zone: "chat-1", record: "s"), false),
  ]

  @Test func `a filter lets through what it names`() throws {
    for (filter, admits) in Self.filters {
      let injector = try injector(CloudFault(filter: filter, effect: .dropAfter))
      let action = injector.decision(on: Self.event).action
      #expect((action == .dropAfter) == admits, "\(filter)")
      #expect(injector.statuses.first?.seen == (admits ? 1 : 0))
    }
  }

  @Test func `an account may get its name after the fault`() throws {
    let known = Mutex(false)
    let injector = FaultInjector(
      seed: 1, now: { .distantPast },
      userRecordName: { _ in known.withLock { $0 } ? "_a" : nil })
    try injector.add([CloudFault(filter: .init(account: "alice"), effect: .dropBefore)])
    #expect(injector.decision(on: Self.event).action == .proceed)
    known.withLock { $0 = true }
    #expect(injector.decision(on: Self.event).action == .dropBefore)
  }

  @Test func `delays add up, and the first that ends a request wins`() throws {
    let injector = try injector(
      CloudFault(effect: .delay(milliseconds: 20)),
      CloudFault(effect: .skewClock(seconds: -3)),
      CloudFault(effect: .delay(milliseconds: 22)),
      CloudFault(id: "first", effect: .fail(.init(.zoneBusy))),
      CloudFault(id: "second", effect: .dropBefore))
    let decision = injector.decision(on: Self.event)
    #expect(decision.delayMilliseconds == 42)
    #expect(decision.clockSkewSeconds == -3)
    #expect(decision.action == FaultDecision.Action.fail(.init(.zoneBusy)))
    #expect(injector.statuses.map(\.seen) == [1, 1, 1, 1, 0])
  }

  @Test func `a fault ends when its time is over and stays listed`() throws {
    let seconds = Mutex(1000.0)
    let injector = try injector(
      CloudFault(id: "a", schedule: .init(duration: 10), effect: .dropBefore),
      CloudFault(id: "b", schedule: .init(until: 1_020_000), effect: .dropBefore),
      now: { Date(timeIntervalSince1970: seconds.withLock { $0 }) })
    #expect(injector.statuses.map(\.endsAt) == [1_010_000, 1_020_000])
    seconds.withLock { $0 = 1010 }
    #expect(injector.statuses.map(\.fault.id) == ["b", "a"])
    #expect(injector.statuses.last?.end == .time)
    #expect(injector.statuses.last?.endedAt == 1_010_000)
    seconds.withLock { $0 = 1020 }
    #expect(injector.decision(on: Self.event).action == .proceed)
    #expect(injector.statuses.allSatisfy { !$0.isActive })
  }

  @Test func `faults are counted, removed and cleared`() throws {
    let injector = try injector(
      CloudFault(effect: .dropBefore), CloudFault(id: "mine", effect: .dropAfter))
    #expect(injector.statuses.map(\.fault.id) == ["fault-1", "mine"])
    _ = injector.decision(on: Self.event)
    #expect(injector.statuses.map(\.fired) == [1, 0])
    #expect(injector.remove("fault-1")?.end == .removed)
    #expect(injector.remove("fault-1") == nil)
    #expect(injector.decision(on: Self.event).action == .dropAfter)
    #expect(injector.clear() == 1)
    #expect(injector.statuses.isEmpty)
    #expect(injector.decision(on: Self.event).action == .proceed)
  }

  @Test func `the numbers of ended and of active faults stay bounded`() throws {
    let injector = try injector()
    for _ in 0..<300 {
      let id = try #require(try injector.add([CloudFault(effect: .dropBefore)]).first?.fault.id)
      injector.remove(id)
    }
    #expect(injector.statuses.count == 200)
    let many = Array(repeating: CloudFault(effect: .expireTokens), count: 201)
    #expect(throws: CloudError.self) { try injector.add(many) }
    #expect(injector.statuses.count { $0.isActive } == 0)
  }

  @Test func `an id is in use once`() throws {
    let injector = try injector(CloudFault(id: "x", effect: .dropBefore))
    #expect(throws: CloudError.self) {
      try injector.add([
        CloudFault(id: "y", effect: .dropBefore), CloudFault(id: "x", effect: .dropBefore),
      ])
    }
    #expect(injector.statuses.map(\.fault.id) == ["x"])
    injector.remove("x")
    try injector.add([CloudFault(id: "x", effect: .dropBefore)])
  }

  @Test func `notifications are lost, doubled and late`() throws {
    let event = FaultEvent(
      user: "_a", in: Partition(container: "c", environment: .development))
    #expect(try injector().deliveries(on: event) == [0])
    #expect(try injector(CloudFault(effect: .loseNotifications)).deliveries(on: event) == [])
    #expect(
      try injector(
        CloudFault(effect: .duplicateNotifications),
        CloudFault(effect: .delayNotifications(milliseconds: 5))
      ).deliveries(on: event) == [5, 5])
  }

  @Test func `the least quota counts`() throws {
    let injector = try injector(
      CloudFault(effect: .limitQuota(bytes: 9)), CloudFault(effect: .limitQuota(bytes: 5)))
    #expect(injector.quotaBytes(on: Self.event) == 5)
  }
}
