import CloudModel
import SyncRules

/// I40: a window says “up to date” only if everything that was sent on the device has arrived, has failed or
/// was taken back, and every feed was last read to its end without an error.
///
/// It says “offline” only if the cloud did not answer, or refused the channel, and not if it refused
/// something else.
struct StatusHonesty: Checker {
  private(set) var findings = Findings("I40")
  private var history = CloudHistory()
  /// Messages of a device whose outcome is not known yet.
  private var sent: [ZoneKey: Set<String>] = [:]
  /// Feeds whose last fetch has failed.
  private var failing: Set<ZoneKey> = []
  /// Feeds with more to come.
  private var unfinished: Set<ZoneKey> = []
  private var fetches: [Int: ZoneKey] = [:]
  private var refusals: [Int: CloudError.Code] = [:]
  private var operations: [Int: CloudCall] = [:]
  /// When each device last had a reason to be offline.
  private var cutOff: [String: Duration] = [:]
  /// The time within which a device must report a reason to be offline.
  private static let delay: Duration = .seconds(60)

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    history.observe(entry.event, at: index)
    switch entry.event {
    case .intended(let device, let intent): observe(intent, on: device)
    case .requested(let request):
      fetches[request.number] = Self.feed(of: request)
      operations[request.number] = request.operation
    case .reached(let reached) where reached.copy == 0:
      refusals[reached.request.number] = reached.refusal?.code
    case .answered(let number, let device, let error):
      if let code = error?.code ?? refusals[number],
        Self.cutsOff(code, operations.removeValue(forKey: number))
      {
        cutOff[device] = entry.time
      }
      guard let feed = fetches.removeValue(forKey: number) else { return }
      observe(error?.code ?? refusals[number], of: feed)
    case .stored(let device, let transaction): observe(transaction, on: device)
    case .died(let device):
      failing = failing.filter { $0.device != device }
      fetches = fetches.filter { $0.value.device != device }
    case .stated(let device, let status) where status.state == .offline:
      if cutOff[device].map({ entry.time - $0 > Self.delay }) ?? true {
        findings.note(
          "\(device) says that it is \(status), but the cloud answered every request",
          about: device, at: index)
      }
    case .claimed(let device, true): judge(device, at: index)
    default: break
    }
  }

  /// Whether this error means that the device cannot reach the cloud.
  private static func cutsOff(_ code: CloudError.Code, _ operation: CloudCall?) -> Bool {
    switch ErrorPolicy.reach(of: code) {
    case .offline, .suspended, .stopped: true
    case .database, .zone:
      operation.map { [.openChannel, .poll, .subscribe].contains($0) } ?? false
    }
  }

  private static func feed(of request: Request) -> ZoneKey? {
    switch request.operation {
    case .zoneChanges: ZoneKey(device: request.device, zone: request.zoneName)
    case .databaseChanges: database(request.scope, on: request.device)
    default: nil
    }
  }

  private static func database(_ scope: DatabaseScope?, on device: String) -> ZoneKey {
    ZoneKey(device: device, zone: scope?.pathComponent ?? "")
  }

  private mutating func observe(_ code: CloudError.Code?, of feed: ZoneKey) {
    switch code {
    case nil, .zoneNotFound, .userDeletedZone: failing.remove(feed)
    default: failing.insert(feed)
    }
  }

  private mutating func observe(_ intent: Intent, on device: String) {
    let key = ZoneKey(device: device, zone: intent.zone)
    switch intent {
    case .sent(_, let messages): sent[key, default: []].formUnion(messages.map(\.record))
    case .retried(_, let record): sent[key, default: []].insert(record)
    case .deleted(_, let record), .dropped(_, let record): sent[key]?.remove(record)
    case .left, .deletedChat: forget(key)
    // Records that a device can no longer send fail at once.
    case .joined(_, canWrite: false): sent[key] = nil
    case .created, .renamed, .edited, .reacted, .pinned, .uploadedAgain, .saw, .invited, .opened,
      .joined,
      .attached, .askedForFile:
      break
    }
  }

  private mutating func observe(_ transaction: Transaction, on device: String) {
    switch transaction {
    case .zonePage(let zone, _, _, _, let moreComing, true, let canWrite):
      let key = ZoneKey(device: device, zone: zone.zoneName)
      mark(key, moreComing)
      if canWrite == false { sent[key] = nil }
    case .databasePage(let scope, _, let deleted, let moreComing):
      mark(Self.database(scope, on: device), moreComing)
      for zone in deleted { forget(ZoneKey(device: device, zone: zone)) }
    case .sealed(let zone): forget(ZoneKey(device: device, zone: zone.zoneName))
    case .applied(let zone, let outcomes):
      for outcome in outcomes where outcome.result == .failed || outcome.result == .gone {
        sent[ZoneKey(device: device, zone: zone.zoneName)]?.remove(outcome.record)
      }
    case .zonePage, .forgotToken, .preview, .resync, .batch, .invitations, .uploaded,
      .downloaded, .gaveUpFile:
      break
    }
  }

  private mutating func mark(_ feed: ZoneKey, _ moreComing: Bool) {
    if moreComing { unfinished.insert(feed) } else { unfinished.remove(feed) }
  }

  /// The zone is gone for the device, and with it whatever was under way.
  private mutating func forget(_ key: ZoneKey) {
    fetches = fetches.filter { $0.value != key }
    sent[key] = nil
    failing.remove(key)
    unfinished.remove(key)
  }

  private mutating func judge(_ device: String, at index: Int) {
    for feed in failing.union(unfinished).filter({ $0.device == device }).sorted(by: <) {
      findings.note(
        "\(device) says that it is up to date, but its last fetch of \(feed.zone) has "
          + (failing.contains(feed) ? "failed" : "not finished"),
        about: feed.zone, at: index)
    }
    for key in sent.keys.filter({ $0.device == device }).sorted(by: <) {
      for record in (sent[key] ?? []).sorted() where !history.wasSaved(key.zone, record) {
        findings.note(
          "\(device) says that it is up to date, but \(record) waits", about: record, at: index)
      }
    }
  }
}
