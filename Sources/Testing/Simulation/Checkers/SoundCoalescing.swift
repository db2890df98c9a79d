/// I7: if only one device has written in a chat, the cloud ends with the result of its intents in their
/// order.
///
/// I8 checks the order of messages: a record's name alone does not tell it where a clock went back.
struct SoundCoalescing: Checker {
  private(set) var findings = Findings("I7")
  private var writers: [String: Set<String>] = [:]
  private var titles: [String: String] = [:]
  /// The texts that are wanted in each zone, by record.
  private var texts: [String: [String: String]] = [:]
  /// Zones in which something was taken back that may or may not have been stored.
  private var dropped: Set<String> = []
  private var history = ZoneHistory()

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    history.observe(entry.event)
    switch entry.event {
    case .intended(let device, let intent): observe(intent, of: device)
    case .held(let user, let snapshot):
      for zone in snapshot.zones where zone.owner == user && writers[zone.name]?.count == 1 {
        guard !history.isDisturbed(zone.name), !dropped.contains(zone.name) else { continue }
        let stored = Dictionary(
          uniqueKeysWithValues: zone.messages.filter { !$0.isDeleted }.map { ($0.record, $0.text) })
        guard stored != texts[zone.name, default: [:]] || zone.title != titles[zone.name] else {
          continue
        }
        findings.note(
          "the cloud ends with \(zone.title): \(stored.values.sorted())", about: zone.name,
          at: index)
      }
    default: break
    }
  }

  private mutating func observe(_ intent: Intent, of device: String) {
    switch intent {
    case .created(let zone, let name), .renamed(let zone, let name):
      writers[zone, default: []].insert(device)
      titles[zone] = name
    case .sent(let zone, let messages):
      writers[zone, default: []].insert(device)
      for message in messages { texts[zone, default: [:]][message.record] = message.text }
    case .edited(let zone, let record, let text):
      writers[zone, default: []].insert(device)
      if texts[zone]?[record] != nil { texts[zone]?[record] = text }
    case .deleted(let zone, let record):
      writers[zone, default: []].insert(device)
      texts[zone]?[record] = nil
    case .dropped(let zone, _): dropped.insert(zone)
    case .reacted, .pinned, .left, .deletedChat, .uploadedAgain, .retried, .saw, .invited, .opened,
      .joined,
      .attached, .askedForFile:
      break
    }
  }
}
