import CloudModel

/// `records/resolve` and `records/accept`, which live in the public database whatever they lead to.
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

  /// `asked` are the links as the request names them, each with one of `metadata`.
  func response(
    _ metadata: [ShareMetadata], to asked: [ShareGUIDsRequest.ShortGUID] = [],
    _ exchange: Exchange
  ) -> ShareMetadataResponse {
    var results = metadata.map {
      var result = WireShareMetadata(
        $0, environment: exchange.partition.environment.rawValue,
        currentUser: exchange.caller.userRecordName)
      result.share = $0.shareRecord.map { WireRecord(living: $0, extended: exchange.extended) }
      result.rootRecord = $0.rootRecord.map {
        WireRecord(living: $0, extended: exchange.extended)
      }
      return result
    }
    for (index, link) in zip(results.indices, asked) {
      results[index].shortGUID.shouldFetchRootRecord = link.shouldFetchRootRecord
    }
    return ShareMetadataResponse(results: results)
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
