/// I15: at rest the open chats of a device are the zones that the cloud shows to its user.
struct NoLostZone: Checker {
  private(set) var docket = Docket("I15")
  private var seats = Seats()
  private var pictures: [(device: String, picture: Picture, index: Int)] = []

  mutating func see(_ entry: Journal.Entry, at index: Int) {
    seats.see(entry.event)
    switch entry.event {
    case .seen(let device, .atRest, let picture): pictures.append((device, picture, index))
    case .held(let user, let held):
      let zones = Set(held.zones.map(\.name))
      for (device, picture, index) in pictures where seats.user(of: device) == user {
        let open = Set(picture.openChats.map(\.zone))
        for zone in zones.symmetricDifference(open).sorted() {
          docket.note(
            zones.contains(zone) ? "\(device) does not have it" : "\(device) has it still",
            about: zone, at: index)
        }
      }
    default: break
    }
  }
}
