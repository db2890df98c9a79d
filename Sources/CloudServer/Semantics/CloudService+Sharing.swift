package import CloudModel

extension CloudService {
  /// What the links with these identifiers lead to, in order.
  ///
  /// Reveals nothing to the uninvited.
  ///
  /// Throws `.unknownItem` when any of them leads nowhere for this user.
  package func shareMetadata(
    forShortGUIDs shortGUIDs: [String], by caller: Caller
  ) throws(CloudError) -> [ShareMetadata] {
    guard shortGUIDs.count <= CloudLimits.operationsPerRequest else { throw .tooManyOperations }
    return try read { reading in
      try shortGUIDs.map { shortGUID in
        guard let zone = try reading.zone(shortGUID: shortGUID),
          let metadata = try metadata(of: zone, for: caller, reading)
        else { throw CloudError.linkLeadsNowhere }
        return metadata
      }
    }
  }

  /// Joins the shares behind these links, all or none; accepting again is harmless.
  ///
  /// Throws `.unknownItem` for a link that leads nowhere, `.permissionFailure` for the uninvited.
  package func accept(
    shortGUIDs: [String], by caller: Caller
  ) throws(CloudError) -> [ShareMetadata] {
    guard shortGUIDs.count <= CloudLimits.operationsPerRequest else { throw .tooManyOperations }
    return try write(by: caller) { transaction, publication in
      guard let account = try transaction.account(userRecordName: caller.userRecordName) else {
        throw CloudError(.notAuthenticated, "There is no such user.")
      }
      return try shortGUIDs.map { shortGUID in
        guard let zone = try transaction.zone(shortGUID: shortGUID) else {
          throw CloudError.linkLeadsNowhere
        }
        try Membership(zone: zone, transaction: transaction).accept(
          caller, account: account, at: surroundings.now(),
          participantID: surroundings.randomHex(byteCount: 8), publication: &publication)
        guard let metadata = try metadata(of: zone, for: caller, transaction) else {
          throw CloudError.linkLeadsNowhere
        }
        return metadata
      }
    }
  }

  /// Shares to which the caller is invited and has not answered.
  package func pendingInvitations(for caller: Caller) throws(CloudError) -> [ShareMetadata] {
    try read { reading in
      try reading.zones(sharedWith: caller.userRecordName, status: .pending)
        .compactMap { try metadata(of: $0, for: caller, reading) }
    }
  }

  /// The user with this account name.
  ///
  /// Throws `.unknownItem` where there is none.
  package func userIdentity(forAccountName name: String) throws(CloudError) -> UserIdentity {
    try read { reading in
      guard let account = try reading.account(named: name) else {
        throw CloudError(.unknownItem, "No user is called \(name)")
      }
      return UserIdentity(account: account)
    }
  }

  /// The caller as others know them.
  package func userIdentity(of caller: Caller) throws(CloudError) -> UserIdentity {
    try read { reading in
      guard let account = try reading.account(userRecordName: caller.userRecordName) else {
        throw CloudError(.notAuthenticated, "There is no such user.")
      }
      return UserIdentity(account: account)
    }
  }

  /// The zone's share as the caller may see it before accepting; nil where they may not.
  private func metadata(
    of zone: StoredZone, for caller: Caller, _ reading: any CloudReading
  ) throws -> ShareMetadata? {
    guard let share = try reading.share(of: zone), let owner = share.participants.first else {
      return nil
    }
    let user = caller.userRecordName
    let participant = share.participants.first { $0.identity.userRecordName == user }
    guard let shortGUID = zone.shortGUID, participant != nil || share.publicPermission != .none
    else { return nil }
    let record = try reading.record(named: RecordID.zoneWideShareName, in: zone)
    return ShareMetadata(
      shortGUID: shortGUID, containerIdentifier: containerIdentifier, zoneID: zone.zoneID,
      title: record?.record.fields[Share.titleKey]?.stringValue, ownerIdentity: owner.identity,
      participantRole: participant?.role ?? .publicUser,
      participantStatus: participant?.acceptanceStatus ?? .pending,
      participantPermission: participant?.permission ?? share.publicPermission)
  }
}
