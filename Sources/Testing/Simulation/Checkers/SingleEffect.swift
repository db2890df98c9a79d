import CloudModel

/// I5: however often a save is repeated, a record is made once, and nobody sees a message twice.
struct SingleEffect: Checker {
  private(set) var findings = Findings("I5")
  /// With the owners of their zones: the settings of all accounts are in zones of one name.
  private var made: Set<RecordID> = []

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    switch entry.event {
    case .reached(let reached) where reached.request.operation == .modifyRecords:
      for item in reached.items { observe(item, of: reached.request, at: index) }
    case .reached(let reached)
    where reached.request.operation == .modifyZones && reached.request.scope == .private:
      for item in reached.items where item.result == .deleted {
        forget(RecordZoneID(zoneName: item.name, ownerName: reached.request.user))
      }
    case .disrupted(.deletedZone(let zone, _)): forget(zone)
    case .disrupted(.stoppedSharing(let zone)):
      made.remove(RecordID(recordName: RecordID.zoneWideShareName, zoneID: zone))
    case .seen(let device, _, let snapshot):
      for chat in snapshot.chats { lookForTwins(in: chat, on: device, at: index) }
    default: break
    }
  }

  private mutating func forget(_ zone: RecordZoneID) { made = made.filter { $0.zoneID != zone } }

  private mutating func observe(_ item: CloudResult.Item, of request: Request, at index: Int) {
    guard let zone = request.zone else { return }
    let key = RecordID(recordName: item.name, zoneID: zone)
    switch item.result {
    case .saved:
      let asked = request.items.first { $0.name == item.name && !$0.isDeletion }
      guard let asked, asked.tag == nil, !made.insert(key).inserted else { return }
      findings.note("\(item.name) was created twice", about: item.name, at: index)
    case .deleted: made.remove(key)
    case .failed: break
    }
  }

  private mutating func lookForTwins(in chat: DeviceSnapshot.Chat, on device: String, at index: Int)
  {
    var records: Set<String> = []
    var texts: Set<String> = []
    for line in chat.messages where !line.isDeleted {
      // Every text of a world is different.
      let isNew = records.insert(line.record).inserted && texts.insert(line.text).inserted
      guard !isNew else {
        continue
      }
      findings.note("\(device) shows ‘\(line.text)’ twice", about: line.record, at: index)
    }
  }
}
