import CloudModel

/// Turns stored records into answers for one user: fields trimmed to those wanted, and on the share
/// record who takes part and who the reader is among them.
struct RecordPresenter {
  let zone: StoredZone
  let user: String
  let reading: any CloudReading

  func present(_ stored: StoredRecord, desiredKeys: [String]? = nil) throws -> Record {
    var record = stored.record
    record.recordChangeTag = stored.changeTag
    if record.recordType == Share.recordType {
      record.share = try reading.share(of: zone).map(present)
    }
    guard let desiredKeys else { return record }
    let wanted = Set(desiredKeys)
    record.fields = record.fields.filter { wanted.contains($0.key) }
    return record
  }

  func present(_ share: StoredShare) -> Share {
    Share(
      publicPermission: share.publicPermission, participants: share.participants,
      currentUserParticipantID: share.participants
        .first { $0.identity.userRecordName == user }?.participantID,
      shortGUID: zone.shortGUID)
  }
}
