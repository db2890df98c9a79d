import CloudModel

/// I4: what a device records as stored, or shows as sent, has been stored in the cloud.
struct AckMeansStored: Checker {
  private(set) var findings = Findings("I4")
  private var history = CloudHistory()

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    history.observe(entry.event, at: index)
    switch entry.event {
    case .stored(let device, .applied(let zone, let outcomes)):
      for outcome in outcomes where outcome.result == .acknowledged {
        let name = outcome.record
        if name.hasPrefix("-") { continue }
        let isStored =
          name == "zone"
          ? history.zones.contains(zone.zoneName) : history.wasSaved(zone.zoneName, name)
        guard !isStored else { continue }
        findings.note("\(device) records \(name) as stored, but it is not", about: name, at: index)
      }
    case .seen(let device, _, let snapshot):
      for chat in snapshot.chats {
        for line in chat.messages where line.state == .sent {
          guard !history.wasSaved(chat.zone, line.record) else { continue }
          findings.note(
            "\(device) shows ‘\(line.text)’ as sent, but it is not stored", about: line.record,
            at: index)
        }
      }
    default: break
    }
  }
}
