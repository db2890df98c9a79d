import ChatModel
import CloudInProcess
import CloudModel
import CloudRules
import CloudSync

/// What befalls the cloud and the devices from outside, and what people do from other applications.
extension World {
  func strike() async throws {
    guard let kind = strikeRandom.pick(swarm.strikeWeights, in: StrikeKind.allCases) else { return }
    switch kind {
    case .crash:
      guard let index = anyDevice else { return }
      if devices[index].parts != nil { devices[index].isDying = true }
    case .skew:
      guard let index = anyDevice else { return }
      let skew = Duration.seconds(Int.random(in: -4000...4000, using: &strikeRandom))
      devices[index].clock.set(skew: skew)
      note(.struck(.skewed(device: devices[index].name, skew)))
    case .offline:
      guard let index = anyDevice else { return }
      cutOff(index, until: now + .seconds(Int.random(in: 5...200, using: &strikeRandom)))
    case .throttle:
      guard let user = people.randomElement(using: &strikeRandom)?.userRecordName else { return }
      let until = now + .seconds(Int.random(in: 5...60, using: &strikeRandom))
      throttledUntil[user] = until
      note(.struck(.throttled(user: user, until: until)))
    case .expireDatabaseTokens:
      guard let user = people.randomElement(using: &strikeRandom)?.userRecordName else { return }
      let scope: DatabaseScope = Bool.random(using: &strikeRandom) ? .private : .shared
      try cloud.service.expireTokens(of: user, in: scope)
      note(.struck(.expiredDatabaseTokens(user: user, scope)))
    case .expireZoneTokens, .permit, .remove, .invite, .stopSharing, .leave, .deleteZone, .plant,
      .purge, .resetEncryption:
      // The zone may not be there, or not as this needs it; then nothing happens.
      try? await strikeZone(kind)
    }
    carryAnnouncements()
  }

  private var anyDevice: Int? { devices.indices.randomElement(using: &strikeRandom) }

  /// Takes the network from a device until `end`: requests that wait are cut off, and the device is mostly
  /// told when the network is back.
  private func cutOff(_ index: Int, until end: Duration) {
    devices[index].offlineUntil = end
    note(.struck(.offline(device: devices[index].name, until: end)))
    let key = DeviceKey(index: index, life: devices[index].life)
    for number in inFlight.keys.sorted() {
      guard let pending = inFlight[number], pending.key == key, pending.waiter != nil
      else { continue }
      schedule(.answer(request: number, CloudError(.networkFailure, "The network is gone.")))
    }
    if !strikeRandom.happens(trouble.lostRing) {
      queue.schedule(.deliver(.pathChanged, key), at: end)
    }
  }

  private func strikeZone(_ kind: StrikeKind) async throws {
    guard let owner = people.randomElement(using: &strikeRandom)?.userRecordName else { return }
    let database = cloud.container(of: owner, device: nil).database(with: .private)
    let zones = try await database.allRecordZones().map(\.zoneID).filter {
      $0.zoneName.hasPrefix("chat-")
    }
    guard let zone = zones.sorted().randomElement(using: &strikeRandom) else { return }
    switch kind {
    case .expireZoneTokens:
      try cloud.service.expireTokens(ofZone: zone)
      note(.struck(.expiredZoneTokens(zone)))
    case .deleteZone:
      _ = try await database.modifyRecordZones(saving: [], deleting: [zone])
      note(.struck(.deletedZone(zone, .deleted)))
    case .purge:
      try cloud.service.purge(zone)
      note(.struck(.deletedZone(zone, .purged)))
    case .resetEncryption:
      try cloud.service.resetEncryptedData(of: zone)
      note(.struck(.deletedZone(zone, .encryptedDataReset)))
    case .stopSharing:
      let share = RecordID.zoneWideShare(in: zone)
      _ = try await database.records(for: [share], desiredKeys: nil)[share]?.get()
      let answer = try await database.modifyRecords(
        saving: [], deleting: [share], savePolicy: .ifServerRecordUnchanged, atomically: true)
      try answer.deleteResults[share]?.get()
      note(.struck(.stoppedSharing(zone)))
    case .plant: try await plant(in: zone, database)
    case .leave:
      guard let guest = others(than: owner).randomElement(using: &strikeRandom) else { return }
      let answer = try await cloud.container(of: guest.userRecordName, device: nil)
        .database(with: .shared).modifyRecordZones(saving: [], deleting: [zone])
      try answer.deleteResults[zone]?.get()
      note(.struck(.left(user: guest.userRecordName, zone)))
    case .permit, .remove, .invite: try await editShare(of: zone, kind, database)
    case .crash, .skew, .offline, .throttle, .expireDatabaseTokens: break
    }
  }

  private func others(than owner: String) -> [Account] {
    people.filter { $0.userRecordName != owner }
  }

  /// The owner changes who takes part, on a device that is not in this world.
  private func editShare(
    of zone: RecordZoneID, _ kind: StrikeKind, _ database: any CloudDatabase
  ) async throws {
    let shareID = RecordID.zoneWideShare(in: zone)
    guard var record = try await database.records(for: [shareID], desiredKeys: nil)[shareID]?.get(),
      var share = record.share,
      let guest = others(than: zone.ownerName).randomElement(using: &strikeRandom)
    else { return }
    let user = guest.userRecordName
    let index = share.participants.firstIndex { $0.identity.userRecordName == user }
    let strike: Strike
    switch (kind, index) {
    case (.remove, let index?):
      share.participants.remove(at: index)
      strike = .removed(user: user, zone)
    case (.permit, let index?):
      let permission: Participant.Permission =
        share.participants[index].permission == .readWrite ? .readOnly : .readWrite
      share.participants[index].permission = permission
      strike = .permitted(user: user, zone, permission)
    case (.invite, nil):
      share.participants.append(Participant(identity: UserIdentity(userRecordName: user)))
      strike = .permitted(user: user, zone, .readWrite)
    default: return
    }
    record.share = share
    let answer = try await database.modifyRecords(
      saving: [record], deleting: [], savePolicy: .ifServerRecordUnchanged, atomically: true)
    _ = try answer.saveResults[shareID]?.get()
    if let shortGUID = share.shortGUID, !links.contains(where: { $0.shortGUID == shortGUID }) {
      links.append((zone.zoneName, shortGUID))
    }
    note(.struck(strike))
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
    note(.struck(.planted(zone, record: "session", field: "topic", value: value)))
  }
}
