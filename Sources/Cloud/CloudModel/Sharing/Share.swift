/// The contents of a share record beyond its fields: the participants of the shared zone, and their roles.
///
/// One chat has one zone-wide share (record name `cloudkit.zoneshare`); its title is the field
/// `cloudkit.title`.
package struct Share: Sendable, Equatable {
  package static let recordType = "cloudkit.share"
  package static let titleKey = "cloudkit.title"
  /// The kind of thing that is shared, in a word of the app's own choice.
  package static let typeKey = "cloudkit.type"

  /// The right of a user who only has the link; any right but `.none` makes the link open.
  package var publicPermission: Participant.Permission
  /// Everyone in the share, the owner included.
  ///
  /// At most 100.
  package var participants: [Participant]
  /// The user the answer was made for, among `participants`; nil in a record that is written.
  package var currentUserParticipantID: String?
  /// Set by the cloud; links to the share end with it.
  package var shortGUID: String?
  /// The root of the hierarchy that is shared; nil if the whole zone is shared.
  package var rootRecordName: String?

  package init(
    publicPermission: Participant.Permission = .none, participants: [Participant] = [],
    currentUserParticipantID: String? = nil, shortGUID: String? = nil
  ) {
    self.publicPermission = publicPermission
    self.participants = participants
    self.currentUserParticipantID = currentUserParticipantID
    self.shortGUID = shortGUID
  }

  package var owner: Participant? { participants.first { $0.role == .owner } }

  package func participant(withUserRecordName name: String) -> Participant? {
    participants.first { $0.identity.userRecordName == name }
  }
}
