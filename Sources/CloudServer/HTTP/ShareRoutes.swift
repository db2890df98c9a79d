import CloudModel
import CloudRules

/// `records/resolve` and `records/accept`, which belong to the public database wherever the share
/// is.
struct ShareRoutes: Sendable {
  func resolve(_ exchange: Exchange) throws -> ShareMetadataResponse {
    try exchange.requirePublic()
    let request: ShareGUIDsRequest = try exchange.body()
    return response(
      try exchange.service.shareMetadata(for: request.links, by: exchange.caller),
      to: request.shortGUIDs, exchange)
  }

  func accept(_ exchange: Exchange) throws -> ShareMetadataResponse {
    try exchange.requirePublic()
    let request: ShareGUIDsRequest = try exchange.body()
    return response(
      try exchange.service.accept(request.links, by: exchange.caller), to: request.shortGUIDs,
      exchange)
  }

  /// `asked` are the links as the request names them, in the order of `results`.
  func response(
    _ results: [CloudService.ShareOutcome], to asked: [ShareGUIDsRequest.ShortGUID] = [],
    _ exchange: Exchange
  ) -> ShareMetadataResponse {
    ShareMetadataResponse(
      results: results.enumerated().map { index, outcome in
        switch outcome.result {
        case .success(let found):
          var metadata = entry(found, exchange)
          if asked.indices.contains(index) {
            metadata.shortGUID.shouldFetchRootRecord = asked[index].shouldFetchRootRecord
          }
          return .metadata(metadata)
        case .failure(let error):
          return WireShareResult(
            shortGUID: outcome.shortGUID, failure: error, extended: exchange.extended)
        }
      })
  }

  private func entry(_ found: ShareMetadata, _ exchange: Exchange) -> WireShareMetadata {
    var metadata = WireShareMetadata(
      found, environment: exchange.partition.environment.rawValue,
      currentUser: exchange.caller.userRecordName)
    metadata.share = found.shareRecord.map { WireRecord(living: $0, extended: exchange.extended) }
    metadata.rootRecord = found.rootRecord.map {
      WireRecord(living: $0, extended: exchange.extended)
    }
    if !exchange.extended {
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
