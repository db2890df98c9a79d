import CloudModel
import SyncRules
import Testing

/// If the cloud refuses one thing, only that thing is in trouble, and nobody is offline for it.
struct RefusalTests {
  private let zone = MachineDriver.foreignZone("chat-a")
  private let other = MachineDriver.foreignZone("chat-b")
  private let busy = SyncFailure.test(.serviceUnavailable)

  /// Answers `effect` with `input` as often as it is asked for, until it has failed three times.
  private func refuse(
    _ effect: SyncMachine.Effect, with input: SyncMachine.Input, by driver: inout MachineDriver,
    _ first: [SyncMachine.Effect]
  ) {
    var effects = first
    var failures = 0
    for _ in 0..<20 where failures < 3 {
      if effects.contains(effect) {
        failures += 1
        effects = driver.handle(input)
      } else {
        effects = driver.wake()
      }
    }
    #expect(failures == 3)
  }

  private var places: (SyncReport) -> [SyncWait.Place] { { $0.waits.map(\.place) } }

  @Test func `a zone that is refused waits alone, and the others go on`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    let first = driver.handle(.pendingWorkRead(.success(.fetching(zone))))
    refuse(.fetchZoneChanges(zone), with: .zoneFetched(zone, .failure(busy)), by: &driver, first)
    #expect(driver.machine.status == .waiting(reason: "ordered by the test"))
    #expect(places(driver.machine.report(now: driver.now)) == [.zoneChanges(zone)])
    _ = driver.handle(.replicaChanged)
    #expect(
      driver.handle(.pendingWorkRead(.success(.sending(zone, other)))).filter {
        $0 != .readPendingWork
      } == [
        .send(zone, limit: 200), .send(other, limit: 200),
      ], "also what is to be sent there")
    #expect(driver.machine.status == .syncing)
  }

  @Test func `read marks do not send again at once what was refused`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    _ = driver.handle(.pendingWorkRead(.success(.sending(zone))))
    _ = driver.handle(.replicaChanged)
    var marks = SyncMachine.PendingWork.empty
    marks.zonesToSendLowPriority = [zone]
    _ = driver.handle(.pendingWorkRead(.success(marks)))
    // They are not gathered any more.
    driver.now = .seconds(10)
    for _ in 1...4 {
      let before = driver.now
      #expect(driver.handle(.sent(zone, .failure(busy))) == [])
      #expect(driver.wake() == [.send(zone, limit: 200)])
      #expect(driver.now > before)
    }
    _ = driver.handle(.sent(zone, .failure(busy)))
    #expect(driver.machine.status == .waiting(reason: "ordered by the test"))
    #expect(places(driver.machine.report(now: driver.now)).allSatisfy { $0 == .zone(zone) })
  }

  @Test func `a local copy that cannot be used is not called the cloud's fault`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    let first = driver.handle(.pendingWorkRead(.success(.sending(zone))))
    let failure = SyncFailure.store(reason: "The disk is full.")
    refuse(
      .send(zone, limit: 200), with: .sent(zone, .failure(failure)), by: &driver, first)
    #expect(
      driver.machine.status
        == .waiting(reason: "The local copy cannot be used: The disk is full"))
    _ = driver.handle(.notified(.database(.shared)))
    #expect(driver.machine.status != .offline(reason: failure.clause), "the cloud answers")
  }

  @Test
  func `on a full disk of this machine nothing is tried without a pause, whatever is written`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    _ = driver.handle(.pendingWorkRead(.success(.sending(zone))))
    let send = SyncMachine.Effect.send(zone, limit: 200)
    let failure = SyncFailure.store(reason: "The disk is full.")
    var attempts = 0
    while driver.now < .seconds(60), attempts < 1000 {
      attempts += 1
      #expect(!driver.handle(.sent(zone, .failure(failure))).contains(send))
      // The engine's own notes are writes too, and may still find room.
      #expect(!driver.handle(.replicaChanged).contains(send))
      for _ in 0..<20 where driver.wake().contains(send) { break }
    }
    // A person who has freed space does not wait long.
    #expect((30...90).contains(attempts), "\(attempts) in a minute")
  }

  @Test func `a person who asks for a look may have freed the disk: local failures begin anew`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    let first = driver.handle(.pendingWorkRead(.success(.sending(zone))))
    let failure = SyncFailure.store(reason: "The disk is full.")
    let sent = SyncMachine.Input.sent(zone, .failure(failure))
    refuse(.send(zone, limit: 200), with: sent, by: &driver, first)
    for _ in 0..<40 {
      let before = driver.now
      guard driver.wake().contains(.send(zone, limit: 200)) else { continue }
      #expect(driver.now - before <= .seconds(30))
      _ = driver.handle(sent)
    }
    let effects = driver.handle(.lookAsked(1))
    #expect(effects.contains(.send(zone, limit: 200)), "at once")
    #expect(driver.machine.takeAnsweredLook(now: driver.now) == nil, "not with the old failure")
  }

  @Test func `invitations that are refused are nobody else's trouble`() {
    var driver = MachineDriver.idle()
    let first = driver.handle(.notified(.invitation))
    refuse(.fetchInvitations, with: .invitationsFetched(.failure(busy)), by: &driver, first)
    #expect(driver.machine.status == .waiting(reason: "ordered by the test"))
    #expect(places(driver.machine.report(now: driver.now)) == [.invitations])
    #expect(
      driver.handle(.notified(.database(.shared))) == [.fetchDatabaseChanges(.shared)])
  }

  @Test
  func `an invitation that could not be accepted is tried again, and what was joined is fetched`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.notified(.invitation))
    let report = SyncMachine.InvitationsReport(acceptedCount: 1, failure: busy)
    #expect(driver.handle(.invitationsFetched(.success(report))) == [.readPendingWork])
    _ = driver.handle(.pendingWorkRead(.success(.empty)))
    #expect(driver.wake() == [.fetchInvitations])
    #expect(driver.handle(.invitationsFetched(.success(.init()))) == [])
    #expect(driver.wake() == [])
  }

  @Test func `a database whose feed is refused goes on sending, and so does the other`() {
    var driver = MachineDriver.idle()
    let first = driver.handle(.notified(.database(.shared)))
    refuse(
      .fetchDatabaseChanges(.shared), with: .databaseFetched(.shared, .failure(busy)), by: &driver,
      first)
    #expect(driver.machine.status == .waiting(reason: "ordered by the test"))
    #expect(places(driver.machine.report(now: driver.now)) == [.databaseChanges(.shared)])
    #expect(
      driver.handle(.notified(.database(.private))) == [.fetchDatabaseChanges(.private)])
    _ = driver.handle(.replicaChanged)
    #expect(
      driver.handle(.pendingWorkRead(.success(.sending(zone)))).contains(.send(zone, limit: 200)))
  }

  @Test func `a file that is refused is nobody else's trouble`() {
    var driver = MachineDriver.idle()
    let id = AssetTransfer.ID(
      recordID: RecordID(recordName: "m", zoneID: zone), direction: .upload)
    _ = driver.handle(.replicaChanged)
    let first = driver.handle(
      .pendingWorkRead(.success(.init(zonesToSend: [], zonesToFetch: [], transfers: [id]))))
    refuse(.carry(id), with: .carried(id, .failure(busy)), by: &driver, first)
    #expect(driver.machine.status == .waiting(reason: "ordered by the test"))
  }

  @Test func `an answer that says nothing of an item is no reason to be offline`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    _ = driver.handle(.pendingWorkRead(.success(.sending(zone))))
    var report = SyncMachine.SendReport.sent(1, hasMore: true)
    report.transientFailure = .test(.serverResponseLost)
    #expect(driver.handle(.sent(zone, .success(report))) == [], "not at once")
    #expect(driver.machine.status == .syncing)
    #expect(driver.wake() == [.send(zone, limit: 200)])
  }

  @Test func `a channel that is refused is the connection`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.channelClosed(MachineDriver.channel, .test(.serviceUnavailable)))
    #expect(driver.machine.status == .offline(reason: "ordered by the test"))
  }

  // MARK: - Once

  /// A machine that syncs once, with nothing to fetch but what `pendingWork` says.
  private func once(_ pendingWork: SyncMachine.PendingWork) -> (MachineDriver, [SyncMachine.Effect])
  {
    var driver = MachineDriver(mode: .once)
    _ = driver.handle(.started)
    _ = driver.handle(.invitationsFetched(.success(.init())))
    _ = driver.handle(.databaseFetched(.private, .success(.empty)))
    _ = driver.handle(.databaseFetched(.shared, .success(.empty)))
    let first = driver.handle(.pendingWorkRead(.success(pendingWork)))
    _ = driver.handle(.pendingWorkRead(.success(.empty)))
    return (driver, first)
  }

  @Test func `a single sync leaves refused items, and does all else`() {
    var (driver, first) = once(.fetching(zone, other))
    refuse(.fetchZoneChanges(zone), with: .zoneFetched(zone, .failure(busy)), by: &driver, first)
    #expect(!driver.machine.isAtRest, "the other zone is still fetched")
    var effects = driver.handle(.zoneFetched(other, .success(.applied(moreComing: false))))
    #expect(effects == [.readPendingWork])
    effects = driver.handle(.pendingWorkRead(.success(.fetching(zone))))
    #expect(effects == [] && driver.machine.isAtRest)
    #expect(driver.machine.status == .waiting(reason: "ordered by the test"))
    #expect(places(driver.machine.report(now: driver.now)) == [.zoneChanges(zone)])
  }

  @Test func `a local copy that can never be used stops the engine, and says so`() {
    var driver = MachineDriver(mode: .once)
    var running = driver.handle(.started)
    let failure = SyncFailure.store(reason: "The disk is full.")
    for _ in 0..<40 where !driver.machine.isAtRest {
      guard !running.isEmpty else {
        running = driver.wake()
        continue
      }
      switch running.removeFirst() {
      case .readPendingWork: running += driver.handle(.pendingWorkRead(.failure(failure)))
      case .fetchInvitations: running += driver.handle(.invitationsFetched(.failure(failure)))
      case .fetchDatabaseChanges(let scope):
        running += driver.handle(.databaseFetched(scope, .failure(failure)))
      case .openChannel, .preview, .fetchZoneChanges, .send, .carry, .wake: break
      }
    }
    #expect(
      driver.machine.status
        == .stopped(reason: "The local copy cannot be used: The disk is full"))
  }

  @Test func `a cloud that refuses everything is none`() {
    var driver = MachineDriver(mode: .once)
    var running = driver.handle(.started)
    for _ in 0..<40 where !driver.machine.isAtRest {
      guard !running.isEmpty else {
        running = driver.wake()
        continue
      }
      switch running.removeFirst() {
      case .readPendingWork: running += driver.handle(.pendingWorkRead(.success(.empty)))
      case .fetchInvitations: running += driver.handle(.invitationsFetched(.failure(busy)))
      case .fetchDatabaseChanges(let scope):
        running += driver.handle(.databaseFetched(scope, .failure(busy)))
      case .openChannel, .preview, .fetchZoneChanges, .send, .carry, .wake: break
      }
    }
    #expect(driver.machine.status == .offline(reason: "ordered by the test"))
  }

  @Test func `changes that a fetch leaves to be sent go in the same sync`() {
    var (driver, first) = once(.fetching(zone))
    #expect(first.contains(.fetchZoneChanges(zone)))
    let effects = driver.handle(.zoneFetched(zone, .success(.applied(moreComing: false))))
    #expect(effects == [.readPendingWork] && !driver.machine.isAtRest)
    #expect(driver.handle(.pendingWorkRead(.success(.sending(zone)))) == [.send(zone, limit: 200)])
  }
}
