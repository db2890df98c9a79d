import CloudModel

/// The effect of one modification that has passed the decision table and the checks of rights,
/// names, limits and sharing.
///
/// Making a plan changes nothing.
enum RecordPlan {
  case save(RecordSave)
  case delete(StoredRecord)
  /// A participant who deletes the share leaves it.
  case leave(Participation)
  case nothing

  /// The record to store, and the changes that follow from it.
  struct RecordSave {
    var record: Record
    var share: ShareEdit?
    var createsShortGUID = false
  }
}

/// Makes the plans for the modifications of one zone in a request.
struct RecordPlanner {
  let access: ZoneAccess
  let caller: Caller
  let context: BatchContext
  let assets: AssetClaims
  let conditions: any RequestConditions
  let surroundings: Surroundings
  let reading: any CloudReading

  /// Throws `CloudError` for the item.
  func plan(
    _ modification: RecordModification, schema: inout SchemaRules
  ) throws -> RecordPlan {
    var named = modification
    try checkName(of: named)
    let recordName = named.operation.recordID.recordName
    var stored = try reading.record(named: recordName, in: access.zone)
    if let found = stored, !found.isDeleted {
      if let leaving = try rights(to: found, for: named.operation) { return .leave(leaving) }
      let presenter = RecordPresenter(
        zone: access.zone, user: caller.userRecordName, reading: reading)
      stored?.record = try presenter.present(found)
    } else {
      try rightsToCreate(named.operation)
    }
    try ValueRules.check(named)
    try checkTypeOfShare(named.operation)
    named = try schema.admit(named, over: stored, reading: reading)
    switch try RecordDecision(named, stored: stored) {
    case .nothing: return .nothing
    case .delete: return stored.map(RecordPlan.delete) ?? .nothing
    case .save(var record):
      record = try assets.complete(
        record, sent: named.sentFields, over: stored?.record, in: access.zone, reading)
      try check(record)
      let edit = record.recordType == Share.recordType ? try shareEdit(named, record) : nil
      return .save(
        .init(
          record: record, share: edit, createsShortGUID: modification.createsShortGUID))
    }
  }

  private func checkName(of modification: RecordModification) throws(CloudError) {
    guard case .save(let record, _) = modification.operation else { return }
    let name = record.recordID.recordName
    if access.role != .world || !UserRecord.isName(name) { try NameRules.checkRecordName(name) }
  }

  /// Refuses a record type that differs from the share type only in case, before the schema refuses
  /// it as an unknown type with another error.
  private func checkTypeOfShare(_ operation: RecordOperation) throws(CloudError) {
    guard case .save(let record, _) = operation, record.recordType != Share.recordType,
      record.recordType.lowercased() == Share.recordType
    else { return }
    throw CloudError(.unknownItem, ShareRules.noSuchRoot)
  }

  private func check(_ record: Record) throws(CloudError) {
    try NameRules.checkRecordType(record.recordType)
    for name in record.fields.keys {
      try NameRules.checkFieldName(name, recordType: record.recordType)
    }
    guard record.fieldBytes <= CloudLimits.recordBytes else {
      throw CloudError(
        .limitExceeded,
        "limit exceeded: a record has at most \(CloudLimits.recordBytes) bytes without its assets")
    }
    let isShare = record.recordType == Share.recordType
    guard isShare || !record.recordID.isZoneWideShare else {
      throw CloudError(
        .invalidArguments,
        "A zone must be shared by a record of type \(Share.recordType) named "
          + "\(RecordID.zoneWideShareName).")
    }
    guard !isShare || access.role != .world else {
      throw CloudError(.badDatabase, "Records in the public database cannot be shared.")
    }
    if let parent = record.parent { try NameRules.checkRecordName(parent) }
  }

  private func shareEdit(_ modification: RecordModification, _ record: Record) throws -> ShareEdit {
    let share = try ShareRules(zone: access.zone, context: context, reading: reading)
      .share(for: record, modification, by: caller)
    guard let owner = try reading.account(userRecordName: access.zone.zoneID.ownerName) else {
      throw CloudError(.internalError, "The zone's owner is not known.")
    }
    let newParticipantID = { surroundings.randomHex(byteCount: 8) }
    let edit = try ShareEdit(
      of: share,
      owner: share.participants.first { $0.role == .owner }
        ?? Participant(owner: owner, participantID: newParticipantID()),
      to: record.share ?? Share(),
      // A value that the record leaves out stays.
      omitting: record.share == nil
        ? [.participants, .publicPermission] : modification.omittedShareKeys,
      account: { identity in
        if let user = identity.userRecordName {
          let account = try reading.account(userRecordName: user)
          return account?.isGone == true ? nil : account
        }
        return try account(lookedUp: identity, in: share)
      },
      newParticipantID: newParticipantID)
    try InvitationRules(zone: access.zone, context: context, reading: reading)
      .check(edit.share, over: share)
    return edit
  }

  /// Finds the account of an invited identity; counts a look-up if the identity is not in the share
  /// yet.
  private func account(
    lookedUp identity: UserIdentity, in share: StoredShare
  ) throws -> StoredAccount? {
    guard identity.phoneNumber == nil, let name = identity.lookupName else { return nil }
    let isKnown = share.participants.contains { $0.identity.lookupName == name }
    if !isKnown { try conditions.countLookups(1, by: caller.userRecordName) }
    let account = try reading.account(named: name)
    return account?.isServer == true ? nil : account
  }
}
