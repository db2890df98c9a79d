import CloudModel
import SyncRules
import Testing

/// Files on their way, and everything else that does not wait for them.
struct TransferTests {
  private let zone = MachineDriver.ownZone("chat-a")

  private func transfer(
    _ name: String, _ direction: AssetTransfer.Direction = .upload
  ) -> AssetTransfer.ID {
    AssetTransfer.ID(recordID: RecordID(recordName: name, zoneID: zone), direction: direction)
  }

  private func pendingWork(
    sending: [RecordZoneID] = [], _ transfers: AssetTransfer.ID...
  ) -> SyncMachine.Input {
    .pendingWorkRead(.success(.init(zonesToSend: sending, zonesToFetch: [], transfers: transfers)))
  }

  @Test func `text is sent while files are on their way`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    #expect(
      driver.calls(pendingWork(transfer("a"), transfer("b"), transfer("c")))
        == [.carry(transfer("a")), .carry(transfer("b"))])
    _ = driver.handle(.replicaChanged)
    let all = pendingWork(sending: [zone], transfer("a"), transfer("b"), transfer("c"))
    #expect(driver.calls(all) == [.send(zone, limit: 200)])
    #expect(driver.machine.status == .syncing)
    #expect(driver.calls(.carried(transfer("a"), .success(()))) == [.carry(transfer("c"))])
  }

  @Test func `a download does not wait for uploads`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    let calls = driver.calls(
      pendingWork(transfer("a"), transfer("b"), transfer("c"), transfer("d", .download)))
    #expect(
      calls == [.carry(transfer("a")), .carry(transfer("b")), .carry(transfer("d", .download))])
  }

  @Test func `a transfer that fails waits by itself, and is tried again`() throws {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    _ = driver.calls(pendingWork(transfer("a")))
    #expect(driver.handle(.carried(transfer("a"), .failure(.test(.networkFailure)))) == [])
    _ = driver.handle(.replicaChanged)
    #expect(
      driver.calls(pendingWork(sending: [zone], transfer("a"))) == [.send(zone, limit: 200)],
      "the account is not offline for it")
    _ = driver.handle(.sent(zone, .success(.sent(1))))
    #expect(driver.wake().contains(.carry(transfer("a"))))
    #expect(driver.now <= .seconds(2))
  }

  @Test func `how long a transfer is asked to wait counts for its whole database`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    _ = driver.calls(pendingWork(transfer("a")))
    let error = SyncFailure.test(.requestRateLimited, retryAfter: 30)
    _ = driver.handle(.carried(transfer("a"), .failure(error)))
    _ = driver.handle(.replicaChanged)
    #expect(driver.calls(pendingWork(sending: [zone], transfer("a"), transfer("b"))) == [])
  }

  @Test func `a transfer that is not wanted any more is not begun`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    _ = driver.calls(pendingWork(transfer("a"), transfer("b"), transfer("c")))
    _ = driver.handle(.replicaChanged)
    _ = driver.calls(pendingWork(transfer("a"), transfer("b")))
    #expect(driver.calls(.carried(transfer("a"), .success(()))) == [])
  }

  @Test func `after a time without connection, files go on at once`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.replicaChanged)
    _ = driver.calls(pendingWork(transfer("a")))
    for _ in 0..<8 {
      _ = driver.handle(.carried(transfer("a"), .failure(.test(.networkFailure))))
      while !driver.wake().contains(.carry(transfer("a"))) {}
    }
    _ = driver.handle(.carried(transfer("a"), .failure(.test(.networkFailure))))
    _ = driver.handle(.channelClosed(MachineDriver.channel, .test(.networkFailure)))
    while !driver.wake().contains(.openChannel) {}
    let other = NotificationChannel(courierPath: "/courier/2")
    #expect(driver.handle(.channelOpened(.success(other))).contains(.carry(transfer("a"))))
  }
}
