import CloudModel
import CloudRules

/// `records/modify` and `records/lookup`.
struct RecordRoutes: Sendable {
  func modify(_ call: AuthenticatedCall) throws -> RecordsResponse {
    let request: RecordsModifyRequest = try call.body()
    let zoneID = request.zoneID.map(call.zoneID) ?? call.defaultZoneID
    let modifications = try request.operations.map {
      try Self.modification($0, in: zoneID, owner: call.owner, desiredKeys: request.desiredKeys)
    }
    // Read before anything is changed, so that a refusal comes first; read again afterwards for the
    // token.
    _ = try call.currentSyncToken(of: zoneID)
    let outcomes = try call.service.modifyRecords(
      modifications, atomically: request.atomic, by: call.caller, in: call.scope)
    return RecordsResponse(
      records: outcomes.map { recordID, result in
        switch result {
        case .success(.some(let record)):
          WireRecord(living: record, extended: call.extended)
            .spellingNumbers(asStrings: request.numbersAsStrings)
        case .success(.none): WireRecord(tombstone: recordID)
        case .failure(let error): failure(error, of: recordID, call)
        }
      }, syncToken: try call.currentSyncToken(of: zoneID))
  }

  func lookup(_ call: AuthenticatedCall) throws -> RecordsResponse {
    let request: RecordsLookupRequest = try call.body()
    let zoneID = request.zoneID.map(call.zoneID) ?? call.defaultZoneID
    let names = request.records.map { name in
      (
        recordID: RecordID(
          recordName: name.recordName, zoneID: name.zoneID.map(call.zoneID) ?? zoneID),
        desiredKeys: name.desiredKeys ?? request.desiredKeys
      )
    }
    let token = try call.currentSyncToken(of: zoneID)
    let outcomes = try call.service.records(for: names, by: call.caller, in: call.scope)
    return RecordsResponse(
      records: outcomes.map { recordID, result in
        switch result {
        case .success(let record):
          WireRecord(living: record, extended: call.extended)
            .spellingNumbers(asStrings: request.numbersAsStrings)
        case .failure(let error): failure(error, of: recordID, call)
        }
      }, syncToken: token)
  }

  private func failure(
    _ error: CloudError, of recordID: RecordID, _ call: AuthenticatedCall
  ) -> WireRecord {
    RequestLogEntry.current?.note(failureOfOne: error)
    return WireRecord(recordID: recordID, failure: error, extended: call.extended)
  }

  /// A conditional deletion without a tag can match nothing; only `forceDelete` is unconditional.
  ///
  /// `owner` owns a zone that is named without an owner.
  static func modification(
    _ operation: RecordsModifyRequest.Operation, in zoneID: RecordZoneID, owner: String,
    desiredKeys: [String]? = nil
  ) throws -> RecordModification {
    var wire = operation.record
    let zone = wire.zoneID?.zoneID(currentUser: owner) ?? zoneID
    wire.zoneID = WireZoneID(zone)
    let recordID = RecordID(recordName: wire.recordName ?? "", zoneID: zone)
    let keys = operation.desiredKeys ?? desiredKeys
    switch operation.operationType {
    case .delete:
      return RecordModification(
        .delete(recordID, recordChangeTag: wire.recordChangeTag ?? ""), desiredKeys: keys)
    case .forceDelete:
      return RecordModification(.delete(recordID, recordChangeTag: nil), desiredKeys: keys)
    case .create, .update, .forceUpdate, .replace, .forceReplace:
      wire.recordName = recordID.recordName
      wire.recordType = wire.recordType ?? ""
      wire.deleted = nil
      wire.serverErrorCode = nil
      guard let record = wire.record(in: zone) else {
        throw CloudError(.invalidArguments, "BadRequestException: an operation has no record")
      }
      var modification = RecordModification(
        .save(record, operation.operationType), omittedShareKeys: wire.omittedShareKeys,
        desiredKeys: keys)
      modification.clearsParent = wire.parent == .cleared
      modification.untypedKeys = wire.untypedKeys
      modification.refusal = wire.refusal
      modification.createsShortGUID = wire.createShortGUID ?? false
      modification.rootChangeTag = wire.forRecord?.recordChangeTag
      return modification
    }
  }
}

extension WireRecord {
  /// Why the first invalid value, in the order of the field names, is refused; nil if all are
  /// valid.
  fileprivate var refusal: CloudError? {
    guard let fields, fields.values.contains(where: { $0.fault != nil }) else { return nil }
    let reason = fields.sorted { $0.key < $1.key }.lazy.compactMap(\.value.refusal).first
    return reason.map { CloudError(.invalidArguments, $0) }
  }

  fileprivate var untypedKeys: Set<String> {
    Set((fields ?? [:]).filter { $0.value.isTypeOmitted }.keys)
  }

  fileprivate var omittedShareKeys: Set<RecordModification.ShareKey> {
    var keys: Set<RecordModification.ShareKey> = []
    if participants == nil { keys.insert(.participants) }
    if publicPermission == nil { keys.insert(.publicPermission) }
    return keys
  }
}
