import CloudModel

/// I14 and I27: a device that had to begin a zone anew, because its token was too old or because it was let
/// in again, ends with exactly what the cloud holds.
struct AtRestEqualsCloud: Checker {
  private(set) var findings: Findings
  private let begins: @Sendable (Transaction) -> [String]
  private var deviceUsers = DeviceUsers()
  private var anew: Set<ZoneKey> = []
  private var snapshots: [(device: String, snapshot: DeviceSnapshot, index: Int)] = []

  /// I14: after a resync.
  static var afterResync: AtRestEqualsCloud {
    AtRestEqualsCloud("I14") { transaction in
      if case .resync(let zone) = transaction { [zone.zoneName] } else { [] }
    }
  }

  /// I27: after access was lost and given again.
  static var afterRejoining: AtRestEqualsCloud {
    AtRestEqualsCloud("I27") { transaction in
      switch transaction {
      case .sealed(let zone): [zone.zoneName]
      case .databasePage(_, _, let deleted, _): deleted
      case .zonePage, .forgotToken, .resync, .applied, .invitations, .preview, .batch,
        .uploaded, .downloaded, .gaveUpFile:
        []
      }
    }
  }

  private init(_ invariant: String, _ begins: @escaping @Sendable (Transaction) -> [String]) {
    findings = Findings(invariant)
    self.begins = begins
  }

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    deviceUsers.observe(entry.event)
    switch entry.event {
    case .stored(let device, let transaction):
      for zone in begins(transaction) { anew.insert(ZoneKey(device: device, zone: zone)) }
    case .seen(let device, .atRest, let snapshot): snapshots.append((device, snapshot, index))
    case .held(let user, let held):
      for (device, snapshot, index) in snapshots where deviceUsers.user(of: device) == user {
        compare(snapshot, of: device, with: held, at: index)
      }
    default: break
    }
  }

  private mutating func compare(
    _ snapshot: DeviceSnapshot, of device: String, with held: CloudSnapshot, at index: Int
  ) {
    for chat in snapshot.openChats where anew.contains(ZoneKey(device: device, zone: chat.zone)) {
      let excluded = chat.unstored
      let stored = Set(held.zone(chat.zone)?.messages.map(\.record) ?? []).subtracting(excluded)
      let shown = Set(chat.messages.map(\.record)).subtracting(excluded)
      guard stored != shown else { continue }
      findings.note(
        "\(device) lacks \(stored.subtracting(shown).sorted()) and has in addition "
          + "\(shown.subtracting(stored).sorted())", about: chat.zone, at: index)
    }
  }
}
