/// I19: a message that is deleted in the cloud, or on a device that knows so from the cloud, can never be
/// read again anywhere.
struct NoResurrection: Checker {
  private(set) var findings = Findings("I19")
  private var gone: Set<RecordKey> = []
  private var atRest: [(device: String, snapshot: DeviceSnapshot, index: Int)] = []

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    switch entry.event {
    case .seen(let device, let moment, let snapshot):
      if moment == .atRest || moment == .fresh { atRest.append((device, snapshot, index)) }
      for chat in snapshot.openChats { look(at: chat, on: device, at: index) }
    case .held(_, let held):
      for zone in held.zones {
        for item in zone.messages where item.isDeleted {
          gone.insert(RecordKey(zone: zone.name, record: item.record))
        }
      }
    case .ended:
      for (device, snapshot, index) in atRest {
        for chat in snapshot.openChats { readGone(in: chat, on: device, at: index) }
      }
    default: break
    }
  }

  /// Remembers what the device has learned to be deleted; only what was known before is judged.
  private mutating func look(at chat: DeviceSnapshot.Chat, on device: String, at index: Int) {
    for line in chat.messages {
      let key = RecordKey(zone: chat.zone + device, record: line.record)
      if line.isDeleted, line.isStored {
        gone.insert(key)
      } else if !line.isDeleted, gone.contains(key) {
        findings.note("\(device) shows ‘\(line.text)’ again", about: line.record, at: index)
      }
    }
  }

  private mutating func readGone(in chat: DeviceSnapshot.Chat, on device: String, at index: Int) {
    for line in chat.messages where !line.isDeleted {
      guard gone.contains(RecordKey(zone: chat.zone, record: line.record)) else { continue }
      findings.note(
        "\(device) shows ‘\(line.text)’, which is deleted in the cloud", about: line.record,
        at: index)
    }
  }
}
