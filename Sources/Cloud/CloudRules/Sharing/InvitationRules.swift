import CloudModel

/// Limits how many invitations may wait for one person.
///
/// Everybody can invite everybody; the limits keep strangers from filling somebody's list.
struct InvitationRules {
  let zone: StoredZone
  let context: BatchContext
  let reading: any CloudReading

  /// Throws `.limitExceeded` if the edit invites somebody for whom too many invitations wait.
  func check(_ share: StoredShare, over previous: StoredShare) throws {
    let known = Set(previous.participants.compactMap(Invitee.init))
    // Invitations of the same request are not stored yet. It does no harm that one of them may be
    // counted twice.
    let beside = max(0, context.shareCount - 1)
    for invitee in share.participants.compactMap(Invitee.init) where !known.contains(invitee) {
      let own = try reading.waitingInvitations(of: invitee, from: zone.zoneID.ownerName)
      guard own + beside < CloudLimits.waitingInvitationsFromOneOwner else {
        throw Self.tooMany(CloudLimits.waitingInvitationsFromOneOwner, " from you")
      }
      let all = try reading.waitingInvitations(of: invitee, from: nil)
      guard all + beside < CloudLimits.waitingInvitations else {
        throw Self.tooMany(CloudLimits.waitingInvitations, "")
      }
    }
  }

  private static func tooMany(_ limit: Int, _ whose: String) -> CloudError {
    CloudError(
      .limitExceeded,
      "limit exceeded: at most \(limit) invitations\(whose) wait for one person; they can "
        + "answer some, or you can take some back")
  }
}

extension Invitee {
  /// Nil for a participant who has answered.
  fileprivate init?(_ participant: Participant) {
    guard participant.acceptanceStatus == .pending else { return nil }
    if let user = participant.identity.userRecordName {
      self = .user(user)
    } else if let address = participant.identity.lookupName {
      self = .address(address)
    } else {
      return nil
    }
  }
}
