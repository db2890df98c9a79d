import CloudModel
import CloudSync
import SyncRules

/// I33: a message waits only for its own chat, its database and the connection to the cloud.
///
/// If these work, the message is sent within a bound, whatever happens in other chats.
struct Isolation: Checker {
  /// More than the longest round trip, and a fetch that was under way.
  static let bound: Duration = .seconds(20)
  /// The number of zones that a device serves at a time.
  private static let slots = 8

  private struct Device {
    var user = ""
    /// Whether the device says that it can reach the cloud.
    var isOpen = false
    /// Messages that have not left yet, by zone.
    var waiting: [String: Set<String>] = [:]
    /// Since when a zone has had no reason to wait.
    var since: [String: Duration] = [:]
    /// The time until which all messages have a reason to wait, also messages written meanwhile.
    var excusedUntil: Duration = .zero
    /// Zones whose own last request has failed, and owners whose storage is full.
    var troubled: Set<String> = []
    var full: Set<String> = []
    /// Databases that throttle without saying for how long.
    var held: Set<DatabaseScope> = []
    var running: [Int: Request] = [:]

    /// Notes that these records no longer wait.
    mutating func leave(_ zone: String, _ records: Set<String>) {
      let left = waiting[zone]?.subtracting(records) ?? []
      waiting[zone] = left.isEmpty ? nil : left
    }
  }

  private(set) var findings = Findings("I33")
  private var devices: [String: Device] = [:]
  private var zones: [String: RecordZoneID] = [:]
  private var reached: [Int: CloudResult] = [:]

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    judge(at: entry.time, index)
    switch entry.event {
    case .began(let userDevices):
      for userDevice in userDevices { devices[userDevice.device] = Device(user: userDevice.user) }
    case .joined(let userDevice): devices[userDevice.device] = Device(user: userDevice.user)
    case .intended(let name, let intent): observe(intent, on: name, at: entry.time)
    case .requested(let request):
      if let zone = request.zone { zones[zone.zoneName] = zone }
      observe(request, at: entry.time)
    case .reached(let result) where result.copy == 0: reached[result.request.number] = result
    case .answered(let number, let name, let error): observe(number, name, error, at: entry.time)
    case .stored(let name, let transaction): observe(transaction, on: name)
    case .stated(let name, let status):
      let isOpen =
        switch status.state {
        case .upToDate, .syncing, .waiting: true
        case .connecting, .offline, .suspended, .stopped: false
        }
      if isOpen, devices[name]?.isOpen == false { excuse(name, until: entry.time) }
      devices[name]?.isOpen = isOpen
    case .died(let name):
      devices[name]?.isOpen = false
      devices[name]?.running = [:]
    case .disrupted(.offline(let name, let end)): excuse(name, until: end)
    case .disrupted(.throttled(let user, let end)):
      for (name, device) in devices where device.user == user { excuse(name, until: end) }
    // The device learns of the write at the end of a poll.
    case .disrupted(.lostRing(let name)): devices[name]?.waiting = [:]
    default: break
    }
  }

  private mutating func judge(at time: Duration, _ index: Int) {
    for name in devices.keys.sorted() {
      guard let device = devices[name], device.isOpen, !device.waiting.isEmpty else { continue }
      let busy = Set(device.running.values.map(\.zoneName)).subtracting([""])
      guard busy.count < Self.slots else { continue }
      for (zone, records) in device.waiting where !records.isEmpty && !busy.contains(zone) {
        guard let zoneID = zones[zone],
          let since = device.since[zone].map({ max($0, device.excusedUntil) }),
          time - since > Self.bound, !device.troubled.contains(zone),
          !device.full.contains(zoneID.ownerName),
          !device.held.contains(zoneID.databaseScope(for: device.user))
        else { continue }
        findings.note(
          "\(records.sorted().joined(separator: ", ")) waits on \(name) since \(since.label) "
            + "without a cause in its chat", about: zone, at: index)
        devices[name]?.waiting[zone] = nil
      }
    }
  }

  /// Notes that everything on a device has a reason to wait until `time`.
  private mutating func excuse(_ name: String, until time: Duration) {
    let before = devices[name]?.excusedUntil ?? .zero
    devices[name]?.excusedUntil = max(before, time)
  }

  private mutating func observe(_ intent: Intent, on name: String, at time: Duration) {
    let zone = intent.zone
    switch intent {
    case .sent(_, let messages):
      devices[name]?.waiting[zone, default: []].formUnion(messages.map(\.record))
      let since = devices[name]?.since[zone] ?? time
      devices[name]?.since[zone] = max(since, time)
    case .deleted(_, let record), .dropped(_, let record):
      devices[name]?.leave(zone, [record])
    case .left, .deletedChat: devices[name]?.waiting[zone] = nil
    case .created, .renamed, .edited, .reacted, .pinned, .uploadedAgain, .retried, .saw, .invited,
      .opened,
      .joined, .attached, .askedForFile:
      break
    }
  }

  private mutating func observe(_ request: Request, at time: Duration) {
    let (name, zone) = (request.device, request.zoneName)
    devices[name]?.running[request.number] = request
    if let scope = request.scope { devices[name]?.held.remove(scope) }
    guard request.operation == .modifyRecords || request.operation == .modifyZones else { return }
    devices[name]?.troubled.remove(zone)
    devices[name]?.leave(zone, Set(request.items.map(\.name)))
    // The rest of the queue follows.
    let since = devices[name]?.since[zone] ?? time
    devices[name]?.since[zone] = max(since, time)
  }

  private mutating func observe(
    _ number: Int, _ name: String, _ error: CloudError?, at time: Duration
  ) {
    guard let request = devices[name]?.running.removeValue(forKey: number) else { return }
    let result = reached.removeValue(forKey: number)
    let failures = (result?.items ?? []).compactMap { item in
      if case .failed(let code) = item.result { code } else { nil }
    }
    // An answer may have left something out.
    let isPartial = error == nil && (result?.items.isEmpty == false)
    if let error = error ?? result?.refusal {
      observe(error.code, of: request, at: time, error.retryAfterSeconds ?? 0)
    }
    // Errors of items do not say how long to wait; none asks for more than half a minute.
    for code in failures { observe(code, of: request, at: time, 30) }
    if isPartial { devices[name]?.troubled.insert(request.zoneName) }
  }

  private mutating func observe(
    _ code: CloudError.Code, of request: Request, at time: Duration, _ seconds: Double
  ) {
    let name = request.device
    devices[name]?.troubled.insert(request.zoneName)
    if seconds > 0 { excuse(name, until: time + .seconds(seconds)) }
    switch code {
    case .requestRateLimited: if let scope = request.scope { devices[name]?.held.insert(scope) }
    case .quotaExceeded: if let zone = request.zone { devices[name]?.full.insert(zone.ownerName) }
    default: break
    }
  }

  private mutating func observe(_ transaction: Transaction, on name: String) {
    switch transaction {
    case .zonePage(let zone, _, _, _, _, true, false?): devices[name]?.waiting[zone.zoneName] = nil
    case .sealed(let zone): devices[name]?.waiting[zone.zoneName] = nil
    case .databasePage(_, _, let deleted, _):
      for zone in deleted { devices[name]?.waiting[zone] = nil }
    case .applied(let zone, let outcomes):
      if outcomes.contains(where: { $0.result == .acknowledged }) {
        devices[name]?.full.remove(zone.ownerName)
        if !outcomes.contains(where: { $0.result == .undecided }) {
          devices[name]?.troubled.remove(zone.zoneName)
        }
      }
    case .zonePage, .forgotToken, .preview, .resync, .batch, .invitations, .uploaded,
      .downloaded, .gaveUpFile:
      break
    }
  }
}
