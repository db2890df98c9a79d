import CloudModel
import Testing

@testable import SyncRules

/// The counts and lists that the table keeps of all zones, compared with a walk through all of them.
struct ZoneTableTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `the table's counts of its zones agree with each zone`(seed: UInt64) {
    var world = World(seed: seed)
    for step in 0..<600 {
      world.change()
      #expect(world.begin() == world.beginOneByOne, "seed \(seed), step \(step)")
      world.compare("seed \(seed), step \(step)")
    }
  }

  @Test func `the work of one chat costs no more where thousands wait`() {
    func time(with count: Int) -> Duration {
      var driver = MachineDriver.idle()
      let zones = (0..<count).map { MachineDriver.ownZone("chat-\($0)") }
      var running = driver.handle(
        .pendingWorkRead(.success(.init(zonesToSend: [], zonesToFetch: zones))))
      return ContinuousClock().measure {
        for _ in 0..<100 {
          guard case .fetchZoneChanges(let zoneID) = running.removeFirst() else { continue }
          running += driver.calls(.zoneFetched(zoneID, .success(.applied(moreComing: false))))
          _ = driver.machine.report(now: driver.now)
        }
      }
    }
    // Whatever else the machine does only ever makes it longer.
    var (few, many) = (Duration.seconds(1000), Duration.seconds(1000))
    for _ in 0..<20 where many > few * 3 || few == .seconds(1000) {
      few = min(few, time(with: 200))
      many = min(many, time(with: 5000))
    }
    #expect(many <= few * 3, "\(many / few) times as long")
  }

  /// The same zones in a table and in a dictionary.
  private struct World {
    private static let names =
      (0..<12).map { MachineDriver.ownZone("own-\($0)") }
      + (0..<12).map { MachineDriver.foreignZone("foreign-\($0)") }

    private var table = ZoneTable(user: MachineDriver.user)
    private var zones: [RecordZoneID: ZoneMachine] = [:]
    private(set) var beginOneByOne: [SyncMachine.Effect] = []
    private var random: SplitMix64
    private var now: Duration = .zero
    private var turn = 0

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// Something happens to one zone, or to all.
    mutating func change() {
      now += .milliseconds(Int.random(in: 0...400, using: &random))
      guard Int.random(in: 0..<40, using: &random) > 0 else {
        for zoneID in zones.keys { zones[zoneID]?.retryLocalFailures(.anew) }
        return table.retryLocalFailures(.anew)
      }
      guard let zoneID = Self.names.randomElement(using: &random) else { return }
      var zone = zones[zoneID] ?? ZoneMachine(turn: nextTurn(), as: .owner)
      var isGone = false
      if let input = answer(to: zone) {
        zone.turn = nextTurn()
        isGone = zone.handle(input, now: now, delaysLowPriority: true, using: &random)
          .contains(.gone)
        if Int.random(in: 0..<10, using: &random) == 0 { zone.abandon { $0.attempts > 1 } }
        isGone = isGone || zone.isForgettable
      } else {
        let works: [ZoneMachine.Work] = [.send, .preview, .fetch, .lowPrioritySend]
        guard let work = works.randomElement(using: &random) else { return }
        _ = zone.handle(.wanted(work), now: now, delaysLowPriority: true, using: &random)
      }
      zones[zoneID] = isGone ? nil : zone
      table[zoneID] = isGone ? nil : zone
    }

    /// The result of the operation of a zone; nil where none runs.
    private mutating func answer(to zone: ZoneMachine) -> ZoneMachine.Input? {
      let failure = [
        SyncFailure.test(.zoneBusy), .test(.zoneBusy, retryAfter: 3), .test(.networkFailure),
      ].randomElement(using: &random)
      let fails = Int.random(in: 0..<4, using: &random) == 0
      let report: SyncMachine.FetchReport =
        Int.random(in: 0..<10, using: &random) == 0
        ? .zoneGone : .applied(moreComing: Bool.random(using: &random))
      let fetched = fails ? failure.map(Result.failure) ?? .success(report) : .success(report)
      if zone.isSending {
        var sent = SyncMachine.SendReport.sent(1, hasMore: Bool.random(using: &random))
        if fails { sent.outOfQuota = .test(.quotaExceeded) }
        return .sent(.success(sent))
      }
      if zone.preview.isRunning { return .previewed(fetched) }
      return zone.fetch.isRunning ? .fetched(fetched) : nil
    }

    /// Begins operations in both; returns those of the table.
    mutating func begin() -> [SyncMachine.Effect] {
      let isFeedIdle = Bool.random(using: &random)
      func next(_ zoneID: RecordZoneID, _ zone: inout ZoneMachine) -> SyncMachine.Effect? {
        zone.next(
          zoneID,
          in: ZoneMachine.Constraints(
            isFeedIdle: isFeedIdle, holdsLowPriority: false, ceiling: 200, room: Backoff()),
          at: now)
      }
      beginOneByOne = []
      let queue = zones.sorted { one, other in
        one.value.isPreviewWaiting == other.value.isPreviewWaiting
          ? one.value.turn < other.value.turn : one.value.isPreviewWaiting
      }
      for (zoneID, zone) in queue
      where zones.values.count(where: \.isRunning) < SyncMachine.zoneOperationLimit {
        var zone = zone
        guard let effect = next(zoneID, &zone) else { continue }
        zones[zoneID] = zone
        beginOneByOne.append(effect)
      }
      return table.start(upTo: SyncMachine.zoneOperationLimit, next)
    }

    func compare(_ place: Comment) {
      #expect(table.runningCount == zones.values.count(where: \.isRunning), place)
      #expect(table.isSending == zones.values.contains(where: \.isSending), place)
      #expect(table.isIdle == zones.values.allSatisfy(\.isIdle), place)
      for scope in SyncMachine.scopes {
        for canFetch in [true, false] {
          let isAtWork = zones.contains { zoneID, zone in
            zoneID.databaseScope(for: MachineDriver.user) == scope
              && zone.isAtWork(canFetch: canFetch)
          }
          #expect(table.isAtWork(in: scope, canFetch: canFetch) == isAtWork, place)
        }
      }
      let troubled = zones.filter { _, zone in
        zone.fetchTrouble != nil || zone.sendTrouble != nil || zone.sendWait(after: now) != nil
      }.keys
      #expect(Set(troubled).isSubset(of: table.delayedZones.map(\.zoneID)), place)
      #expect(
        table.wakeTimes.filter { $0 > now }.sorted()
          == zones.values.flatMap(\.wakeTimes).filter { $0 > now }.sorted(), place)
    }

    private mutating func nextTurn() -> Int {
      turn += 1
      return turn
    }
  }
}
