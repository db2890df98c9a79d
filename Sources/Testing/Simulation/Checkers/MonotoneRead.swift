/// I18: how many have read a message never grows less on any device, while the chat lives on.
struct MonotoneRead: Checker {
  private(set) var findings = Findings("I18")
  private var readers: [ZoneKey: [String: Int]] = [:]
  private var history = ZoneHistory()

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    history.observe(entry.event)
    guard case .seen(let device, _, let snapshot) = entry.event else { return }
    for chat in snapshot.openChats where !history.isDisturbed(chat.zone) {
      let key = ZoneKey(device: device, zone: chat.zone)
      for line in chat.messages where line.state == .sent {
        let known = readers[key]?[line.record] ?? 0
        if line.readers < known {
          findings.note(
            "\(device) shows \(line.readers) readers, but there were \(known)", about: line.record,
            at: index)
        }
        readers[key, default: [:]][line.record] = max(known, line.readers)
      }
    }
  }
}
