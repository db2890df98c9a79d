package import CloudModel

// What an administrator does with everything that one account has in the partition.

extension PartitionAdministration {
  /// Takes a user whose account ends out of the partition; returns what went.
  ///
  /// 1. The user's own zones end, and those who take part in them are told so.
  /// 2. The user leaves the shares of others, whose zones keep the user's records, and declines invitations.
  /// 3. The user's record in the public database is deleted, and what the store keeps of the user.
  ///
  /// Each zone is a transaction of its own. Whoever calls this again after a failure goes on with what is left.
  package func remove(_ user: String) throws(CloudError) -> DeletionReport {
    var report = DeletionReport(endedZones: 0, leftZones: 0)
    let own = try store.reading(in: partition) { try $0.zones(ownedBy: user) }
    for zone in own where !zone.isDefault {
      try write { transaction, publisher in
        guard let locked = try transaction.lockZone(zone.zoneID) else { return }
        try transaction.end(locked, because: .deleted, publisher: &publisher)
      }
      report.endedZones += 1
    }
    for status in [Participant.AcceptanceStatus.accepted, .pending] {
      let others = try store.reading(in: partition) {
        try $0.zones(sharedWith: user, status: status)
      }
      for zone in others { try leave(zone.zoneID, as: user) }
      if status == .accepted { report.leftZones = others.count }
    }
    try write { transaction, publisher in
      try Self.deleteRecord(of: user, transaction, &publisher)
      let own = RecordZoneID(zoneName: RecordZoneID.defaultZoneName, ownerName: user)
      if let zone = try transaction.lockZone(own) { try transaction.delete(zone) }
      try transaction.forget(user)
    }
    return report
  }

  /// Closes the open links of the user's zones, as the owner would; returns how many there were.
  ///
  /// Whoever has come through a link leaves with it. Each zone is a transaction of its own.
  package func closeLinks(of user: String) throws(CloudError) -> Int {
    var closed = 0
    for zone in try store.reading(in: partition, { try $0.zones(ownedBy: user) }) {
      closed += try write { transaction, publisher -> Int in
        guard let locked = try transaction.lockZone(zone.zoneID) else { return 0 }
        let open = try transaction.shares(of: locked.zone).filter { $0.publicPermission != .none }
        guard !open.isEmpty else { return 0 }
        var batch = try RecordBatch(
          in: zone.zoneID, by: Caller(userRecordName: user), .private, surroundings: surroundings,
          conditions: UnrestrictedConditions(), transaction: transaction)
        let closings = open.map { share in
          let recordID = RecordID(recordName: share.recordName, zoneID: zone.zoneID)
          let record = Record(
            recordType: Share.recordType, recordID: recordID,
            share: Share(publicPermission: .none))
          return RecordModification(.save(record, .forceUpdate), omittedShareKeys: [.participants])
        }
        for outcome in try batch.run(closings, atomically: true, publisher: &publisher) {
          _ = try outcome.get()
        }
        return open.count
      }
    }
    return closed
  }

  /// Leaves the shares of a zone that the user has accepted, and declines the others.
  private func leave(_ zoneID: RecordZoneID, as user: String) throws(CloudError) {
    try write { transaction, publisher in
      guard var zone = try transaction.lockZone(zoneID) else { return }
      let caller = Caller(userRecordName: user)
      for participation in try transaction.participations(of: user, in: zone.zone) {
        let membership = Membership(root: participation.root, transaction: transaction)
        switch participation.participant.acceptanceStatus {
        case .accepted: try membership.leave(caller, in: &zone, publisher: &publisher)
        case .pending: try membership.decline(caller, in: &zone, publisher: &publisher)
        case .removed: break
        }
      }
      try transaction.forgetDepartures(of: nil, from: zone, of: user)
    }
  }

  /// Deletes the record of type `Users` of the public database, which has what the user has told of themselves.
  private static func deleteRecord(
    of user: String, _ transaction: any CloudTransaction, _ publisher: inout ChangePublisher
  ) throws {
    let zoneID = RecordZoneID(
      zoneName: RecordZoneID.defaultZoneName, ownerName: transaction.partition.ownerName)
    guard var zone = try transaction.lockZone(zoneID),
      let stored = try transaction.record(named: user, in: zone.zone), !stored.isDeleted
    else { return }
    var next = stored
    next.becomeTombstone()
    next.countChange(in: transaction.partition.life)
    next.sequence = zone.advance()
    next.stamp(by: Caller(userRecordName: user), at: publisher.date)
    let saved = try transaction.saveWhole(next, in: &zone, at: publisher.date)
    if let id = saved.id { try transaction.setAssets([], ofRecord: id) }
    try transaction.updateIndex(of: saved, isNew: false, in: zone, at: publisher.date)
    try publisher.recordChanged(from: stored, to: saved, in: zone.zone, in: transaction)
    try transaction.update(&zone)
  }
}
