/// I1: what somebody sent stays on the device that sent it, queued, sent or failed, until they take it back;
/// and in the end, everything that has not failed there is in the cloud.
struct NoSilentLoss: Checker {
  private struct Sent {
    var zone: String
    var record: String
  }

  private(set) var findings = Findings("I1")
  private var sent: [String: [Sent]] = [:]
  /// Every text that a message was given.
  private var texts: [String: Set<String>] = [:]
  private var deviceUsers = DeviceUsers()
  private var atRest: [(device: String, snapshot: DeviceSnapshot, index: Int)] = []
  private var held: [String: CloudSnapshot] = [:]

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    deviceUsers.observe(entry.event)
    switch entry.event {
    case .intended(let device, let intent): observe(intent, of: device)
    case .seen(let device, let moment, let snapshot):
      if moment == .atRest { atRest.append((device, snapshot, index)) }
      for message in sent[device] ?? [] {
        let line = snapshot.chat(message.zone)?.messages.first { $0.record == message.record }
        guard line.map({ texts[$0.record]?.contains($0.text) != true }) ?? true else { continue }
        findings.note(
          "\(message.record) is gone from \(device)", about: message.record, at: index)
      }
    case .held(let user, let snapshot): held[user] = snapshot
    case .ended: compare()
    default: break
    }
  }

  private mutating func observe(_ intent: Intent, of device: String) {
    switch intent {
    case .sent(let zone, let messages):
      for message in messages {
        sent[device, default: []].append(Sent(zone: zone, record: message.record))
        texts[message.record, default: []].insert(message.text)
      }
    case .edited(_, let record, let text): texts[record, default: []].insert(text)
    case .deleted(_, let record):
      // Another device of the same person may delete it, too.
      for device in sent.keys { sent[device]?.removeAll { $0.record == record } }
    case .dropped(_, let record):
      sent[device]?.removeAll { $0.record == record }
    case .left(let zone), .deletedChat(let zone): sent[device]?.removeAll { $0.zone == zone }
    case .created, .renamed, .reacted, .pinned, .uploadedAgain, .retried, .saw, .invited, .opened,
      .joined,
      .attached, .askedForFile:
      break
    }
  }

  private mutating func compare() {
    for (device, snapshot, index) in atRest {
      for message in sent[device] ?? [] {
        guard let chat = snapshot.chat(message.zone),
          let line = chat.messages.first(where: { $0.record == message.record })
        else { continue }
        switch line.state {
        case .failed: continue
        case .queued:
          findings.note("‘\(line.text)’ still waits on \(device)", about: line.record, at: index)
        case .sent, .received:
          guard chat.access != .sealed,
            held[deviceUsers.user(of: device)]?.zone(message.zone)?.item(message.record) == nil
          else { continue }
          findings.note("‘\(line.text)’ is not in the cloud", about: line.record, at: index)
        }
      }
    }
  }
}
