import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import Logging
import SyncRules

/// Devices: switched on, at work, dying and started again.
extension World {
  /// Adds a device of the person with this account, and starts it.
  func addDevice(named name: String, of account: Account) throws {
    let directory = directory.appending(path: name)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try ReplicaTemplate.copy(into: directory)
    devices.append(
      SimulatedDevice(
        name: name, account: account, directory: directory,
        clock: DeviceClock(time, skew: .zero)))
    try open(devices.count - 1)
  }

  func open(_ index: Int) throws {
    let device = devices[index]
    let key = DeviceKey(index: index, life: device.life)
    let clock = device.clock
    let replica = try Replica(
      directory: device.directory, account: device.account, now: { clock.now() })
    let user = device.account.userRecordName
    let container = SimulatedContainer(
      inner: cloud.container(of: user, device: device.name), world: self, key: key,
      mutation: mutation)
    let performer = EffectPerformer(
      container: container, store: SimulatedStore(inner: replica, world: self, key: key),
      logger: Logger(label: device.name, factory: { _ in SwiftLogNoOpLogHandler() }))
    device.parts = .init(
      replica: replica,
      repository: ChatRepository(replica: replica, makeUnique: { [names] in names.name() }),
      sharing: ChatSharing(container: container, replica: replica, clock: ImmediateClock()),
      performer: performer, container: container, startedAt: now)
    device.shell = .init(
      machine: SyncMachine(
        mode: .continuous, user: user, seed: seed &+ UInt64(index * 1000 + device.life)))
    schedule(.recover(key))
  }

  // MARK: - The shell

  func recover(_ key: DeviceKey) async {
    guard isAlive(key), let store = store(of: key) else { return }
    await begin {
      // If the device dies here, the world notices that itself.
      try? await store.recover()
    }
    schedule(.deliver(.started, key))
  }

  private func store(of key: DeviceKey) -> SimulatedStore? {
    devices[key.index].parts.map { SimulatedStore(inner: $0.replica, world: self, key: key) }
  }

  /// The machine of a device learns something; what it wants becomes steps.
  func deliver(_ input: SyncMachine.Input, to key: DeviceKey) {
    let device = devices[key.index]
    guard isAlive(key), let startedAt = device.parts?.startedAt else { return }
    if device.shell?.isPublishing == true {
      device.shell?.inbox.append(input)
      return
    }
    for effect in device.shell?.machine.handle(input, now: now - startedAt) ?? [] {
      if case .wake(let time) = effect {
        queue.schedule(.deliver(.woke, key), at: startedAt + time)
      } else {
        schedule(.perform(effect, key), after: storeRandom.wait(mean: .milliseconds(1)))
      }
    }
    guard let report = device.shell?.machine.report(now: now - startedAt),
      report != device.shell?.published
    else { return }
    device.shell?.published = report
    device.shell?.isPublishing = true
    schedule(.publish(report, key))
  }

  func perform(_ effect: SyncMachine.Effect, on key: DeviceKey) async {
    guard isAlive(key), let performer = devices[key.index].parts?.performer else { return }
    await begin { [self] in
      await count(1, on: key)
      if effect == .openChannel {
        await openChannel(on: key, by: performer)
      } else if let input = await performer.perform(effect) {
        await report(input, by: key)
      }
      await count(-1, on: key)
    }
  }

  private func count(_ change: Int, on key: DeviceKey) {
    if isAlive(key) { devices[key.index].shell?.running += change }
  }

  private func report(_ input: SyncMachine.Input, by key: DeviceKey) {
    schedule(.deliver(input, key), after: storeRandom.wait(mean: .milliseconds(1)))
  }

  /// Opens a channel and listens on it until it fails, or until another is opened.
  private func openChannel(on key: DeviceKey, by performer: EffectPerformer) async {
    let opened = await performer.openChannel()
    report(opened, by: key)
    guard case .channelOpened(.success(let channel)) = opened, isAlive(key),
      let container = devices[key.index].parts?.container
    else { return }
    devices[key.index].shell?.channel = channel
    // Listening does not count as running work, because nobody waits for it.
    count(-1, on: key)
    defer { count(1, on: key) }
    while isAlive(key), devices[key.index].shell?.channel == channel {
      do throws(CloudError) {
        let news = try await container.nextNotification(on: channel)
        guard devices[key.index].shell?.channel == channel else { return }
        report(news.map { .notified($0) } ?? .notificationPollEnded, by: key)
      } catch {
        report(.channelClosed(channel, error), by: key)
        return
      }
    }
  }

  func publish(_ report: SyncReport, on key: DeviceKey) async {
    guard isAlive(key), let store = store(of: key), let parts = devices[key.index].parts
    else { return }
    note(.stated(device: devices[key.index].name, report.status))
    let elapsed = now - parts.startedAt
    await begin { [self] in
      do {
        try await store.publish(report, now: elapsed)
        if await isAlive(key) { try await readStatus(key.index) }
      } catch {
        // If the device dies here, the world notices that itself.
      }
      await goOn(key)
    }
  }

  /// The machine of a device learns what has waited while its status was written.
  private func goOn(_ key: DeviceKey) {
    guard isAlive(key) else { return }
    devices[key.index].shell?.isPublishing = false
    let inputs = devices[key.index].shell?.inbox ?? []
    devices[key.index].shell?.inbox = []
    for input in inputs { deliver(input, to: key) }
  }

  // MARK: - Crashes

  /// Ends everything that runs on a dying device; if it `restarts`, it is switched on again some time later.
  func crash(_ index: Int, restarts: Bool = true) async throws {
    await endWork(on: index)
    note(.died(device: devices[index].name))
    try await takeSnapshot(index, .beforeCrash)
    devices[index].parts = nil
    devices[index].shell = nil
    devices[index].isDying = false
    if restarts { schedule(.restart(index), after: consequenceRandom.wait(mean: .seconds(20))) }
  }

  /// Lets all tasks that wait on a dying device run to their end.
  func endWork(on index: Int) async {
    let key = DeviceKey(index: index, life: devices[index].life)
    for number in inFlight.keys.sorted() {
      guard let pending = inFlight[number], pending.key == key, let waiter = pending.waiter
      else { continue }
      pending.fail(CloudError(.operationCancelled, "The device has crashed."))
      inFlight[number]?.waiter = nil
      await letGoOn(waiter)
    }
    for number in sleepers.keys.sorted() {
      guard queue.contains(where: { if case .goOn(key, number) = $0 { true } else { false } }),
        let waiter = sleepers.removeValue(forKey: number)
      else { continue }
      await letGoOn(waiter)
    }
  }

  func restart(_ index: Int) async throws {
    guard devices[index].parts == nil else { return }
    devices[index].life += 1
    try open(index)
    note(.restarted(device: devices[index].name))
    try await takeSnapshot(index, .afterRestart)
  }
}
