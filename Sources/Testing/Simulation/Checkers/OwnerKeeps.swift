import CloudModel

/// I28: the owner keeps every message when other people leave, are removed or lose access.
struct OwnerKeeps: Checker {
  private(set) var findings = Findings("I28")
  private var history = CloudHistory()

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    history.observe(entry.event, at: index)
    guard case .held(let user, let held) = entry.event else { return }
    for zone in held.zones where zone.owner == user && !history.deadZones.contains(zone.name) {
      let kept = Set(zone.messages.map(\.record))
      for record in history.messages(in: zone.name) where !kept.contains(record) {
        findings.note("\(record) is gone from the owner's zone", about: record, at: index)
      }
    }
  }
}
