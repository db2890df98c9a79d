import CloudDevices
import Synchronization

/// The devices of a cloud that somebody still uses.
struct KnownDevices: Sendable {
  private struct WeakDevice: Sendable {
    weak var device: CloudDevice?
    var number: Int
  }

  private var entries: [WeakDevice] = []
  private var countSoFar = 0

  /// Takes a device up, and returns its number.
  mutating func add(_ device: CloudDevice) -> Int {
    countSoFar += 1
    entries.removeAll { $0.device == nil }
    entries.append(WeakDevice(device: device, number: countSoFar))
    return countSoFar
  }

  var all: [TestDevice] {
    entries.compactMap { entry in entry.device.map { TestDevice($0, number: entry.number) } }
  }
}

extension TestCloud {
  /// Returns when every `CKSyncEngine` of the devices has nothing to send, and has fetched everything that the cloud
  /// has for it.
  ///
  /// Nothing is sent or fetched for the engines: what they do by themselves, and what the app makes them do meanwhile,
  /// is waited for. So it also shows that a push has arrived, and that the app has sent what it should have sent.
  /// When it returns, all engines were at rest at the same moment, and their delegates have handled every event. Other
  /// tasks of the app are not known, and not waited for.
  ///
  /// An engine with `automaticallySync == false` is done when the app has called `sendChanges()` and `fetchChanges()`
  /// often enough.
  ///
  /// ```swift
  /// try await cloud.quiesce()
  /// #expect(phone.notes == laptop.notes)
  /// ```
  ///
  /// - Parameters:
  ///   - devices: the ones that are waited for; without any, all that were made by `device(of:)` and `withAccount`, and
  ///     that somebody still uses.
  ///   - limit: how long to wait at most.
  /// - Throws: `TestCloudError` when the time is over: which engine of which device was not done, and why.
  public func quiesce(
    _ devices: TestDevice..., within limit: Duration = .seconds(10)
  ) async throws {
    let devices = devices.isEmpty ? self.devices.withLock(\.all) : devices
    // One event that waits stands for all.
    let (events, event) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    defer { event.finish() }
    for device in devices { device.device.activity.tell(event) }
    try await withThrowingTaskGroup { group in
      group.addTask {
        try await Task.sleep(for: limit)
        event.finish()
      }
      defer { group.cancelAll() }
      var next = events.makeAsyncIterator()
      while let problem = await unfinishedWork(of: devices) {
        guard await next.next() == nil else { continue }
        try Task.checkCancellation()
        throw TestCloudError(
          reason: "After \(limit) not everything was sent and fetched:\n" + problem)
      }
    }
  }

  /// What the engines of the devices have not done, a line for each; nil if all were at rest at the same moment.
  private func unfinishedWork(of devices: [TestDevice]) async -> String? {
    func count() -> [Int] { devices.map(\.device.activity.count) }
    let before = count()
    var lines: [String] = []
    for device in devices {
      for part in device.device.activity.parts {
        guard let words = await part.unfinishedWork(at: cloud) else { continue }
        lines.append("device \(device.number) (\(device.account ?? "nobody")), \(words)")
      }
    }
    if lines.isEmpty, count() != before { return "the devices are still at work" }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}
