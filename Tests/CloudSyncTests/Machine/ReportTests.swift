import CloudModel
import SyncRules
import Testing

/// The contents and the times of the machine's reports.
struct ReportTests {
  private let zone = MachineDriver.ownZone("chat-a")

  private func status(_ driver: MachineDriver) -> SyncStatus {
    driver.machine.report(now: driver.now).status
  }

  @Test func `a message that is sent at once changes no status`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    _ = driver.handle(
      .pendingWorkRead(.success(SyncMachine.PendingWork(zonesToSend: [zone], zonesToFetch: []))))
    #expect(driver.machine.status == .syncing)
    #expect(status(driver) == .upToDate)
    driver.now += .milliseconds(299)
    #expect(status(driver) == .upToDate)
    _ = driver.handle(.sent(zone, .success(.sent(1))))
    driver.now += .milliseconds(200)
    #expect(status(driver) == .upToDate)
  }

  @Test func `work that goes on for longer is reported, and the machine wakes up for it`() {
    var driver = MachineDriver.idle()
    let start = driver.now
    _ = driver.handle(.replicaChanged)
    _ = driver.handle(
      .pendingWorkRead(.success(SyncMachine.PendingWork(zonesToSend: [zone], zonesToFetch: []))))
    _ = driver.wakeOnce()
    #expect(driver.now == start + .milliseconds(300))
    let report = driver.machine.report(now: driver.now)
    #expect(report.status == .syncing && report.isSendingLong)
    _ = driver.handle(.sent(zone, .success(.sent(1))))
    let later = driver.machine.report(now: driver.now)
    #expect(later.status == .upToDate && !later.isSendingLong)
  }

  @Test func `the first work of a connection is reported at once`() {
    var driver = MachineDriver(mode: .continuous)
    _ = driver.handle(.started)
    _ = driver.handle(.channelOpened(.success(MachineDriver.channel)))
    #expect(status(driver) == .syncing)
  }
}
