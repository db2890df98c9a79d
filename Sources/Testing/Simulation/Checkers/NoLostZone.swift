/// I15: at rest the open chats of a device are the zones with a session that the cloud shows to its user.
///
/// A zone without a session, which a stray request has made again, is not a chat for a device that has not
/// had it.
struct NoLostZone: Checker {
  private(set) var findings = Findings("I15")
  private var deviceUsers = DeviceUsers()
  private var snapshots: [(device: String, snapshot: DeviceSnapshot, index: Int)] = []

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    deviceUsers.observe(entry.event)
    switch entry.event {
    case .seen(let device, .atRest, let snapshot): snapshots.append((device, snapshot, index))
    case .held(let user, let held):
      let zones = Set(held.zones.map(\.name))
      let chats = Set(held.zones.filter { $0.item("session") != nil }.map(\.name))
      for (device, snapshot, index) in snapshots where deviceUsers.user(of: device) == user {
        let open = Set(snapshot.openChats.map(\.zone))
        for zone in chats.subtracting(open).sorted() {
          findings.note("\(device) does not have the chat", about: zone, at: index)
        }
        for zone in open.subtracting(zones).sorted() {
          findings.note("\(device) still has the chat", about: zone, at: index)
        }
      }
    default: break
    }
  }
}
