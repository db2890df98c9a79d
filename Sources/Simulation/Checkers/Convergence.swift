/// I16: at rest every device that may see a chat shows the same, and what the cloud holds.
struct Convergence: Checker {
  private var users: [String: String] = [:]
  private var pictures: [(device: String, picture: Picture, index: Int)] = []
  private var held: [String: CloudPicture] = [:]
  private var found: [Violation] = []

  mutating func see(_ event: SimulationEvent, at index: Int) {
    switch event {
    case .began(let seats): for seat in seats { users[seat.device] = seat.user }
    case .seen(let device, .atRest, let picture): pictures.append((device, picture, index))
    case .held(let user, let picture): held[user] = picture
    case .ended: compare()
    default: break
    }
  }

  private mutating func compare() {
    var shown: [String: (device: String, chat: Picture.Chat)] = [:]
    for (device, picture, index) in pictures {
      for chat in picture.chats where chat.access != .sealed {
        let zone = users[device].flatMap { held[$0]?.zone(chat.zone) }
        if let zone { compare(chat, on: device, with: zone, index) }
        var common = chat
        common.messages.removeAll { $0.state == .failed || $0.state == .queued }
        guard let first = shown[chat.zone] else {
          shown[chat.zone] = (device, common)
          continue
        }
        let same = first.chat.messages.map(\.place) == common.messages.map(\.place)
        if !same || first.chat.name != common.name {
          note("\(device) and \(first.device) show different things", chat.zone, index)
        }
      }
    }
  }

  private mutating func compare(
    _ chat: Picture.Chat, on device: String, with zone: CloudPicture.Zone, _ index: Int
  ) {
    if chat.name != zone.title {
      note("\(device) calls it ‘\(chat.name)’, the cloud ‘\(zone.title)’", chat.zone, index)
    }
    let stored = zone.messages.map { "\($0.record) \($0.text)" }
    let shown = chat.messages.filter { $0.state == .sent || $0.state == .received }
      .map { "\($0.record) \($0.text)" }.sorted()
    guard stored.sorted() != shown else { return }
    let missing = Set(stored).subtracting(shown).sorted()
    let extra = Set(shown).subtracting(stored).sorted()
    note("\(device) misses \(missing) and has \(extra) that the cloud has not", chat.zone, index)
  }

  private mutating func note(_ text: String, _ zone: String, _ index: Int) {
    found.append(Violation(invariant: "I16", text: text, subject: zone, index: index))
  }

  func violations() -> [Violation] { found }
}

extension Picture.Line {
  /// What everyone must see alike.
  fileprivate var place: String { "\(time) \(record) \(sender) \(text)" }
}
