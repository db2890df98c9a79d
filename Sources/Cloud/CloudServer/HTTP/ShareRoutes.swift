import CloudModel
import CloudRules
import CloudWire

/// `records/resolve` and `records/accept`, which belong to the public database wherever the share
/// is.
struct ShareRoutes: Sendable {
  func resolve(_ call: AuthenticatedCall) throws -> ShareMetadataResponse {
    try call.requirePublic()
    let request: ShareGUIDsRequest = try call.body()
    return response(
      try call.service.shareMetadata(for: request.links, by: call.caller),
      to: request.shortGUIDs, call)
  }

  func accept(_ call: AuthenticatedCall) throws -> ShareMetadataResponse {
    try call.requirePublic()
    let request: ShareGUIDsRequest = try call.body()
    return response(
      try call.service.accept(request.links, by: call.caller), to: request.shortGUIDs,
      call)
  }

  /// `asked` are the links as the request names them, in the order of `results`.
  func response(
    _ results: [CloudService.ShareOutcome], to asked: [ShareGUIDsRequest.ShortGUID] = [],
    _ call: AuthenticatedCall
  ) -> ShareMetadataResponse {
    ShareMetadataResponse(
      results: results.enumerated().map { index, outcome in
        switch outcome.result {
        case .success(let found):
          var metadata = entry(found, call)
          if asked.indices.contains(index) {
            metadata.shortGUID.shouldFetchRootRecord = asked[index].shouldFetchRootRecord
          }
          return .metadata(metadata)
        case .failure(let error):
          return WireShareResult(
            shortGUID: outcome.shortGUID, failure: error, extended: call.extended)
        }
      })
  }

  private func entry(_ found: ShareMetadata, _ call: AuthenticatedCall) -> WireShareMetadata {
    var metadata = WireShareMetadata(
      found, environment: call.partition.environment.rawValue,
      currentUser: call.caller.userRecordName)
    metadata.share = found.shareRecord.map { WireRecord(living: $0, extended: call.extended) }
    metadata.rootRecord = found.rootRecord.map {
      WireRecord(living: $0, extended: call.extended)
    }
    if !call.extended {
      metadata.share?.withholdExtensions()
      metadata.ownerIdentity.accountName = nil
    }
    return metadata
  }
}

extension ShareGUIDsRequest {
  fileprivate var links: [CloudService.Link] {
    shortGUIDs.map {
      CloudService.Link(
        shortGUID: $0.value, includesRoot: $0.shouldFetchRootRecord ?? false,
        rootDesiredKeys: $0.rootRecordDesiredKeys)
    }
  }
}
