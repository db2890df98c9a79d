import ChatModel
import CloudModel

/// I36: a record is sent again only where an intent, a failure or a crash explains it.
struct BoundedWork: Checker {
  private(set) var findings = Findings("I36")
  private var attempts: [RecordKey: Int] = [:]
  private var reasons: [RecordKey: Int] = [:]
  private var underWay: [Int: Request] = [:]
  /// Requests that were answered, but whose outcome the device has not stored yet.
  private var unwritten: [Request] = []
  /// Zones whose messages an owner has uploaded to the cloud again.
  private var again: Set<String> = []
  /// Zones that somebody has deleted.
  private var ended: Set<String> = []
  /// Zones that a device has left.
  private var left: Set<ZoneKey> = []
  private var failed: [Int: Set<String>] = [:]
  /// Items that were refused for good, which only a person sends again.
  private var refused: [Int: Set<String>] = [:]

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    switch entry.event {
    case .intended(let device, let intent): observe(intent, by: device)
    case .requested(let request) where request.operation == .modifyRecords:
      underWay[request.number] = request
      for item in request.items where item.type != Share.recordType {
        let key = Self.key(of: item, in: request)
        attempts[key, default: 0] += 1
        guard attempts[key, default: 0] > reasons[key, default: 0], !again.contains(key.zone)
        else { continue }
        findings.note(
          "\(request.device) sends \(item.name) again without a cause", about: item.name, at: index)
      }
    case .disrupted(.deletedZone(let zone, .encryptedDataReset)): again.insert(zone.zoneName)
    case .disrupted(.deletedZone(let zone, _)): ended.insert(zone.zoneName)
    case .stored(_, .databasePage(_, let changed, _, _)):
      // An owner's device that finds its zone again ensures that the zone is a chat and holds what the owner
      // wrote.
      for zone in changed where ended.contains(zone) { noteAll(in: zone) }
    case .reached(let reached) where reached.request.operation == .modifyRecords:
      for item in reached.items {
        guard case .failed(let code) = item.result else { continue }
        if code.isFinal {
          refused[reached.request.number, default: []].insert(item.name)
        } else {
          failed[reached.request.number, default: []].insert(item.name)
        }
      }
      if reached.refusal != nil {
        failed[reached.request.number, default: []].formUnion(reached.request.items.map(\.name))
      }
      if let last = reached.request.items.last(where: { !$0.isDeletion }) {
        // The answer may have left out the last save, and with it the news of its refusal.
        failed[reached.request.number, default: []].insert(last.name)
        refused[reached.request.number]?.remove(last.name)
      }
    case .answered(let number, _, let error):
      guard let request = underWay.removeValue(forKey: number) else { return }
      for item in request.items where error != nil || isReason(item.name, number) {
        reasons[Self.key(of: item, in: request), default: 0] += 1
      }
      if error == nil { unwritten.append(request) }
    case .stored(let device, .applied(let zone, _)):
      unwritten.removeAll { $0.device == device && $0.zoneName == zone.zoneName }
    case .stored(_, .uploaded(let recordID)):
      // The message is saved with its file.
      note(recordID.zoneID.zoneName, recordID.recordName)
    case .died(let device):
      let forgotten = underWay.values.filter { $0.device == device }
      for request in forgotten + unwritten.filter({ $0.device == device }) {
        underWay[request.number] = nil
        for item in request.items { reasons[Self.key(of: item, in: request), default: 0] += 1 }
      }
      unwritten.removeAll { $0.device == device }
    default: break
    }
  }

  private mutating func observe(_ intent: Intent, by device: String) {
    switch intent {
    case .created(let zone, _), .renamed(let zone, _): note(zone, "session")
    case .sent(let zone, let messages):
      for message in messages { note(zone, message.record) }
      // The session is also saved now and then, with the time of the newest message.
      note(zone, "session")
    case .edited(let zone, let record, _), .deleted(let zone, let record),
      .dropped(let zone, let record), .retried(let zone, let record):
      note(zone, record)
    case .reacted(let zone, _, _, _): note(zone, "reactions")
    case .pinned(let zone, _, _): note(zone, "pins")
    case .saw(let zone):
      // A new mark is saved, and an old one goes.
      note(zone, "marks")
      note(zone, "marks")
    case .uploadedAgain(let zone): again.insert(zone)
    case .left(let zone):
      left.insert(ZoneKey(device: device, zone: zone))
      note(SettingsZone.name, "settings")
    case .joined(let zone, _):
      note(SettingsZone.name, "settings")
      // A device may join again before the cloud has learnt that it left. It then ignores the
      // answers to requests of the earlier epoch.
      // And an owner who follows a link to a chat that has just ended takes up what is in it.
      let isLeft = left.remove(ZoneKey(device: device, zone: zone)) != nil
      if isLeft || ended.contains(zone) { noteAll(in: zone) }
    case .deletedChat, .invited, .opened, .attached, .askedForFile: break
    }
  }

  /// Whether the outcome of a record in this request is a reason to send the record again.
  private func isReason(_ name: String, _ number: Int) -> Bool {
    failed[number]?.contains(name) == true && refused[number]?.contains(name) != true
  }

  /// Reactions, pins, read marks and the accounts' settings are counted together.
  private static func key(of item: Request.Item, in request: Request) -> RecordKey {
    var key = request.key(of: item)
    if item.name.hasPrefix("reaction_") { key.record = "reactions" }
    if item.name.hasPrefix("pin_") { key.record = "pins" }
    if item.name.hasPrefix("read_") { key.record = "marks" }
    if key.zone == SettingsZone.name { key.record = "settings" }
    return key
  }

  /// Everything that was sent in the zone may be sent once more.
  private mutating func noteAll(in zone: String) {
    let known = attempts.keys.filter { $0.zone == zone }.map(\.record)
    for record in Set(known + ["session"]) { note(zone, record) }
  }

  private mutating func note(_ zone: String, _ record: String) {
    reasons[RecordKey(zone: zone, record: record), default: 0] += 1
  }
}

extension CloudError.Code {
  /// Whether sending the same again gives the same result.
  fileprivate var isFinal: Bool {
    switch self {
    case .invalidArguments, .permissionFailure, .serverRejectedRequest, .constraintViolation,
      .referenceViolation, .badDatabase, .tooManyParticipants, .participantMayNeedVerification,
      .participantAlreadyInvited,
      .assetFileNotFound, .assetFileModified:
      true
    case .internalError, .partialFailure, .networkUnavailable, .networkFailure, .badContainer,
      .serviceUnavailable, .requestRateLimited, .missingEntitlement, .notAuthenticated,
      .unknownItem, .resultsTruncated, .serverRecordChanged, .incompatibleVersion,
      .operationCancelled, .changeTokenExpired, .batchRequestFailed, .zoneBusy, .quotaExceeded,
      .zoneNotFound, .limitExceeded, .userDeletedZone, .alreadyShared, .managedAccountRestricted,
      .serverResponseLost, .assetNotAvailable, .accountTemporarilyUnavailable:
      false
    }
  }
}
