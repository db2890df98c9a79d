import CloudModel

/// I8: messages of one device stand everywhere in the order in which they were written, and are first
/// sent in that order.
///
/// Messages that failed for good, and were perhaps tried again, are left out. A clock that is too far ahead
/// is not trusted: messages with its time stand where they arrived.
struct ComposeOrder: Checker {
  private(set) var findings = Findings("I8")
  /// The place of each message among those of its device.
  private var places: [String: (device: String, place: Int)] = [:]
  /// When each message was written, by its device's clock.
  private var times: [String: Int64] = [:]
  private var counts: [String: Int] = [:]
  private var outOfLine: Set<String> = []
  private var lastSent: [ZoneKey: Int] = [:]
  private var sent: Set<String> = []

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    switch entry.event {
    case .intended(let device, .sent(_, let messages)):
      for message in messages {
        counts[device, default: 0] += 1
        places[message.record] = (device, counts[device, default: 0])
        times[message.record] = message.time
      }
    case .intended(_, .retried(_, let record)): outOfLine.insert(record)
    case .stored(_, .applied(_, let outcomes)):
      for outcome in outcomes where outcome.result == .failed { outOfLine.insert(outcome.record) }
    case .requested(let request) where request.operation == .modifyRecords:
      for item in request.items where !item.isDeletion { observe(item, of: request, at: index) }
    case .seen(let device, _, let snapshot):
      for chat in snapshot.chats { look(at: chat, on: device, at: index) }
    default: break
    }
  }

  private mutating func observe(_ item: Request.Item, of request: Request, at index: Int) {
    guard let (device, place) = places[item.name], device == request.device,
      !outOfLine.contains(item.name), sent.insert(item.name).inserted
    else { return }
    let key = ZoneKey(device: device, zone: request.zoneName)
    if place < lastSent[key, default: 0] {
      findings.note(
        "\(device) sends \(item.name) after a later message", about: item.name, at: index)
    }
    lastSent[key] = max(place, lastSent[key, default: 0])
  }

  private mutating func look(at chat: DeviceSnapshot.Chat, on device: String, at index: Int) {
    var last: [String: Int] = [:]
    for line in chat.messages where line.state != .failed && !outOfLine.contains(line.record) {
      guard let (writer, place) = places[line.record], line.time >= times[line.record] ?? 0
      else { continue }
      if place < last[writer, default: 0] {
        findings.note(
          "\(device) shows ‘\(line.text)’ of \(writer) after a later message", about: line.record,
          at: index)
      }
      last[writer] = place
    }
  }
}
