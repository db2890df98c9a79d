import CloudModel

/// What one modification will do, once the decision table, rights, names, limits and the rules of
/// sharing have agreed.
///
/// Making a plan changes nothing.
enum RecordPlan {
  case save(Record, over: StoredRecord?, share: ShareEdit?)
  case delete(StoredRecord)
  /// A participant who deletes the share leaves it.
  case leave
  case nothing

  /// Throws `CloudError` for the item.
  init(
    _ modification: RecordModification, access: ZoneAccess, caller: Caller,
    surroundings: Surroundings, reading: any CloudReading
  ) throws {
    let named = try Self.named(modification, surroundings: surroundings)
    let recordName = named.operation.recordID.recordName
    let isShare = recordName == RecordID.zoneWideShareName
    switch (access.role, named.operation) {
    case (.participant, .delete) where isShare:
      self = .leave
      return
    case (.participant, .save) where isShare:
      throw CloudError(.permissionFailure, "Only the owner edits the share.")
    case (.participant(canWrite: false), _):
      throw CloudError(.permissionFailure, "WRITE operation not permitted")
    case (.participant, _), (.owner, _): break
    }
    var stored = try reading.record(named: recordName, in: access.zone)
    if let found = stored, !found.isDeleted {
      let presenter = RecordPresenter(
        zone: access.zone, user: caller.userRecordName, reading: reading)
      stored?.record = try presenter.present(found)
    }
    switch try RecordDecision(named, stored: stored) {
    case .nothing: self = .nothing
    case .delete: self = stored.map(RecordPlan.delete) ?? .nothing
    case .save(let record):
      try Self.check(record)
      let edit =
        isShare
        ? try Self.shareEdit(
          named, record: record, zone: access.zone, surroundings: surroundings, reading: reading)
        : nil
      self = .save(record.roundedToMilliseconds, over: stored, share: edit)
    }
  }

  /// Gives a nameless new record a name.
  private static func named(
    _ modification: RecordModification, surroundings: Surroundings
  ) throws(CloudError) -> RecordModification {
    guard case .save(var record, let type) = modification.operation else { return modification }
    var named = modification
    if record.recordID.recordName.isEmpty, type == .create {
      record.recordID.recordName = surroundings.randomUUID().uppercased()
      named.operation = .save(record, type)
    }
    try NameRules.checkRecordName(record.recordID.recordName)
    return named
  }

  private static func check(_ record: Record) throws(CloudError) {
    try NameRules.checkRecordType(record.recordType)
    for name in record.fields.keys {
      try NameRules.checkFieldName(name, recordType: record.recordType)
    }
    guard record.fieldBytes <= CloudLimits.recordBytes else {
      throw CloudError(
        .limitExceeded,
        "limit exceeded: a record has at most \(CloudLimits.recordBytes) bytes without its assets")
    }
    let hasShareName = record.recordID.recordName == RecordID.zoneWideShareName
    guard hasShareName == (record.recordType == Share.recordType) else {
      throw CloudError(
        .invalidArguments,
        "A zone is shared by a record of type \(Share.recordType) named "
          + "\(RecordID.zoneWideShareName).")
    }
  }

  private static func shareEdit(
    _ modification: RecordModification, record: Record, zone: StoredZone,
    surroundings: Surroundings, reading: any CloudReading
  ) throws -> ShareEdit {
    guard !zone.isDefault, let owner = try reading.account(userRecordName: zone.zoneID.ownerName)
    else { throw CloudError(.invalidArguments, "The default zone cannot be shared.") }
    let current = try reading.share(of: zone)
    let newParticipantID = { surroundings.randomHex(byteCount: 8) }
    return try ShareEdit(
      of: current,
      owner: current?.participants.first { $0.role == .owner }
        ?? Participant(owner: owner, participantID: newParticipantID()),
      to: record.share ?? Share(), omitting: modification.omittedShareKeys,
      account: { identity in
        if let user = identity.userRecordName { return try reading.account(userRecordName: user) }
        return try identity.lookupName.flatMap { try reading.account(named: $0) }
      },
      newParticipantID: newParticipantID)
  }
}
