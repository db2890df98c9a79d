import CloudModel

/// Turns stored records into answers for one user: trims the fields to those wanted, and adds to a
/// share record its participants and which of them is the reader.
struct RecordPresenter {
  let zone: StoredZone
  let user: String
  let reading: any CloudReading

  func present(_ stored: StoredRecord, desiredKeys: [String]? = nil) throws -> Record {
    var record = stored.record
    record.recordChangeTag = stored.changeTag
    if record.recordType == Share.recordType {
      let shares = try reading.shares(of: zone)
      record.share = try shares.first { $0.recordName == record.recordID.recordName }
        .map { present($0, shortGUID: try reading.shortGUID(of: zone, root: $0.root)) }
    }
    guard let desiredKeys else { return record }
    let wanted = Set(desiredKeys)
    record.fields = record.fields.filter { wanted.contains($0.key) }
    return record
  }

  func present(_ share: StoredShare, shortGUID: String?) -> Share {
    var contents = Share(
      publicPermission: share.publicPermission, participants: share.participants,
      currentUserParticipantID: share.participants
        .first { $0.identity.userRecordName == user }?.participantID,
      shortGUID: shortGUID)
    contents.rootRecordName = share.root
    return contents
  }
}
