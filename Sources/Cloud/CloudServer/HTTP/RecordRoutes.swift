import CloudCore
import CloudModel
import CloudRules
import CloudWire

/// `records/modify` and `records/lookup`.
struct RecordRoutes: Sendable {
  func modify(_ call: AuthenticatedCall) throws -> RecordsResponse {
    let request: RecordsModifyRequest = try call.body()
    if call.hidesTexts, request.operations.contains(where: \.savesHiddenText) {
      throw CloudError.savesHiddenText
    }
    let zoneID = request.zoneID.map(call.zoneID) ?? call.defaultZoneID
    let modifications = try request.operations.map {
      try RecordModification($0, in: zoneID, owner: call.owner, desiredKeys: request.desiredKeys)
    }
    // Read before anything is changed, so that a refusal comes first; read again afterwards for the
    // token.
    _ = try call.currentSyncToken(of: zoneID)
    let outcomes = try call.service.modifyRecords(
      modifications, atomically: request.atomic, by: call.caller, in: call.scope)
    RequestLogEntry.current?.note(outcomes: outcomes.map(\.result))
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
}

extension RecordsModifyRequest.Operation {
  /// Whether a field has what an administrator has read in the place of a text.
  fileprivate var savesHiddenText: Bool {
    record.fields?.values.contains { $0.value?.hasHiddenText ?? false } ?? false
  }
}
