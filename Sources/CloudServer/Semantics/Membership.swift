import CloudModel
import Foundation

/// How people come into a shared zone and out of it.
struct Membership {
  let zone: StoredZone
  let transaction: any CloudTransaction

  /// Lets an invited user in, or anyone who comes by an open link.
  ///
  /// Accepting again changes nothing.
  ///
  /// Throws `.unknownItem` where nothing is shared, `.permissionFailure` for the uninvited.
  func accept(
    _ caller: Caller, account: StoredAccount, at date: Date, participantID: String,
    publication: inout Publication
  ) throws {
    guard var share = try transaction.share(of: zone) else { throw CloudError.linkLeadsNowhere }
    let user = caller.userRecordName
    if let index = share.participants.firstIndex(where: { $0.identity.userRecordName == user }) {
      guard share.participants[index].acceptanceStatus != .accepted else { return }
      share.participants[index].acceptanceStatus = .accepted
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
    try transaction.setShare(share, of: zone)
    try touchShare(by: caller, at: date, publication: &publication)
  }

  /// Takes the caller out of the share; the zone stays with its owner.
  func leave(_ caller: Caller, at date: Date, publication: inout Publication) throws {
    guard var share = try transaction.share(of: zone) else { return }
    share.participants.removeAll { $0.identity.userRecordName == caller.userRecordName }
    try transaction.setShare(share, of: zone)
    try publication.vanished(zone.zoneID, for: caller.userRecordName, in: transaction)
    try touchShare(by: caller, at: date, publication: &publication)
  }

  /// Ends the sharing of the zone for everyone but its owner.
  func end(publication: inout Publication) throws {
    for participant in try transaction.share(of: zone)?.participants ?? []
    where participant.role != .owner && participant.acceptanceStatus == .accepted {
      guard let user = participant.identity.userRecordName else { continue }
      try publication.vanished(zone.zoneID, for: user, in: transaction)
    }
    try transaction.setShare(nil, of: zone)
  }

  /// Gives the share record a new tag and the last place in the zone's feed, for everyone.
  private func touchShare(
    by caller: Caller, at date: Date, publication: inout Publication
  ) throws {
    guard var record = try transaction.record(named: RecordID.zoneWideShareName, in: zone) else {
      return
    }
    var zone = zone
    zone.sequence += 1
    record.changeCount += 1
    record.sequence = zone.sequence
    record.stamp(by: caller, at: date)
    try transaction.save(record, in: zone)
    try transaction.update(zone)
    try publication.changed(zone, in: transaction)
  }
}

extension CloudError {
  /// The same for a link that never was and for one that is not for the reader.
  static var linkLeadsNowhere: CloudError {
    CloudError(.unknownItem, "Share not found")
  }
}
