/// I11: a new device, which fetches everything at once, shows what the old ones show, in whatever
/// pages and with whatever interruptions they got it.
struct FreshDevice: Checker {
  private(set) var docket = Docket("I11")
  private var seats = Seats()
  private var old: [(device: String, picture: Picture)] = []

  mutating func see(_ entry: Journal.Entry, at index: Int) {
    seats.see(entry.event)
    switch entry.event {
    case .seen(let device, .atRest, let picture): old.append((device, picture))
    case .seen(let device, .fresh, let picture):
      for (other, known) in old where seats.user(of: other) == seats.user(of: device) {
        let mine = picture.openChats.map(\.stored)
        guard mine != known.openChats.map(\.stored) else { continue }
        docket.note("\(device) sees something else than \(other)", about: device, at: index)
      }
    default: break
    }
  }
}

extension Picture.Chat {
  /// The chat without what only one device has.
  fileprivate var stored: Picture.Chat {
    var chat = self
    chat.token = nil
    chat.messages = messages.filter(\.isStored).map { line in
      var line = line
      // Sent on one device of a person, received on none.
      line.state = .sent
      return line
    }
    return chat
  }
}
