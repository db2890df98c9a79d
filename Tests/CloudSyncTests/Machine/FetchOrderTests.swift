import CloudModel
import SyncRules
import Testing

struct FetchOrderTests {
  private let zone = MachineDriver.ownZone("chat-a")

  @Test func `while the channel is closed nothing happens but the attempt to open it`() {
    var driver = MachineDriver(mode: .continuous)
    #expect(driver.handle(.started) == [.openChannel])
    #expect(driver.handle(.replicaChanged) == [])
    #expect(driver.handle(.notified(.database(.private))) == [])
    #expect(driver.machine.status == .connecting)
  }

  @Test
  func `an opened channel reads the pending work and fetches both databases and the invitations`() {
    var driver = MachineDriver(mode: .continuous)
    _ = driver.handle(.started)
    #expect(
      driver.handle(.channelOpened(.success(MachineDriver.channel))) == [
        .readPendingWork, .fetchDatabaseChanges(.private), .fetchDatabaseChanges(.shared),
        .fetchInvitations,
      ])
    #expect(driver.machine.status == .syncing)
  }

  @Test func `an idle machine is up to date and asks for nothing`() {
    var driver = MachineDriver.idle()
    #expect(driver.machine.status == .upToDate)
    #expect(driver.handle(.woke) == [])
  }

  @Test func `database changes are fetched to the end before any zone, empty pages included`() {
    var driver = MachineDriver.idle()
    #expect(
      driver.calls(.notified(.database(.private))) == [.fetchDatabaseChanges(.private)])
    #expect(
      driver.calls(.databaseFetched(.private, .success(.changed(zone, moreComing: true))))
        == [.fetchDatabaseChanges(.private)])
    #expect(
      driver.calls(.databaseFetched(.private, .success(.changed(moreComing: true))))
        == [.fetchDatabaseChanges(.private)])
    #expect(
      driver.calls(.databaseFetched(.private, .success(.empty))) == [.fetchZoneChanges(zone)])
  }

  @Test func `the store says in which order chats are previewed, not the feed`() {
    var driver = MachineDriver.idle()
    let zones = (0..<20).map { MachineDriver.ownZone("chat-\($0)") }
    func page(_ zones: [RecordZoneID], moreComing: Bool) -> SyncMachine.Input {
      .databaseFetched(
        .private,
        .success(
          SyncMachine.DatabaseReport(
            pendingWork: .init(zonesToSend: [], zonesToFetch: zones, zonesToPreview: zones),
            deletedZones: [], moreComing: moreComing)))
    }
    _ = driver.handle(.notified(.database(.private)))
    _ = driver.handle(page(Array(zones[..<10]), moreComing: true))
    var running = driver.calls(page(Array(zones.reversed()), moreComing: false))
    var previewed: [RecordZoneID] = []
    while case .preview(let zoneID)? = running.first {
      previewed.append(zoneID)
      running.removeFirst()
      running += driver.calls(.previewed(zoneID, .success(.applied(moreComing: false))))
    }
    #expect(previewed == zones.reversed())
  }

  @Test func `zone changes are followed to the end, empty pages included`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.notified(.database(.private)))
    #expect(
      driver.calls(.databaseFetched(.private, .success(.changed(zone)))) == [
        .fetchZoneChanges(zone)
      ])
    #expect(
      driver.calls(.zoneFetched(zone, .success(.applied(moreComing: true))))
        == [.fetchZoneChanges(zone)])
    #expect(driver.calls(.zoneFetched(zone, .success(.restarted))) == [.fetchZoneChanges(zone)])
    #expect(driver.calls(.zoneFetched(zone, .success(.applied(moreComing: false)))) == [])
  }

  @Test func `a zone waits for its own database only`() {
    var driver = MachineDriver.idle()
    let foreign = MachineDriver.foreignZone("chat-b")
    _ = driver.handle(.notified(.database(.private)))
    _ = driver.handle(.replicaChanged)
    let pendingWork = SyncMachine.PendingWork.fetching(foreign, zone)
    #expect(driver.handle(.pendingWorkRead(.success(pendingWork))) == [.fetchZoneChanges(foreign)])
  }

  @Test func `a zone sends before it fetches and does one thing at a time`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    let pendingWork = SyncMachine.PendingWork(zonesToSend: [zone], zonesToFetch: [zone])
    #expect(driver.handle(.pendingWorkRead(.success(pendingWork))) == [.send(zone, limit: 200)])
    #expect(driver.handle(.sent(zone, .success(.sent(3)))) == [.fetchZoneChanges(zone)])
  }

  @Test func `a zone that reads first sends only after its feed and that of its database`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.notified(.database(.private)))
    _ = driver.handle(.replicaChanged)
    let sending = SyncMachine.PendingWork(
      zonesToSend: [zone], zonesToFetch: [], zonesToReadFirst: [zone])
    #expect(driver.handle(.pendingWorkRead(.success(sending))) == [])
    #expect(
      driver.calls(.databaseFetched(.private, .success(.changed(zone)))) == [
        .fetchZoneChanges(zone)
      ])
    #expect(
      driver.calls(.zoneFetched(zone, .success(.applied(moreComing: true))))
        == [.fetchZoneChanges(zone)])
    #expect(
      driver.calls(.zoneFetched(zone, .success(.applied(moreComing: false))))
        == [.send(zone, limit: 200)])
  }

  @Test func `what has low priority waits for the feed too where a zone reads first`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    let marks = SyncMachine.PendingWork(
      zonesToSend: [], zonesToFetch: [zone], zonesToSendLowPriority: [zone],
      zonesToReadFirst: [zone])
    #expect(driver.handle(.pendingWorkRead(.success(marks))) == [.fetchZoneChanges(zone)])
    #expect(driver.calls(.zoneFetched(zone, .success(.applied(moreComing: false)))) == [])
    #expect(driver.wake() == [.send(zone, limit: 200)])
  }

  @Test func `after a fetch with news during it the store says whether there is more to fetch`() {
    for isMissing in [true, false] {
      var driver = MachineDriver.idle()
      _ = driver.handle(.notified(.database(.private)))
      _ = driver.handle(.databaseFetched(.private, .success(.changed(zone))))
      #expect(
        driver.calls(.notified(.zone(zone, .private))) == [.fetchDatabaseChanges(.private)])
      #expect(driver.calls(.databaseFetched(.private, .success(.changed(zone)))) == [])
      for _ in 1...3 { _ = driver.handle(.pendingWorkRead(.success(.fetching(zone)))) }
      #expect(
        driver.handle(.zoneFetched(zone, .success(.applied(moreComing: false))))
          == [.readPendingWork])
      let found = isMissing ? SyncMachine.PendingWork.fetching(zone) : .fetching()
      #expect(
        driver.handle(.pendingWorkRead(.success(found)))
          == (isMissing ? [.fetchZoneChanges(zone)] : []))
    }
  }

  @Test func `a fetch with news during it that fails is made again`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.notified(.database(.private)))
    _ = driver.handle(.databaseFetched(.private, .success(.changed(zone))))
    _ = driver.handle(.pendingWorkRead(.success(.fetching(zone))))
    _ = driver.handle(.zoneFetched(zone, .failure(.cloud(CloudError(.zoneBusy, "busy")))))
    #expect(driver.wake().contains(.fetchZoneChanges(zone)))
  }

  @Test func `at most eight zones are worked on together, in the order of the pending work`() {
    var driver = MachineDriver.idle()
    let zones = "jihgfedcba".map { MachineDriver.ownZone("chat-\($0)") }
    _ = driver.handle(.replicaChanged)
    let pendingWork = SyncMachine.PendingWork(zonesToSend: zones, zonesToFetch: [])
    #expect(
      driver.handle(.pendingWorkRead(.success(pendingWork)))
        == zones.prefix(8).map { .send($0, limit: 200) })
    // I33: a zone with a long queue lets the others go first.
    #expect(
      driver.handle(.sent(zones[0], .success(.sent(200, hasMore: true))))
        == [.send(zones[8], limit: 200)])
    #expect(
      driver.handle(.sent(zones[1], .success(.sent(1)))) == [.send(zones[9], limit: 200)])
    #expect(
      driver.handle(.sent(zones[2], .success(.sent(1)))) == [.send(zones[0], limit: 200)])
  }

  @Test func `a zone that is gone is forgotten with all it wanted`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    _ = driver.handle(.pendingWorkRead(.success(.sending(zone))))
    var report = SyncMachine.SendReport.sent(0, hasMore: true)
    report.wantsFetch = true
    report.transientFailure = .test(.zoneNotFound)
    #expect(driver.handle(.sent(zone, .success(report))) == [.fetchZoneChanges(zone)])
    #expect(driver.calls(.zoneFetched(zone, .success(.zoneGone))) == [])
    #expect(driver.wake().filter { $0 != .readPendingWork } == [])
    #expect(driver.machine.status == .upToDate)
  }

  @Test func `a look into the replica alone is not syncing`() {
    var driver = MachineDriver.idle()
    #expect(driver.handle(.replicaChanged) == [.readPendingWork])
    // I34: whoever publishes the status writes to the replica, which is a reason to look again.
    #expect(driver.machine.status == .upToDate)
  }

  @Test func `the end of a listing looks for what was written since`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.notified(.database(.shared)))
    #expect(driver.handle(.databaseFetched(.shared, .success(.empty))).contains(.readPendingWork))
  }

  @Test func `a listing's newest chats are previewed before anything is fetched`() {
    var driver = MachineDriver.idle()
    let zones = (["newest"] + "ihgfedcb".map(String.init) + ["oldest"])
      .map { MachineDriver.ownZone("chat-\($0)") }
    _ = driver.handle(.notified(.database(.private)))
    let listing = SyncMachine.DatabaseReport(
      pendingWork: .init(zonesToSend: [], zonesToFetch: zones, zonesToPreview: zones),
      deletedZones: [],
      moreComing: false)
    #expect(
      driver.calls(.databaseFetched(.private, .success(listing)))
        == zones.prefix(8).map { .preview($0) })
    let previewed = SyncMachine.FetchReport.applied(moreComing: false)
    #expect(driver.calls(.previewed(zones[0], .success(previewed))) == [.preview(zones[8])])
    #expect(driver.calls(.previewed(zones[1], .success(previewed))) == [.preview(zones[9])])
    #expect(
      driver.calls(.previewed(zones[2], .success(previewed))) == [.fetchZoneChanges(zones[0])])
  }

  @Test func `quiet polls fetch everything once in a long while, for a notification that was lost`()
  {
    var driver = MachineDriver.idle()
    driver.now = .seconds(30)
    #expect(driver.calls(.notificationPollEnded) == [])
    driver.now = .seconds(3600)
    #expect(
      Set(driver.calls(.notificationPollEnded).map { "\($0)" }).count == 3,
      "both databases and the invitations")
  }

  @Test func `a poll that was cut fetches everything, and tells nobody`() {
    var driver = MachineDriver.idle()
    driver.now = .seconds(2)
    #expect(
      Set(driver.calls(.notificationPollCut)) == [
        .fetchDatabaseChanges(.private), .fetchDatabaseChanges(.shared), .fetchInvitations,
      ])
    #expect(driver.machine.status.obstacle == nil)
  }
}
