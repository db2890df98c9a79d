import CloudModel
import SyncRules
import Testing

struct BackoffTests {
  private let zone = MachineDriver.ownZone("chat-a")
  private let other = MachineDriver.ownZone("chat-b")

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `waiting times are random below a bound that doubles up to two minutes`(seed: UInt64) {
    var driver = MachineDriver(mode: .continuous, seed: seed)
    _ = driver.handle(.started)
    _ = driver.handle(.channelOpened(.success(MachineDriver.channel)))
    var bound: Duration = .seconds(2)
    for attempt in 1...10 {
      let before = driver.now
      _ = driver.handle(.databaseFetched(.private, .failure(.test(.internalError))))
      let effects = driver.wake()
      #expect(effects == [.fetchDatabaseChanges(.private)], "seed \(seed), attempt \(attempt)")
      #expect(driver.now - before <= bound, "seed \(seed), attempt \(attempt)")
      bound = min(bound * 2, .seconds(120))
    }
  }

  @Test func `a retryAfter holds the whole database, whoever fails or succeeds meanwhile`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    _ = driver.handle(.pendingWorkRead(.success(.sending(zone, other))))
    _ = driver.handle(.notified(.database(.private)))
    _ = driver.handle(.sent(zone, .failure(.test(.zoneBusy, retryAfter: 60))))
    _ = driver.handle(.databaseFetched(.private, .success(.empty)))
    _ = driver.handle(.sent(other, .failure(.test(.zoneBusy, retryAfter: 1))))
    #expect(
      driver.calls(.notified(.database(.private))) == [], "its feed is held too")
    while driver.now < .seconds(60) {
      let effects = driver.wake().filter { $0 != .readPendingWork }
      guard driver.now < .seconds(60) else {
        #expect(effects.contains(.fetchDatabaseChanges(.private)))
        return
      }
      #expect(effects == [], "at \(driver.now)")
    }
  }

  @Test func `a zone whose sends are refused, each time with a wait, is fetched all the same`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    _ = driver.handle(.pendingWorkRead(.success(.sending(zone))))
    for _ in 1...3 {
      _ = driver.handle(.notified(.database(.private)))
      _ = driver.handle(.databaseFetched(.private, .success(.changed(zone))))
      _ = driver.handle(.pendingWorkRead(.success(.fetching(zone))))
      let before = driver.now
      _ = driver.handle(.sent(zone, .failure(.test(.zoneBusy, retryAfter: 60))))
      #expect(driver.wake() == [.fetchZoneChanges(zone)])
      #expect(driver.now == before + .seconds(60))
      #expect(
        driver.calls(.zoneFetched(zone, .success(.applied(moreComing: false)))) == [
          .send(zone, limit: 200, selecting: .everything)
        ])
    }
  }

  @Test func `a throttled item holds the database of the whole batch`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    _ = driver.handle(.pendingWorkRead(.success(.sending(zone))))
    var report = SyncMachine.SendReport.sent(1, hasMore: true)
    report.transientFailure = .test(.requestRateLimited, retryAfter: 30)
    _ = driver.handle(.sent(zone, .success(report)))
    _ = driver.handle(.replicaChanged)
    #expect(driver.handle(.pendingWorkRead(.success(.sending(other)))) == [])
    driver.now = .seconds(30)
    #expect(
      Set(driver.handle(.woke)) == [
        .send(zone, limit: 200, selecting: .urgent), .send(other, limit: 200, selecting: .urgent),
      ], "what is of low value waits longer")
  }

  @Test func `the other database goes on`() {
    var driver = MachineDriver.idle()
    let foreign = MachineDriver.foreignZone("chat-c")
    _ = driver.handle(.replicaChanged)
    _ = driver.handle(.pendingWorkRead(.success(.sending(zone))))
    _ = driver.handle(.sent(zone, .failure(.test(.requestRateLimited, retryAfter: 60))))
    _ = driver.handle(.replicaChanged)
    #expect(
      driver.handle(.pendingWorkRead(.success(.sending(foreign, zone)))) == [
        .send(foreign, limit: 200)
      ])
  }

  @Test func `trouble with the database's feed does not stop sending`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.notified(.database(.private)))
    _ = driver.handle(.databaseFetched(.private, .failure(.test(.internalError))))
    _ = driver.handle(.replicaChanged)
    #expect(driver.handle(.pendingWorkRead(.success(.sending(zone)))) == [.send(zone, limit: 200)])
  }

  @Test func `a zone in trouble does not stop another`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    _ = driver.handle(.pendingWorkRead(.success(.sending(zone))))
    _ = driver.handle(.sent(zone, .failure(.test(.zoneBusy))))
    _ = driver.handle(.replicaChanged)
    #expect(
      driver.handle(.pendingWorkRead(.success(.sending(other)))) == [.send(other, limit: 200)])
  }

  @Test(arguments: CloudError.Code.allCases)
  func `refused invitations wait like everything else`(code: CloudError.Code) {
    var driver = MachineDriver.idle()
    #expect(driver.handle(.notified(.invitation)) == [.fetchInvitations])
    #expect(driver.handle(.invitationsFetched(.failure(.test(code, retryAfter: 5)))) == [])
  }

  @Test func `a waiting time beyond a day, or before now, is not believed`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.notified(.database(.private)))
    _ = driver.handle(
      .databaseFetched(.private, .failure(.test(.zoneBusy, retryAfter: .infinity))))
    #expect(driver.wakes.max().map { $0 <= .seconds(86_400) } == true)
    var second = MachineDriver.idle()
    _ = second.handle(.notified(.database(.private)))
    #expect(
      second.calls(.databaseFetched(.private, .failure(.test(.zoneBusy, retryAfter: -5))))
        == [.fetchDatabaseChanges(.private)])
  }

  @Test func `a batch that is too large is halved, and asked for at once`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    _ = driver.handle(.pendingWorkRead(.success(.sending(zone))))
    var report = SyncMachine.SendReport.sent(0, hasMore: true)
    report.isTooLarge = true
    var limits: [Int] = []
    for _ in 0..<9 {
      for case .send(_, let limit, _) in driver.handle(.sent(zone, .success(report))) {
        limits.append(limit)
      }
    }
    #expect(limits == [100, 50, 25, 12, 6, 3, 1, 1, 1])
  }

  @Test func `a batch without progress and without reason waits`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    _ = driver.handle(.pendingWorkRead(.success(.sending(zone))))
    #expect(driver.handle(.sent(zone, .success(.sent(0, hasMore: true)))) == [])
    #expect(driver.wake() == [.send(zone, limit: 200)])
  }
}
