import CloudModel
import SyncRules
import Testing

/// Another process asks the engine for a look at the cloud.
struct LookTests {
  @Test func `a look that is asked for fetches everything, and is answered afterwards`() {
    var driver = MachineDriver.idle()
    let calls = driver.calls(.lookAsked(7))
    #expect(
      Set(calls) == [
        .fetchDatabaseChanges(.private), .fetchDatabaseChanges(.shared), .fetchInvitations,
      ])
    #expect(driver.machine.takeAnsweredLook(now: driver.now) == nil)
    driver.finishLook()
    #expect(driver.machine.takeAnsweredLook(now: driver.now) == 7)
    #expect(driver.machine.takeAnsweredLook(now: driver.now) == nil)
  }

  @Test func `a fetch that had begun before the question does not answer it`() {
    var driver = MachineDriver.idle()
    _ = driver.handle(.notified(.database(.private)))
    _ = driver.handle(.lookAsked(1))
    let again = driver.calls(.databaseFetched(.private, .success(.empty)))
    #expect(again.contains(.fetchDatabaseChanges(.private)))
    #expect(driver.machine.takeAnsweredLook(now: driver.now) == nil)
  }

  @Test func `read marks that are gathered go at once, so that nobody waits for them`() {
    var driver = MachineDriver.idle()
    let zone = RecordZoneID(zoneName: "chat", ownerName: "bob")
    let marks = SyncMachine.PendingWork(
      zonesToSend: [], zonesToFetch: [], zonesToSendLowPriority: [zone])
    _ = driver.handle(.replicaChanged)
    #expect(driver.calls(.pendingWorkRead(.success(marks))).isEmpty)
    _ = driver.handle(.lookAsked(5))
    let calls = driver.calls(.pendingWorkRead(.success(marks)))
    #expect(calls.contains { if case .send = $0 { true } else { false } })
  }

  @Test func `without a way to the cloud it is answered when an attempt has failed`() {
    var driver = MachineDriver.idle()
    let lost = CloudError(.networkUnavailable, "nobody answers")
    _ = driver.handle(.channelClosed(MachineDriver.channel, lost))
    driver.now += .milliseconds(10)
    _ = driver.handle(.lookAsked(3))
    #expect(driver.machine.takeAnsweredLook(now: driver.now) == nil)
    while driver.wake().contains(.openChannel) == false {}
    #expect(driver.machine.takeAnsweredLook(now: driver.now) == nil)
    _ = driver.handle(.channelOpened(.failure(lost)))
    #expect(driver.machine.takeAnsweredLook(now: driver.now) == 3)
    #expect(driver.machine.status == .offline(reason: "nobody answers"))
  }

  @Test func `a server that is not trusted is told of, and tried again`() {
    var driver = MachineDriver.idle()
    var refused = CloudError(.networkUnavailable, "It cannot be trusted.")
    refused.isUntrusted = true
    _ = driver.handle(.channelClosed(MachineDriver.channel, refused))
    #expect(driver.machine.status == .suspended(reason: "It cannot be trusted"))
    while driver.wake().contains(.openChannel) == false {}
    _ = driver.handle(.channelOpened(.failure(CloudError(.networkUnavailable, "no route"))))
    #expect(driver.machine.status == .offline(reason: "no route"))
  }

  @Test func `with keys that were refused it is answered by an attempt, as they may be new`() {
    var driver = MachineDriver.idle()
    let refused = CloudError(.notAuthenticated, "signed out")
    _ = driver.handle(.channelClosed(MachineDriver.channel, refused))
    for _ in 0..<10 {
      while driver.wake().contains(.openChannel) == false {}
      _ = driver.handle(.channelOpened(.failure(refused)))
    }
    // The window has waited for a while, and its old refusal is no answer.
    driver.now += .seconds(5)
    let effects = driver.handle(.lookAsked(6))
    #expect(effects.contains(.openChannel), "at once")
    #expect(driver.machine.takeAnsweredLook(now: driver.now) == nil)
    _ = driver.handle(.channelOpened(.failure(refused)))
    #expect(driver.machine.takeAnsweredLook(now: driver.now) == 6)
    #expect(driver.machine.status == .suspended(reason: "signed out"))
  }

  @Test func `where the cloud wants to be left alone it is answered at once`() {
    var driver = MachineDriver.idle()
    let busy = CloudError(.serviceUnavailable, "too busy", retryAfterSeconds: 60)
    _ = driver.handle(.channelClosed(MachineDriver.channel, busy))
    _ = driver.handle(.lookAsked(4))
    #expect(driver.machine.takeAnsweredLook(now: driver.now) == 4)
  }
}

extension MachineDriver {
  /// Lets everything that is fetched bring nothing.
  fileprivate mutating func finishLook() {
    _ = handle(.pendingWorkRead(.success(.empty)))
    _ = handle(.invitationsFetched(.success(.init())))
    for scope in [DatabaseScope.private, .shared] {
      for effect in handle(.databaseFetched(scope, .success(.empty)))
      where effect == .readPendingWork {
        _ = handle(.pendingWorkRead(.success(.empty)))
      }
    }
  }
}
