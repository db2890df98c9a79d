import CloudModel

/// `records/resolve` and `records/accept`, which live in the public database whatever they lead to.
struct ShareRoutes: Sendable {
  func resolve(_ exchange: Exchange) throws -> ShareMetadataResponse {
    try exchange.requirePublic()
    let request: ShareGUIDsRequest = try exchange.body()
    return response(
      try exchange.service.shareMetadata(for: request.links, by: exchange.caller), exchange)
  }

  func accept(_ exchange: Exchange) throws -> ShareMetadataResponse {
    try exchange.requirePublic()
    let request: ShareGUIDsRequest = try exchange.body()
    return response(
      try exchange.service.accept(request.links, by: exchange.caller), exchange)
  }

  func response(
    _ results: [CloudService.ShareOutcome], _ exchange: Exchange
  ) -> ShareMetadataResponse {
    ShareMetadataResponse(
      results: results.map { shortGUID, result in
        switch result {
        case .success(let found): .metadata(entry(found, exchange))
        case .failure(let error):
          WireShareResult(shortGUID: shortGUID, failure: error, extended: exchange.extended)
        }
      })
  }

  private func entry(_ found: ShareMetadata, _ exchange: Exchange) -> WireShareMetadata {
    var metadata = WireShareMetadata(
      found, environment: exchange.partition.environment.rawValue.uppercased(),
      currentUser: exchange.caller.userRecordName)
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
