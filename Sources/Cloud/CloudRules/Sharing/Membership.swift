package import CloudModel
import Foundation

/// The rules by which users join and leave one share of a zone.
struct Membership {
  /// The root of the shared hierarchy; nil for the share of the whole zone.
  let root: String?
  let transaction: any CloudTransaction

  /// Adds an invited user to the share, or anyone who comes through an open link.
  ///
  /// Accepting again changes nothing.
  ///
  /// Throws `.unknownItem` if nothing is shared, `.permissionFailure` for a user who is not
  /// invited, `.tooManyParticipants` if the share is full.
  func accept(
    _ caller: Caller, account: StoredAccount, in zone: inout LockedZone, participantID: String,
    publisher: inout ChangePublisher
  ) throws {
    guard var share = try transaction.share(of: zone.zone, root: root) else {
      throw CloudError.linkLeadsNowhere
    }
    let user = caller.userRecordName
    if let index = share.participants.firstIndex(where: { $0.identity.userRecordName == user }) {
      guard share.participants[index].acceptanceStatus != .accepted else { return }
      share.participants[index].acceptanceStatus = .accepted
      try tellOfInvitation(of: user, in: zone, publisher: &publisher)
    } else {
      guard share.publicPermission != .none else {
        throw CloudError(.permissionFailure, "You are not invited to this share.")
      }
      guard share.participants.count < CloudLimits.participantsPerShare else {
        throw CloudError(.tooManyParticipants, "The share is full.")
      }
      share.participants.append(
        Participant(
          participantID: participantID, identity: UserIdentity(account: account),
          role: .publicUser, permission: share.publicPermission, acceptanceStatus: .accepted))
    }
    try transaction.save(share, of: zone)
    try addToView(user, in: &zone)
    try updateShare(share, by: caller, in: &zone, publisher: &publisher)
  }

  /// Removes the caller from the share; the zone stays with its owner.
  func leave(
    _ caller: Caller, in zone: inout LockedZone, publisher: inout ChangePublisher
  ) throws {
    guard var share = try transaction.share(of: zone.zone, root: root) else { return }
    share.participants.removeAll { $0.identity.userRecordName == caller.userRecordName }
    try transaction.save(share, of: zone)
    try removeFromView(caller.userRecordName, in: &zone, publisher: &publisher)
    try updateShare(share, by: caller, in: &zone, publisher: &publisher)
  }

  /// Removes the caller's unanswered invitation.
  ///
  /// Throws `.unknownItem` if there is none.
  func decline(
    _ caller: Caller, in zone: inout LockedZone, publisher: inout ChangePublisher
  ) throws {
    guard var share = try transaction.share(of: zone.zone, root: root),
      let index = share.participants.firstIndex(where: {
        $0.identity.userRecordName == caller.userRecordName && $0.acceptanceStatus == .pending
      })
    else { throw CloudError.linkLeadsNowhere }
    share.participants.remove(at: index)
    try transaction.save(share, of: zone)
    try tellOfInvitation(of: caller.userRecordName, in: zone, publisher: &publisher)
    try updateShare(share, by: caller, in: &zone, publisher: &publisher)
  }

  /// Ends the share for everyone but the zone's owner.
  func end(
    in zone: inout LockedZone, because reason: DatabaseChanges.Deletion.Reason = .deleted,
    publisher: inout ChangePublisher
  ) throws {
    guard let share = try transaction.share(of: zone.zone, root: root) else { return }
    for participant in share.participants where participant.acceptanceStatus == .pending {
      guard let user = participant.identity.userRecordName else { continue }
      try tellOfInvitation(of: user, in: zone, publisher: &publisher)
    }
    try transaction.deleteShare(of: zone, root: root)
    for user in share.acceptedGuests {
      try removeFromView(user, in: &zone, because: reason, publisher: &publisher)
    }
  }

  /// Removes what the share showed from the view of a user who is no longer in it.
  ///
  /// If the user still takes part in another share of the zone, only the hierarchy disappears;
  /// otherwise the whole zone does.
  ///
  /// Departures are noted even if the whole zone disappears, because a user who joins again may
  /// continue from an old change token.
  func removeFromView(
    _ user: String, in zone: inout LockedZone,
    because reason: DatabaseChanges.Deletion.Reason = .deleted, publisher: inout ChangePublisher
  ) throws {
    if let root { try noteDepartures(of: user, from: root, in: &zone) }
    guard try ParticipantView(of: zone.zone, for: user, in: transaction) != nil else {
      try publisher.vanished(zone.zone.zoneID, for: user, because: reason, in: transaction)
      return
    }
    try publisher.changed(zone.zone, for: user, in: transaction)
  }

  /// Tells the devices of somebody that their invitation to the share waits no more: it was answered, or taken back.
  private func tellOfInvitation(
    of user: String, in zone: LockedZone, publisher: inout ChangePublisher
  ) throws {
    guard let shortGUID = try transaction.shortGUID(of: zone.zone, root: root) else { return }
    publisher.changedInvitation(of: user, shortGUID: shortGUID)
  }

  private func noteDepartures(
    of user: String, from root: String, in zone: inout LockedZone
  ) throws {
    let most = CloudLimits.departuresAtOnce
    if try transaction.coveredCount(in: zone.zone, by: root) > most {
      let sequence = zone.advance()
      try transaction.noteDepartureOfAll(from: zone, of: user, sequence: sequence)
    } else {
      // A tombstone leaves the view as well: the user may not have fetched that deletion yet.
      let covered =
        try transaction.records(in: zone.zone, coveredBy: root)
        + transaction.tombstones(in: zone.zone, coveredBy: root)
      for stored in covered {
        let sequence = zone.advance()
        try transaction.noteDeparture(
          of: stored.record.recordID.recordName, from: zone, of: user, sequence: sequence)
      }
    }
    try transaction.update(&zone)
  }

  /// Moves the records of the share to the end of the zone's feed, if the user has seen the zone
  /// before.
  ///
  /// An old change token of that user may be past their former positions.
  private func addToView(_ user: String, in zone: inout LockedZone) throws {
    guard let root, try transaction.feedEntry(for: zone.zone.zoneID, of: user, .shared) != nil
    else {
      return
    }
    var names = try transaction.records(in: zone.zone, coveredBy: root).map(
      \.record.recordID.recordName)
    // The user sees these tombstones again. Each one moves to the end of the feed too, and its
    // departure, which reports the same deletion, is removed.
    names += try transaction.departures(from: zone.zone, of: user, after: 0, limit: .max)
      .map(\.recordName).filter { name in
        let stored = try transaction.record(named: name, in: zone.zone)
        return stored.map { $0.isDeleted && $0.coveredBy == root } ?? false
      }
    for name in names {
      let sequence = zone.advance()
      try transaction.setCover(root, ofRecord: name, sequence: sequence, in: zone)
      try transaction.forgetDepartures(of: name, from: zone, of: user)
    }
  }

  /// Gives the share record a new tag and the last place in the zone's feed, for everyone.
  private func updateShare(
    _ share: StoredShare, by caller: Caller, in zone: inout LockedZone,
    publisher: inout ChangePublisher
  ) throws {
    guard var record = try transaction.record(named: share.recordName, in: zone.zone) else {
      return
    }
    record.countChange(in: transaction.partition.life)
    record.sequence = zone.advance()
    record.stamp(by: caller, at: publisher.date)
    try transaction.saveWhole(record, in: &zone, at: publisher.date)
    try transaction.update(&zone)
    try publisher.changed(zone.zone, roots: Set([root].compactMap(\.self)), in: transaction)
  }
}

extension CloudError {
  /// The same error for a link that never existed and for one that the reader may not use.
  package static var linkLeadsNowhere: CloudError {
    CloudError(.unknownItem, "Share not found")
  }

  /// The reader could be one of those who are invited by an address that no account has.
  static var participantMayNeedVerification: CloudError {
    CloudError(
      .participantMayNeedVerification,
      "You are not invited to this share, but an address that no account has is. If it is yours, "
        + "set it in your account.")
  }
}
