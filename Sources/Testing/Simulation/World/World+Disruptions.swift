import ChatModel
import CloudCore
import CloudModel
import CloudRules
import CloudSync
import SyncRules

/// Events that the simulation imposes on the cloud and the devices, and changes that people make
/// with other applications.
extension World {
  func disrupt() async throws {
    guard
      let kind = disruptionRandom.pick(parameters.disruptionWeights, in: DisruptionKind.allCases)
    else { return }
    switch kind {
    case .crash:
      guard let index = anyDevice else { return }
      guard devices[index].parts != nil else { return }
      devices[index].isDying = true
      note(.disrupted(.crashed(device: devices[index].name)))
    case .skew:
      guard let index = anyDevice else { return }
      let skew = Duration.seconds(Int.random(in: -4000...4000, using: &disruptionRandom))
      devices[index].clock.set(skew: skew)
      note(.disrupted(.skewed(device: devices[index].name, skew)))
    case .offline:
      guard let index = anyDevice else { return }
      cutOff(index, until: now + .seconds(Int.random(in: 5...200, using: &disruptionRandom)))
    case .throttle:
      guard let user = people.randomElement(using: &disruptionRandom)?.userRecordName else {
        return
      }
      let until = now + .seconds(Int.random(in: 5...60, using: &disruptionRandom))
      throttledUntil[user] = until
      note(.disrupted(.throttled(user: user, until: until)))
    case .expireDatabaseTokens:
      guard let user = people.randomElement(using: &disruptionRandom)?.userRecordName else {
        return
      }
      let scope: DatabaseScope = Bool.random(using: &disruptionRandom) ? .private : .shared
      try cloud.administration.expireTokens(of: user, in: scope)
      note(.disrupted(.expiredDatabaseTokens(user: user, scope)))
    case .expireZoneTokens, .permit, .remove, .invite, .stopSharing, .leave, .deleteZone, .plant,
      .purge, .resetEncryption:
      // If the zone is not there or not shared as this disruption needs it, nothing happens.
      try? await disruptZone(kind)
    }
    carryAnnouncements()
  }

  private var anyDevice: Int? { devices.indices.randomElement(using: &disruptionRandom) }

  /// Takes the network from a device until `end`; requests that wait for an answer fail.
  ///
  /// Unless that notice is lost too, the device learns when the network is back.
  func cutOff(_ index: Int, until end: Duration) {
    devices[index].offlineUntil = end
    note(.disrupted(.offline(device: devices[index].name, until: end)))
    let key = DeviceKey(index: index, life: devices[index].life)
    for number in inFlight.keys.sorted() {
      guard let pending = inFlight[number], pending.key == key, pending.waiter != nil
      else { continue }
      schedule(.answer(request: number, CloudError(.networkFailure, "The network is gone.")))
    }
    if !consequenceRandom.happens(trouble.lostRing) {
      queue.schedule(.deliver(.pathChanged, key), at: end)
    }
  }

  private func disruptZone(_ kind: DisruptionKind) async throws {
    guard let owner = people.randomElement(using: &disruptionRandom)?.userRecordName else { return }
    let database = cloud.container(of: owner, device: nil).database(with: .private)
    let zones = try await database.allRecordZones().map(\.zoneID).filter {
      $0.zoneName.hasPrefix("chat-")
    }
    guard let zone = zones.sorted().randomElement(using: &disruptionRandom) else { return }
    switch kind {
    case .expireZoneTokens:
      try cloud.administration.expireTokens(ofZone: zone)
      note(.disrupted(.expiredZoneTokens(zone)))
    case .deleteZone:
      _ = try await database.modifyRecordZones(saving: [], deleting: [zone])
      note(.disrupted(.deletedZone(zone, .deleted)))
    case .purge:
      try cloud.administration.purge(zone)
      note(.disrupted(.deletedZone(zone, .purged)))
    case .resetEncryption:
      try cloud.administration.resetEncryptedData(of: zone)
      note(.disrupted(.deletedZone(zone, .encryptedDataReset)))
    case .stopSharing:
      let share = RecordID.zoneWideShare(in: zone)
      _ = try await database.records(for: [share], desiredKeys: nil)[share]?.get()
      let answer = try await database.modifyRecords(
        saving: [], deleting: [share], savePolicy: .ifServerRecordUnchanged, atomically: true)
      try answer.deleteResults[share]?.get()
      note(.disrupted(.stoppedSharing(zone)))
    case .plant: try await plant(in: zone, database)
    case .leave:
      guard let guest = others(than: owner).randomElement(using: &disruptionRandom) else { return }
      let answer = try await cloud.container(of: guest.userRecordName, device: nil)
        .database(with: .shared).modifyRecordZones(saving: [], deleting: [zone])
      try answer.deleteResults[zone]?.get()
      note(.disrupted(.left(user: guest.userRecordName, zone)))
    case .permit, .remove, .invite: try await editShare(of: zone, kind, database)
    case .crash, .skew, .offline, .throttle, .expireDatabaseTokens: break
    }
  }

  private func others(than owner: String) -> [Account] {
    people.filter { $0.userRecordName != owner }
  }

  /// The owner changes who takes part, on a device that is not in this world.
  private func editShare(
    of zone: RecordZoneID, _ kind: DisruptionKind, _ database: any CloudDatabase
  ) async throws {
    let shareID = RecordID.zoneWideShare(in: zone)
    guard var record = try await database.records(for: [shareID], desiredKeys: nil)[shareID]?.get(),
      var share = record.share,
      let guest = others(than: zone.ownerName).randomElement(using: &disruptionRandom)
    else { return }
    let user = guest.userRecordName
    let index = share.participants.firstIndex { $0.identity.userRecordName == user }
    let disruption: Disruption
    switch (kind, index) {
    case (.remove, let index?):
      share.participants.remove(at: index)
      disruption = .removed(user: user, zone)
    case (.permit, let index?):
      let permission: Participant.Permission =
        share.participants[index].permission == .readWrite ? .readOnly : .readWrite
      share.participants[index].permission = permission
      disruption = .permitted(user: user, zone, permission)
    case (.invite, nil):
      share.participants.append(Participant(identity: UserIdentity(userRecordName: user)))
      disruption = .added(user: user, zone)
    default: return
    }
    record.share = share
    let answer = try await database.modifyRecords(
      saving: [record], deleting: [], savePolicy: .ifServerRecordUnchanged, atomically: true)
    _ = try answer.saveResults[shareID]?.get()
    if let shortGUID = share.shortGUID, !links.contains(where: { $0.shortGUID == shortGUID }) {
      links.append((zone.zoneName, shortGUID))
    }
    note(.disrupted(disruption))
  }

  /// A newer version of the application writes a field that this one does not know.
  private func plant(in zone: RecordZoneID, _ database: any CloudDatabase) async throws {
    let recordID = RecordID(recordName: "session", zoneID: zone)
    guard
      var record = try await database.records(for: [recordID], desiredKeys: nil)[recordID]?.get()
    else { return }
    textCount += 1
    let value = "planted \(textCount)"
    record["topic"] = .string(value)
    let answer = try await database.modifyRecords(
      saving: [record], deleting: [], savePolicy: .ifServerRecordUnchanged, atomically: true)
    _ = try answer.saveResults[recordID]?.get()
    note(.disrupted(.planted(zone, record: "session", field: "topic", value: value)))
  }
}
