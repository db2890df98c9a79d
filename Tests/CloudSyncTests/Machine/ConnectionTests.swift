import CloudModel
import SyncRules
import Testing

struct ConnectionTests {
  private let zone = MachineDriver.ownZone("chat-a")

  @Test func `a lost connection keeps every want and fetches both databases when it is back`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    _ = driver.handle(.pendingWorkRead(.success(.sending(zone))))
    #expect(driver.handle(.sent(zone, .failure(.test(.networkFailure)))) == [])
    #expect(driver.machine.status == .offline(reason: "ordered by the test"))
    #expect(driver.wake() == [.openChannel])
    let channel = NotificationChannel(courierPath: "/courier/2")
    #expect(
      driver.handle(.channelOpened(.success(channel))) == [
        .readPendingWork, .fetchDatabaseChanges(.private), .fetchDatabaseChanges(.shared),
        .send(zone, limit: 200), .fetchInvitations,
      ])
  }

  @Test func `a channel is opened again only when everything that ran has ended`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.notified(.database(.private)))
    _ = driver.handle(.channelClosed(MachineDriver.channel, .test(.networkFailure)))
    #expect(driver.wake() == [])
    #expect(
      driver.handle(.databaseFetched(.private, .failure(.test(.networkFailure)))) == [.openChannel])
  }

  @Test func `the end of a channel that was replaced means nothing`() {
    var driver = MachineDriver.idle()
    let old = NotificationChannel(courierPath: "/courier/0")
    #expect(driver.handle(.channelClosed(old, .test(.networkFailure))) == [])
    #expect(driver.machine.status == .upToDate)
  }

  @Test func `a channel that the cloud has given up is opened again at once, and nothing is told`()
  {
    var driver = MachineDriver.idle()
    let gone = CloudError(.unknownItem, "The notification channel is gone.")
    #expect(driver.handle(.channelClosed(MachineDriver.channel, gone)) == [.openChannel])
    #expect(driver.machine.status == .connecting)
    // A cloud that gives up each one is not asked for the next without a wait.
    let second = NotificationChannel(courierPath: "/courier/2")
    _ = driver.handle(.channelOpened(.success(second)))
    _ = driver.handle(.channelClosed(second, gone))
    #expect(driver.machine.status == .offline(reason: "The notification channel is gone"))
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `attempts to connect are at most two seconds apart, unless the cloud asks for more`(
    seed: UInt64
  ) {
    var driver = MachineDriver(mode: .continuous, seed: seed)
    _ = driver.handle(.started)
    for attempt in 0..<10 {
      let before = driver.now
      _ = driver.handle(.channelOpened(.failure(.test(.networkUnavailable))))
      #expect(driver.wake() == [.openChannel], "seed \(seed), attempt \(attempt)")
      #expect(driver.now - before <= .seconds(2), "seed \(seed), attempt \(attempt)")
    }
    _ = driver.handle(.channelOpened(.failure(.test(.serviceUnavailable, retryAfter: 90))))
    let before = driver.now
    #expect(driver.wake() == [.openChannel])
    #expect(driver.now - before == .seconds(90))
  }

  @Test func `a cloud that begins to listen is connected to at once`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.channelClosed(MachineDriver.channel, .test(.networkFailure)))
    #expect(driver.handle(.pathChanged) == [.openChannel])
    #expect(driver.handle(.channelOpened(.failure(.test(.networkUnavailable)))) == [])
    #expect(driver.handle(.pathChanged) == [.openChannel], "however little time has passed")
  }

  @Test func `a cloud that begins to listen during an attempt that fails is tried again at once`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.channelClosed(MachineDriver.channel, .test(.networkFailure)))
    #expect(driver.handle(.pathChanged) == [.openChannel])
    #expect(driver.handle(.pathChanged) == [], "one attempt at a time")
    #expect(
      driver.handle(.channelOpened(.failure(.test(.networkUnavailable)))) == [.openChannel])
    #expect(driver.handle(.channelOpened(.failure(.test(.networkUnavailable)))) == [], "but once")
  }

  @Test func `a cloud that began to listen before it was connected to is old news when it is lost`()
  {
    var driver = MachineDriver.idle()
    _ = driver.handle(.channelClosed(MachineDriver.channel, .test(.networkFailure)))
    #expect(driver.handle(.pathChanged) == [.openChannel])
    _ = driver.handle(.pathChanged)
    let channel = NotificationChannel(courierPath: "/courier/2")
    driver.connect(over: channel)
    #expect(driver.handle(.channelClosed(channel, .test(.networkFailure))) == [])
  }

  @Test func `a cloud that begins to listen and ends at every attempt is not tried without a wait`()
  {
    var driver = MachineDriver.idle()
    _ = driver.handle(.channelClosed(MachineDriver.channel, .test(.networkFailure)))
    _ = driver.wake()
    var atOnce = 0
    repeat {
      _ = driver.handle(.pathChanged)
      atOnce += 1
    } while driver.handle(.channelOpened(.failure(.test(.networkFailure)))) == [.openChannel]
      && atOnce < 100
    #expect(atOnce <= 3, "\(atOnce) attempts without a wait")
    #expect(driver.wake() == [.openChannel])
  }

  @Test func `a cloud that wants to be left alone is, though it begins to listen`() {
    var driver = MachineDriver.idle()
    let busy = CloudError.test(.serviceUnavailable, retryAfter: 90)
    _ = driver.handle(.channelClosed(MachineDriver.channel, busy))
    #expect(driver.handle(.pathChanged) == [])
    let before = driver.now
    #expect(driver.wake() == [.openChannel])
    #expect(driver.now - before == .seconds(90))
  }

  @Test func `a cloud that accepts channels and then refuses everything is left alone ever longer`()
  {
    var driver = MachineDriver(mode: .continuous, seed: 3)
    _ = driver.handle(.started)
    for attempt in 0..<60 {
      let channel = NotificationChannel(courierPath: "/courier/\(attempt)")
      _ = driver.handle(.channelOpened(.success(channel)))
      _ = driver.handle(.pendingWorkRead(.success(.init(zonesToSend: [], zonesToFetch: []))))
      for scope in [DatabaseScope.private, .shared] {
        _ = driver.handle(.databaseFetched(scope, .failure(.test(.notAuthenticated))))
      }
      _ = driver.handle(.invitationsFetched(.failure(.test(.notAuthenticated))))
      _ = driver.wake()
    }
    #expect(driver.now > .seconds(100), "60 attempts of 2.5 seconds on average; was \(driver.now)")
  }

  @Test func `once, with everything done, ends up to date`() {
    var driver = MachineDriver(mode: .once)
    #expect(
      driver.handle(.started) == [
        .readPendingWork, .fetchDatabaseChanges(.private), .fetchDatabaseChanges(.shared),
        .fetchInvitations,
      ])
    _ = driver.handle(.databaseFetched(.shared, .success(.empty)))
    _ = driver.handle(.invitationsFetched(.success(.init())))
    #expect(
      driver.handle(.pendingWorkRead(.success(.sending(zone)))).contains(.send(zone, limit: 200)))
    _ = driver.handle(.databaseFetched(.private, .success(.empty)))
    #expect(!driver.machine.isAtRest)
    _ = driver.handle(.sent(zone, .success(.sent(1))))
    #expect(!driver.machine.isAtRest, "there may be more in the replica")
    for _ in 0..<2 {
      _ = driver.handle(.pendingWorkRead(.success(.init(zonesToSend: [], zonesToFetch: []))))
    }
    #expect(driver.machine.isAtRest)
    #expect(driver.machine.status == .upToDate)
  }

  @Test func `once, offline, gives up as soon as nothing runs`() {
    var driver = MachineDriver(mode: .once)
    _ = driver.handle(.started)
    #expect(driver.handle(.databaseFetched(.private, .failure(.test(.networkUnavailable)))) == [])
    #expect(!driver.machine.isAtRest)
    for input: SyncMachine.Input in [
      .databaseFetched(.shared, .failure(.test(.networkUnavailable))),
      .invitationsFetched(.failure(.test(.networkUnavailable))),
      .pendingWorkRead(.success(.sending(zone))),
    ] {
      #expect(driver.handle(input) == [])
    }
    #expect(driver.machine.isAtRest)
    #expect(driver.machine.status == .offline(reason: "ordered by the test"))
  }

  @Test(arguments: [CloudError.Code.internalError, .zoneBusy, .quotaExceeded, .badDatabase])
  func `once, with something that fails and fails, gives up`(code: CloudError.Code) {
    var driver = MachineDriver(mode: .once)
    _ = driver.handle(.started)
    _ = driver.handle(.databaseFetched(.shared, .success(.empty)))
    _ = driver.handle(.invitationsFetched(.success(.init())))
    for _ in 0..<2 {
      _ = driver.handle(.pendingWorkRead(.success(.init(zonesToSend: [], zonesToFetch: []))))
    }
    var attempts = 0
    while !driver.machine.isAtRest, attempts < 20 {
      attempts += 1
      for effect in driver.handle(.databaseFetched(.private, .failure(.test(code)))) + driver.wake()
      where effect == .readPendingWork {
        _ = driver.handle(.pendingWorkRead(.success(.init(zonesToSend: [], zonesToFetch: []))))
      }
    }
    #expect((2...5).contains(attempts))
    #expect(driver.machine.status == .waiting(reason: "ordered by the test"))
  }

  @Test func `once does not wait for a cloud that asks to be left alone for long`() {
    var driver = MachineDriver(mode: .once)
    _ = driver.handle(.started)
    _ = driver.handle(.databaseFetched(.shared, .success(.empty)))
    _ = driver.handle(.invitationsFetched(.success(.init())))
    for _ in 0..<2 {
      _ = driver.handle(.pendingWorkRead(.success(.init(zonesToSend: [], zonesToFetch: []))))
    }
    _ = driver.handle(
      .databaseFetched(.private, .failure(.test(.requestRateLimited, retryAfter: 3600))))
    #expect(driver.machine.isAtRest)
    #expect(driver.machine.status == .offline(reason: "ordered by the test"))
  }
}
