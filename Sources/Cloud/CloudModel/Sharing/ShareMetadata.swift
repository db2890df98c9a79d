/// The share behind a link, as far as the user who follows the link may see it before accepting.
package struct ShareMetadata: Sendable, Equatable {
  package var shortGUID: String
  package var containerIdentifier: String
  package var zoneID: RecordZoneID
  package var title: String?
  package var ownerIdentity: UserIdentity
  package var participantRole: Participant.Role
  package var participantStatus: Participant.AcceptanceStatus
  package var participantPermission: Participant.Permission
  /// The root of the shared hierarchy; nil where the whole zone is shared.
  package var rootRecordName: String?
  /// The share record's name.
  package var shareRecordName = RecordID.zoneWideShareName
  /// The participants, as far as the user may see them: before accepting, only the owner and the user.
  package var share: Share?
  /// The share's record with `share` in it; before accepting, only with CloudKit's own fields.
  package var shareRecord: Record?
  /// The root as it is now, if it was asked for and may be seen.
  package var rootRecord: Record?

  package init(
    shortGUID: String, containerIdentifier: String, zoneID: RecordZoneID, title: String?,
    ownerIdentity: UserIdentity, participantRole: Participant.Role,
    participantStatus: Participant.AcceptanceStatus,
    participantPermission: Participant.Permission
  ) {
    self.shortGUID = shortGUID
    self.containerIdentifier = containerIdentifier
    self.zoneID = zoneID
    self.title = title
    self.ownerIdentity = ownerIdentity
    self.participantRole = participantRole
    self.participantStatus = participantStatus
    self.participantPermission = participantPermission
  }
}
