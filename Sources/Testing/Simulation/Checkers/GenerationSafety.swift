/// I6: the answer to an older name or text does not undo a younger one.
///
/// A chat ends with the last name, and a message with the last text, that somebody gave it on some device,
/// never with an earlier one.
struct GenerationSafety: Checker {
  private(set) var findings = Findings("I6")
  /// The first name of a chat, or the first text of a message.
  private var first: [RecordKey: String] = [:]
  /// The last name or text that it was given since, by device.
  private var last: [RecordKey: [String: String]] = [:]
  /// Messages of which a change was taken back, which may show any earlier text.
  private var dropped: Set<RecordKey> = []
  private var history = ZoneHistory()

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    history.observe(entry.event)
    switch entry.event {
    case .intended(let device, let intent): observe(intent, on: device)
    case .held(let user, let snapshot):
      for zone in snapshot.zones where zone.owner == user && !history.isDisturbed(zone.name) {
        check(zone.title, of: RecordKey(zone: zone.name, record: "session"), at: index)
        for message in zone.messages where !message.isDeleted {
          check(message.text, of: RecordKey(zone: zone.name, record: message.record), at: index)
        }
      }
    default: break
    }
  }

  private mutating func observe(_ intent: Intent, on device: String) {
    switch intent {
    case .created(let zone, let name): first[RecordKey(zone: zone, record: "session")] = name
    case .renamed(let zone, let name):
      last[RecordKey(zone: zone, record: "session"), default: [:]][device] = name
    case .sent(let zone, let messages):
      for message in messages {
        first[RecordKey(zone: zone, record: message.record)] = message.text
      }
    case .edited(let zone, let record, let text):
      last[RecordKey(zone: zone, record: record), default: [:]][device] = text
    case .dropped(let zone, let record):
      dropped.insert(RecordKey(zone: zone, record: record))
    case .deleted, .reacted, .pinned, .left, .deletedChat, .uploadedAgain, .retried, .saw, .invited,
      .opened, .joined, .attached, .askedForFile:
      break
    }
  }

  private mutating func check(_ text: String, of key: RecordKey, at index: Int) {
    guard !dropped.contains(key) else { return }
    let expected = last[key].map { Array($0.values) } ?? first[key].map { [$0] } ?? []
    guard !expected.isEmpty, !expected.contains(text) else { return }
    findings.note(
      "\(key.record) ended as ‘\(text)’, not as one of \(expected.sorted())", about: key.record,
      at: index)
  }
}
