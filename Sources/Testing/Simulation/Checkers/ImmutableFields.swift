import CloudModel

/// I20: who wrote a message never changes once the cloud has it, nor where it stands while its zone lives.
///
/// A zone whose encrypted data was reset is made anew from what devices have. The cloud cuts the time of a wrong
/// clock by its own, and a device whose answer was lost cannot know where it has cut it the first time. Who is not in
/// the new zone keeps a sealed copy of the old one.
struct ImmutableFields: Checker {
  private(set) var findings = Findings("I20")
  private var senders: [RecordKey: String] = [:]
  private var times: [RecordKey: Int64] = [:]
  /// Zones that were made anew.
  private var reset: Set<String> = []

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    switch entry.event {
    case .disrupted(.deletedZone(let zone, .encryptedDataReset)):
      reset.insert(zone.zoneName)
      times = times.filter { $0.key.zone != zone.zoneName }
    case .seen(let device, _, let snapshot):
      for chat in snapshot.chats where chat.access != .sealed || !reset.contains(chat.zone) {
        for line in chat.messages where line.isStored {
          let key = RecordKey(zone: chat.zone, record: line.record)
          let (sender, time) = (senders[key] ?? line.sender, times[key] ?? line.time)
          (senders[key], times[key]) = (sender, time)
          guard (sender, time) != (line.sender, line.time) else { continue }
          findings.note(
            "\(device) shows the sender and time \(line.sender) \(line.time) in place of "
              + "\(sender) \(time)", about: line.record, at: index)
        }
      }
    default: break
    }
  }
}
