package import CloudModel

extension CloudService {
  /// One link of a request to resolve or accept links.
  package struct Link: Sendable {
    package var shortGUID: String
    /// Whether the client wants the root of the shared hierarchy with the answer.
    package var includesRoot: Bool
    /// The fields of the root that the client wants; nil for all.
    package var rootDesiredKeys: [String]?

    package init(
      shortGUID: String, includesRoot: Bool = false, rootDesiredKeys: [String]? = nil
    ) {
      self.shortGUID = shortGUID
      self.includesRoot = includesRoot
      self.rootDesiredKeys = rootDesiredKeys
    }
  }

  /// The share behind one link; a failure means that the share cannot be read.
  package typealias ShareOutcome = (
    shortGUID: String, result: Result<ShareMetadata, CloudError>
  )

  /// The shares behind the links, in order.
  ///
  /// A user who may not see a share gets the same answer as for a link that never existed, or
  /// `.participantMayNeedVerification` for a link where somebody without an account is invited.
  ///
  /// Throws `.unknownItem` if any of the links leads nowhere for this user.
  package func shareMetadata(
    for links: [Link], by caller: Caller
  ) throws(CloudError) -> [ShareOutcome] {
    guard links.count <= CloudLimits.operationsPerRequest else { throw .tooManyOperations }
    return try read(by: caller) { reading in
      try links.map { link in
        guard let target = try reading.shareTarget(ofShortGUID: link.shortGUID),
          let metadata = try metadata(
            of: target.zone, target.root, link: link, for: caller, reading)
        else { throw CloudError.linkLeadsNowhere }
        return (link.shortGUID, metadata)
      }
    }
  }

  /// What everybody who has a link may know of it, also without an account.
  ///
  /// Throws `.unknownItem` for a link that leads nowhere.
  package func linkDescription(
    ofShortGUID shortGUID: String
  ) throws(CloudError) -> LinkDescription {
    try read(by: .anonymous) { reading in
      guard let target = try reading.shareTarget(ofShortGUID: shortGUID),
        let share = try reading.share(of: target.zone, root: target.root),
        let owner = try reading.account(userRecordName: target.zone.zoneID.ownerName)
      else { throw CloudError.linkLeadsNowhere }
      return LinkDescription(inviter: owner.name, isOpen: share.publicPermission != .none)
    }
  }

  /// Joins the shares behind these links; accepting a share again is harmless.
  ///
  /// The caller joins either all shares that can be read or none.
  ///
  /// Throws `.unknownItem` for a link that leads nowhere, `.permissionFailure` for a user who is
  /// not invited, `.tooManyParticipants` for a share that is full.
  package func accept(
    _ links: [Link], by caller: Caller
  ) throws(CloudError) -> [ShareOutcome] {
    guard links.count <= CloudLimits.operationsPerRequest else { throw .tooManyOperations }
    return try write(by: caller) { transaction, publisher in
      guard let account = try transaction.account(userRecordName: caller.userRecordName) else {
        throw CloudError(.notAuthenticated, "There is no such user.")
      }
      try transaction.lockTargets(ofShortGUIDs: links.map(\.shortGUID))
      return try links.map { link in
        var (zone, root) = try transaction.lockTarget(ofShortGUID: link.shortGUID)
        if try transaction.share(of: zone.zone, root: root)?.isDamaged == true {
          return (link.shortGUID, .failure(.damaged("The share")))
        }
        try Membership(root: root, transaction: transaction).accept(
          caller, account: account, in: &zone,
          participantID: surroundings.randomHex(byteCount: 8), publisher: &publisher)
        guard
          let metadata = try metadata(of: zone.zone, root, link: link, for: caller, transaction)
        else { throw CloudError.linkLeadsNowhere }
        return (link.shortGUID, metadata)
      }
    }
  }

  /// Declines pending invitations, all or none.
  ///
  /// Throws `.unknownItem` if a link has no pending invitation.
  package func decline(shortGUIDs: [String], by caller: Caller) throws(CloudError) {
    guard shortGUIDs.count <= CloudLimits.operationsPerRequest else { throw .tooManyOperations }
    try write(by: caller) { transaction, publisher in
      try transaction.lockTargets(ofShortGUIDs: shortGUIDs)
      for shortGUID in shortGUIDs {
        var (zone, root) = try transaction.lockTarget(ofShortGUID: shortGUID)
        try Membership(root: root, transaction: transaction)
          .decline(caller, in: &zone, publisher: &publisher)
      }
    }
  }

  /// Shares to which the caller is invited and has not answered.
  package func pendingInvitations(for caller: Caller) throws(CloudError) -> [ShareMetadata] {
    try read(by: caller) { reading in
      try reading.zones(sharedWith: caller.userRecordName, status: .pending).flatMap { zone in
        try reading.participations(of: caller.userRecordName, in: zone)
          .filter { $0.participant.acceptanceStatus == .pending }
          .compactMap { participation in
            switch try metadata(of: zone, participation.root, for: caller, reading) {
            case .success(let metadata): return metadata
            case .failure:
              damage.leftOut()
              return nil
            case nil: return nil
            }
          }
      }
    }
  }

  /// The user with this account name.
  ///
  /// Throws `.unknownItem` if there is none, `.requestRateLimited` for too many look-ups in an
  /// hour.
  package func userIdentity(
    forAccountName name: String, by caller: Caller
  ) throws(CloudError) -> UserIdentity {
    try conditions.countLookups(1, by: caller.userRecordName)
    return try read(by: caller) { reading in
      guard let account = try reading.account(named: name), !account.isServer else {
        throw CloudError(.unknownItem, "No user is called \(name)")
      }
      var identity = UserIdentity(account: account)
      identity.lookupName = account.name
      return identity
    }
  }

  /// The caller's identity as other users see it.
  package func userIdentity(of caller: Caller) throws(CloudError) -> UserIdentity {
    try read(by: caller) { reading in
      guard let account = try reading.account(userRecordName: caller.userRecordName) else {
        throw CloudError(.notAuthenticated, "There is no such user.")
      }
      return UserIdentity(account: account)
    }
  }

  /// The share as the caller may see it before accepting; nil if they may not see it, a failure if
  /// it cannot be read.
  private func metadata(
    of zone: StoredZone, _ root: String?, link: Link? = nil, for caller: Caller,
    _ reading: any CloudReading
  ) throws -> Result<ShareMetadata, CloudError>? {
    guard let share = try reading.share(of: zone, root: root) else { return nil }
    guard !share.isDamaged else { return .failure(.damaged("The share")) }
    guard let owner = share.participants.first else { return nil }
    let user = caller.userRecordName
    let participant = share.participants.first { $0.identity.userRecordName == user }
    guard let shortGUID = try reading.shortGUID(of: zone, root: root) else { return nil }
    guard participant != nil || share.publicPermission != .none else {
      let awaitsSomebody = share.participants.contains { $0.identity.userRecordName == nil }
      return awaitsSomebody ? .failure(.participantMayNeedVerification) : nil
    }
    let record = try reading.record(named: share.recordName, in: zone)
    var metadata = ShareMetadata(
      shortGUID: shortGUID, containerIdentifier: partition.container, zoneID: zone.zoneID,
      title: record?.record.fields[Share.titleKey]?.stringValue, ownerIdentity: owner.identity,
      participantRole: participant?.role ?? .publicUser,
      participantStatus: participant?.acceptanceStatus ?? .pending,
      participantPermission: participant?.permission ?? share.publicPermission)
    metadata.rootRecordName = root
    metadata.shareRecordName = share.recordName
    let presenter = RecordPresenter(zone: zone, user: user, reading: reading)
    metadata.share = presenter.present(share, shortGUID: shortGUID)
    metadata.shareRecord = try record.map { try presenter.present($0) }
    if participant?.acceptanceStatus != .accepted {
      metadata.share?.participants = [owner] + [participant].compactMap(\.self)
      metadata.shareRecord?.keepSystemFields()
    }
    metadata.shareRecord?.share = metadata.share
    if let link, link.includesRoot, let root,
      let stored = try reading.record(named: root, in: zone)
    {
      metadata.rootRecord = try presenter.present(stored, desiredKeys: link.rootDesiredKeys)
    }
    return .success(metadata)
  }
}

extension Record {
  /// Keeps the fields that CloudKit itself shows of a share, such as title and picture, and removes
  /// the owner's own fields.
  fileprivate mutating func keepSystemFields() {
    fields = fields.filter { $0.key.hasPrefix("cloudkit.") }
    emptyListTypes = emptyListTypes.filter { fields[$0.key] != nil }
    encryptedKeys.formIntersection(fields.keys)
  }
}

extension CloudTransaction {
  /// Locks the zones to which links lead, before each link is followed by `lockTarget`.
  fileprivate func lockTargets(ofShortGUIDs shortGUIDs: [String]) throws {
    guard shortGUIDs.count > 1 else { return }
    try lockZones(shortGUIDs.compactMap { try shareTarget(ofShortGUID: $0)?.zone.zoneID })
  }

  /// The zone to which a link leads, locked, and the root of what is shared.
  ///
  /// Throws `.unknownItem` for a link that leads nowhere, or no longer to the zone that was locked.
  fileprivate func lockTarget(
    ofShortGUID shortGUID: String
  ) throws -> (zone: LockedZone, root: String?) {
    guard let target = try shareTarget(ofShortGUID: shortGUID),
      let zone = try lockZone(target.zone.zoneID), zone.zone.incarnation == target.zone.incarnation
    else { throw CloudError.linkLeadsNowhere }
    return (zone, target.root)
  }
}
