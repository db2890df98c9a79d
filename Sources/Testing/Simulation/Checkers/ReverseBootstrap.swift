import CloudModel

/// I12: a chat whose newest messages came first holds, once it says that its past is complete, what reading
/// the feed from its beginning would have brought: everything older, and nothing that was deleted meanwhile.
///
/// Records that were changed after the device's place in the feed come later in it, and are left out.
struct ReverseBootstrap: Checker {
  private(set) var findings = Findings("I12")
  private var history = CloudHistory()
  /// The records that previews have brought to a device.
  private var previewed: [ZoneKey: Set<String>] = [:]
  /// The last deletion of each record in the cloud, as an index into the journal.
  private var deletions: [RecordKey: Int] = [:]
  /// Up to where in the journal a token covers its zone.
  private var covered: [String: Int] = [:]

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    history.observe(entry.event, at: index)
    switch entry.event {
    case .stored(let device, .preview(let zone, let records)):
      previewed[ZoneKey(device: device, zone: zone.zoneName), default: []].formUnion(records)
    case .reached(let reached) where reached.request.operation == .zoneChanges:
      guard let page = reached.page, !page.moreComing, covered[page.token.rawValue] == nil
      else { return }
      covered[page.token.rawValue] = index
    case .reached(let reached) where reached.request.operation == .modifyRecords:
      for item in reached.items where item.result == .deleted {
        deletions[RecordKey(zone: reached.request.zoneName, record: item.name)] = index
      }
    case .seen(let device, let moment, let snapshot):
      for chat in snapshot.openChats {
        guard let looked = previewed[ZoneKey(device: device, zone: chat.zone)] else { continue }
        judge(chat, on: device, after: looked, moment, at: index)
      }
    default: break
    }
  }

  private mutating func judge(
    _ chat: DeviceSnapshot.Chat, on device: String, after looked: Set<String>,
    _ moment: SimulationEvent.Moment, at index: Int
  ) {
    guard chat.isComplete else {
      if moment == .atRest || moment == .fresh {
        findings.note("\(device) never fetched the rest of the chat", about: chat.zone, at: index)
      }
      return
    }
    guard let end = chat.token.flatMap({ covered[$0] }) else { return }
    let shown = Set(chat.messages.filter(\.isStored).map(\.record))
    for record in history.messages(in: chat.zone, unchangedSince: end)
    where !chat.messages.contains(where: { $0.record == record }) {
      findings.note("\(device) calls the chat complete without \(record)", about: record, at: index)
    }
    for record in looked.intersection(shown).sorted() {
      let key = RecordKey(zone: chat.zone, record: record)
      guard history.deleted.contains(key), let deletion = deletions[key], deletion < end
      else { continue }
      findings.note("\(device) keeps \(record), which was deleted", about: record, at: index)
    }
  }
}
