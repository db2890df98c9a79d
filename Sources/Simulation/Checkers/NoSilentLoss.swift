/// I1: what somebody sent is on the device that sent it, queued, sent or failed, until they take it
/// back; and what is not failed there in the end is in the cloud.
struct NoSilentLoss: Checker {
  private struct Sent {
    var zone: String
    var record: String
    var text: String
  }

  private var sent: [String: [Sent]] = [:]
  private var users: [String: String] = [:]
  private var atRest: [String: (Picture, Int)] = [:]
  private var held: [String: CloudPicture] = [:]
  private var found: [Violation] = []

  mutating func see(_ event: SimulationEvent, at index: Int) {
    switch event {
    case .began(let seats): for seat in seats { users[seat.device] = seat.user }
    case .intended(let device, .sent(let zone, let messages)):
      sent[device, default: []] += messages.map {
        Sent(zone: zone, record: $0.record, text: $0.text)
      }
    case .intended(let device, .dropped(_, let record)):
      sent[device]?.removeAll { $0.record == record }
    case .seen(let device, let moment, let picture):
      if moment == .atRest { atRest[device] = (picture, index) }
      for message in sent[device] ?? [] {
        let lines = picture.chat(message.zone)?.messages ?? []
        guard !lines.contains(where: { $0.record == message.record && $0.text == message.text })
        else { continue }
        note("‘\(message.text)’ is gone from \(device)", message.record, index)
      }
    case .held(let user, let picture): held[user] = picture
    case .ended: compare()
    default: break
    }
  }

  private mutating func compare() {
    for (device, (picture, index)) in atRest.sorted(by: { $0.key < $1.key }) {
      for message in sent[device] ?? [] {
        guard let chat = picture.chat(message.zone),
          let line = chat.messages.first(where: { $0.record == message.record })
        else { continue }
        switch line.state {
        case .failed: continue
        case .queued: note("‘\(message.text)’ still waits on \(device)", message.record, index)
        case .sent, .received:
          guard chat.access != .sealed, let user = users[device],
            held[user]?.zone(message.zone)?.item(message.record) == nil
          else { continue }
          note("‘\(message.text)’ is not in the cloud", message.record, index)
        }
      }
    }
  }

  private mutating func note(_ text: String, _ record: String, _ index: Int) {
    found.append(Violation(invariant: "I1", text: text, subject: record, index: index))
  }

  func violations() -> [Violation] { found }
}
