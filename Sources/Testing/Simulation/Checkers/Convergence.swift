/// I16: at rest every device that may see a chat shows the same, and what the cloud holds.
struct Convergence: Checker {
  private(set) var findings = Findings("I16")
  private var deviceUsers = DeviceUsers()
  private var snapshots: [(device: String, snapshot: DeviceSnapshot, index: Int)] = []
  private var held: [String: CloudSnapshot] = [:]
  private var uploaded = UploadedZones()

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    deviceUsers.observe(entry.event)
    uploaded.observe(entry.event)
    switch entry.event {
    case .seen(let device, .atRest, let snapshot): snapshots.append((device, snapshot, index))
    case .held(let user, let snapshot): held[user] = snapshot
    case .ended: compare()
    default: break
    }
  }

  private mutating func compare() {
    var shown: [String: [(device: String, view: ChatView)]] = [:]
    for (device, snapshot, index) in snapshots {
      for chat in snapshot.openChats {
        if let zone = held[deviceUsers.user(of: device)]?.zone(chat.zone) {
          compare(chat, on: device, with: zone, index)
        }
        let view = ChatView(chat, marksEdits: !uploaded.contains(chat.zone))
        for (other, known) in shown[chat.zone] ?? [] {
          guard let difference = view.difference(from: known) else { continue }
          findings.note("\(device) and \(other) show \(difference)", about: chat.zone, at: index)
        }
        shown[chat.zone, default: []].append((device, view))
      }
    }
  }

  private mutating func compare(
    _ chat: DeviceSnapshot.Chat, on device: String, with zone: CloudSnapshot.Zone, _ index: Int
  ) {
    // A chat without a name is shown by the names of its members.
    if !zone.title.isEmpty, chat.name != zone.title {
      findings.note(
        "\(device) calls the chat ‘\(chat.name)’, but the cloud calls it ‘\(zone.title)’",
        about: chat.zone, at: index)
    }
    for line in chat.messages where line.isOnlyHere && zone.item(line.record) != nil {
      findings.note(
        "\(device) says that the cloud has lost \(line.record), which it has", about: chat.zone,
        at: index)
    }
    let excluded = chat.unstored
    let stored = Set(
      zone.messages.filter { !excluded.contains($0.record) }.map {
        "\($0.record) \($0.creator) \($0.text)"
      })
    let shown = Set(
      chat.messages.filter { !excluded.contains($0.record) }.map {
        "\($0.record) \($0.sender) \($0.text)"
      })
    guard stored != shown else { return }
    findings.note(
      "\(device) lacks \(stored.subtracting(shown).sorted()) and has in addition "
        + "\(shown.subtracting(stored).sorted())", about: chat.zone, at: index)
  }
}
