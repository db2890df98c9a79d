/// I1: what somebody sent is on the device that sent it, queued, sent or failed, until they take it
/// back; and what is not failed there in the end is in the cloud.
struct NoSilentLoss: Checker {
  private struct Sent {
    var zone: String
    var record: String
    var text: String
  }

  private(set) var docket = Docket("I1")
  private var sent: [String: [Sent]] = [:]
  private var seats = Seats()
  private var atRest: [(device: String, picture: Picture, index: Int)] = []
  private var held: [String: CloudPicture] = [:]

  mutating func see(_ entry: Journal.Entry, at index: Int) {
    seats.see(entry.event)
    switch entry.event {
    case .intended(let device, .sent(let zone, let messages)):
      sent[device, default: []] += messages.map {
        Sent(zone: zone, record: $0.record, text: $0.text)
      }
    case .intended(let device, .dropped(_, let record)):
      sent[device]?.removeAll { $0.record == record }
    case .seen(let device, let moment, let picture):
      if moment == .atRest { atRest.append((device, picture, index)) }
      for message in sent[device] ?? [] {
        let lines = picture.chat(message.zone)?.messages ?? []
        guard !lines.contains(where: { $0.record == message.record && $0.text == message.text })
        else { continue }
        docket.note("‘\(message.text)’ is gone from \(device)", about: message.record, at: index)
      }
    case .held(let user, let picture): held[user] = picture
    case .ended: compare()
    default: break
    }
  }

  private mutating func compare() {
    for (device, picture, index) in atRest {
      for message in sent[device] ?? [] {
        guard let chat = picture.chat(message.zone),
          let line = chat.messages.first(where: { $0.record == message.record })
        else { continue }
        switch line.state {
        case .failed: continue
        case .queued:
          docket.note(
            "‘\(message.text)’ still waits on \(device)", about: message.record, at: index)
        case .sent, .received:
          guard chat.access != .sealed,
            held[seats.user(of: device)]?.zone(message.zone)?.item(message.record) == nil
          else { continue }
          docket.note("‘\(message.text)’ is not in the cloud", about: message.record, at: index)
        }
      }
    }
  }
}
