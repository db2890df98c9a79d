import CloudModel

/// The records that requests of devices have stored in the cloud, as checkers learn them from the
/// journal.
struct CloudHistory: Sendable {
  /// The first save of each record, as an index into the journal.
  private(set) var firstSaves: [RecordKey: Int] = [:]
  /// The last save of each record, as an index into the journal.
  private(set) var lastSaves: [RecordKey: Int] = [:]
  /// Records that somebody has deleted, or whose zone is gone.
  private(set) var deleted: Set<RecordKey> = []
  private(set) var messages: [String: [String]] = [:]
  private(set) var zones: Set<String> = []
  private(set) var deadZones: Set<String> = []

  mutating func observe(_ event: SimulationEvent, at index: Int) {
    switch event {
    case .reached(let reached) where reached.request.operation == .modifyRecords:
      for item in reached.items { observe(item, of: reached.request, at: index) }
    case .reached(let reached) where reached.request.operation == .modifyZones:
      for item in reached.items {
        guard case .saved = item.result else { continue }
        zones.insert(item.name)
        deadZones.remove(item.name)
      }
      reached.deletedZones.forEach { markDeleted($0) }
    case .disrupted(.deletedZone(let zone, _)): markDeleted(zone.zoneName)
    default: break
    }
  }

  /// The zone is gone with everything in it; it may be made again.
  private mutating func markDeleted(_ zone: String) {
    deadZones.insert(zone)
    deleted.formUnion(messages(in: zone).map { RecordKey(zone: zone, record: $0) })
  }

  private mutating func observe(_ item: CloudResult.Item, of request: Request, at index: Int) {
    let key = RecordKey(zone: request.zoneName, record: item.name)
    switch item.result {
    case .saved:
      deleted.remove(key)
      lastSaves[key] = index
      let type = request.items.first { $0.name == item.name }?.type
      guard firstSaves[key] == nil else { return }
      firstSaves[key] = index
      if type == "Message" { messages[key.zone, default: []].append(key.record) }
    case .deleted: deleted.insert(key)
    case .failed: break
    }
  }

  func wasSaved(_ zone: String, _ record: String) -> Bool {
    firstSaves[RecordKey(zone: zone, record: record)] != nil
  }

  /// Messages of a zone that were stored before `index` and that nobody has deleted.
  func messages(in zone: String, before index: Int = .max) -> [String] {
    (messages[zone] ?? []).filter { record in
      let key = RecordKey(zone: zone, record: record)
      return (firstSaves[key] ?? .max) < index && !deleted.contains(key)
    }
  }

  /// Those of them that have not been stored again since.
  func messages(in zone: String, unchangedSince index: Int) -> [String] {
    messages(in: zone, before: index).filter { record in
      (lastSaves[RecordKey(zone: zone, record: record)] ?? .max) < index
    }
  }
}
