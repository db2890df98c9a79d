/// I43: what stands behind everything that a person has seen on any device is unread on a new device.
///
/// Nothing is said of messages that were written before the person joined, which count as those that were there, nor
/// where clocks are wrong.
struct UnseenStaysUnread: Checker {
  private(set) var findings = Findings("I43")
  private var deviceUsers = DeviceUsers()
  private var history = ZoneHistory()
  private var areClocksRight = true
  /// The messages of each zone, and those that were written before each user joined.
  private var written: [String: Set<String>] = [:]
  private var earlier: [ZoneKey: Set<String>] = [:]
  private var old: [(device: String, snapshot: DeviceSnapshot)] = []

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    deviceUsers.observe(entry.event)
    history.observe(entry.event)
    switch entry.event {
    case .disrupted(.skewed): areClocksRight = false
    case .intended(_, .sent(let zone, let messages)):
      written[zone, default: []].formUnion(messages.map(\.record))
    case .intended(let device, .joined(let zone, _)):
      earlier[ZoneKey(device: deviceUsers.user(of: device), zone: zone)] = written[zone]
    case .seen(let device, .atRest, let snapshot): old.append((device, snapshot))
    case .seen(let device, .fresh, let snapshot) where areClocksRight:
      for chat in snapshot.openChats where !history.isDisturbed(chat.zone) {
        judge(chat, on: device, at: index)
      }
    default: break
    }
  }

  private mutating func judge(_ chat: DeviceSnapshot.Chat, on device: String, at index: Int) {
    let user = deviceUsers.user(of: device)
    let known = old.filter { deviceUsers.user(of: $0.device) == user }
      .flatMap { $0.snapshot.chat(chat.zone)?.messages ?? [] }
      .filter { $0.sender != user }
    let seen = known.filter { !$0.isUnread }.map(\.place).max { $0 < $1 } ?? (Int64.min, "")
    let excepted = earlier[ZoneKey(device: user, zone: chat.zone)] ?? []
    for line in chat.messages where !line.isUnread && line.place > seen {
      guard !excepted.contains(line.record), known.contains(where: { $0.record == line.record })
      else { continue }
      findings.note("\(device) counts as seen what nobody has seen", about: line.record, at: index)
    }
  }
}

extension DeviceSnapshot.Line {
  /// In the order of the chat.
  fileprivate var place: (Int64, String) { (time, record) }
}
