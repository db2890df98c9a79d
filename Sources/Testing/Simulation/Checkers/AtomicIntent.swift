/// I2: after a crash a message and its row of the outbox are either both there or both missing.
///
/// A message without its row would be shown as sent, although no request has sent it.
struct AtomicIntent: Checker {
  private(set) var findings = Findings("I2")
  private var history = CloudHistory()

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    history.observe(entry.event, at: index)
    guard case .seen(let device, .afterRestart, let snapshot) = entry.event else { return }
    for chat in snapshot.chats {
      for line in chat.messages where line.state == .sent {
        guard !history.wasSaved(chat.zone, line.record) else { continue }
        findings.note(
          "\(device) has ‘\(line.text)’ after its crash, but no outbox row for it",
          about: line.record, at: index)
      }
    }
  }
}
