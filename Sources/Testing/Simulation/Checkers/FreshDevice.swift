/// I11: a new device, which fetches everything at once, shows what the old ones show, in whatever
/// pages and with whatever interruptions they got it.
struct FreshDevice: Checker {
  private(set) var findings = Findings("I11")
  private var deviceUsers = DeviceUsers()
  private var uploaded = UploadedZones()
  private var old: [(device: String, snapshot: DeviceSnapshot)] = []

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    deviceUsers.observe(entry.event)
    uploaded.observe(entry.event)
    switch entry.event {
    case .seen(let device, .atRest, let snapshot): old.append((device, snapshot))
    case .seen(let device, .fresh, let snapshot):
      for (other, known) in old where deviceUsers.user(of: other) == deviceUsers.user(of: device) {
        compare(snapshot, of: device, with: known, of: other, at: index)
      }
    default: break
    }
  }

  private mutating func compare(
    _ snapshot: DeviceSnapshot, of device: String, with known: DeviceSnapshot, of other: String,
    at index: Int
  ) {
    let zones = Set(snapshot.openChats.map(\.zone)).union(known.openChats.map(\.zone))
    for zone in zones.sorted() {
      let new = snapshot.openChats.first { $0.zone == zone }
      let old = known.openChats.first { $0.zone == zone }
      guard let new, let old else {
        findings.note("only one of \(device) and \(other) has the chat", about: zone, at: index)
        continue
      }
      let marksEdits = !uploaded.contains(zone)
      let shown = ChatView(new, marksEdits: marksEdits)
      guard let difference = shown.difference(from: ChatView(old, marksEdits: marksEdits)) else {
        continue
      }
      findings.note("\(device) and \(other) show \(difference)", about: zone, at: index)
    }
  }
}
