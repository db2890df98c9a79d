import CloudModel

/// I13: a resync drops nothing that waits or failed, and nothing whose only copy is on the device.
struct ResyncKeepsUnsent: Checker {
  private(set) var findings = Findings("I13")
  private var history = CloudHistory()
  private var sent: [ZoneKey: [String]] = [:]
  /// Messages that had not reached the cloud when a resync began.
  private var owed: [ZoneKey: Set<String>] = [:]

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    history.observe(entry.event, at: index)
    switch entry.event {
    case .intended(let device, .sent(let zone, let messages)):
      sent[ZoneKey(device: device, zone: zone), default: []] += messages.map(\.record)
    case .intended(let device, .left(let zone)), .intended(let device, .deletedChat(let zone)):
      sent[ZoneKey(device: device, zone: zone)] = nil
      owed[ZoneKey(device: device, zone: zone)] = nil
    case .intended(let device, .dropped(let zone, let record)),
      .intended(let device, .deleted(let zone, let record)):
      let key = ZoneKey(device: device, zone: zone)
      sent[key]?.removeAll { $0 == record }
      owed[key]?.remove(record)
    case .stored(let device, .resync(let zone)):
      let key = ZoneKey(device: device, zone: zone.zoneName)
      owed[key, default: []].formUnion(
        (sent[key] ?? []).filter { !history.wasSaved(key.zone, $0) })
    case .seen(let device, _, let snapshot):
      for key in owed.keys.filter({ $0.device == device }).sorted(by: { $0.zone < $1.zone }) {
        let shown = Set(snapshot.chat(key.zone)?.messages.map(\.record) ?? [])
        for record in (owed[key] ?? []).subtracting(shown).sorted() {
          findings.note("\(device) has lost \(record) in a resync", about: record, at: index)
        }
      }
    default: break
    }
  }
}
