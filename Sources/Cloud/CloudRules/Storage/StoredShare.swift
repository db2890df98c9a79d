package import CloudModel

/// The participants of a shared zone or hierarchy; the share's fields are in its record.
package struct StoredShare: Sendable, Equatable {
  /// The root of the hierarchy; nil where the whole zone is shared.
  package var root: String?
  /// The name of the share record.
  package var recordName = RecordID.zoneWideShareName
  package var publicPermission: Participant.Permission
  /// The owner first, then in the order of joining; last those whose address no account has yet.
  package var participants: [Participant]
  /// Whether a participant or the public permission cannot be read; an unreadable one grants no rights.
  package var isDamaged = false

  package init(
    root: String? = nil, recordName: String = RecordID.zoneWideShareName,
    publicPermission: Participant.Permission, participants: [Participant], isDamaged: Bool = false
  ) {
    self.root = root
    self.recordName = recordName
    self.publicPermission = publicPermission
    self.participants = participants
    self.isDamaged = isDamaged
  }
}

/// Somebody who is, or could be, invited.
package enum Invitee: Sendable, Hashable {
  /// An account, by its user record name.
  case user(String)
  /// An e-mail address or a phone number that no account has.
  case address(String)
}

/// The participation of one user in one share.
package struct Participation: Sendable, Equatable {
  /// The root of the shared hierarchy; nil where the whole zone is shared.
  package var root: String?
  package var shareRecordName: String
  package var participant: Participant

  package init(root: String? = nil, shareRecordName: String, participant: Participant) {
    self.root = root
    self.shareRecordName = shareRecordName
    self.participant = participant
  }
}

/// A record that left somebody's view without being deleted.
package struct Departure: Sendable, Equatable {
  package var recordName: String
  package var sequence: Int64

  package init(recordName: String, sequence: Int64) {
    self.recordName = recordName
    self.sequence = sequence
  }
}
