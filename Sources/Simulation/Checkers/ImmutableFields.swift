/// I20: who wrote a message and where it stands never changes once the cloud has it.
struct ImmutableFields: Checker {
  private(set) var findings = Findings("I20")
  private var known: [RecordKey: String] = [:]

  mutating func observe(_ entry: Journal.Entry, at index: Int) {
    guard case .seen(let device, _, let snapshot) = entry.event else { return }
    for chat in snapshot.chats {
      for line in chat.messages where line.isStored {
        let key = RecordKey(zone: chat.zone, record: line.record)
        let fields = "\(line.sender) \(line.time)"
        if let first = known[key], first != fields {
          findings.note(
            "\(device) shows the sender and time \(fields) in place of \(first)",
            about: line.record, at: index)
        }
        known[key] = known[key] ?? fields
      }
    }
  }
}
