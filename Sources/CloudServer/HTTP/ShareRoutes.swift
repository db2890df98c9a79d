import CloudModel

/// `records/resolve`, `records/accept` and `users/caller`, which live in the public database
/// whatever they lead to.
struct ShareRoutes: Sendable {
  let service: CloudService

  func resolve(_ exchange: Exchange) throws -> ShareMetadataResponse {
    try requirePublic(exchange)
    let request: ShareGUIDsRequest = try exchange.body()
    return response(
      try service.shareMetadata(
        forShortGUIDs: request.shortGUIDs.map(\.value), by: exchange.caller), exchange)
  }

  func accept(_ exchange: Exchange) throws -> ShareMetadataResponse {
    try requirePublic(exchange)
    let request: ShareGUIDsRequest = try exchange.body()
    return response(
      try service.accept(shortGUIDs: request.shortGUIDs.map(\.value), by: exchange.caller),
      exchange)
  }

  func caller(_ exchange: Exchange) throws -> UsersCallerResponse {
    try requirePublic(exchange)
    return UsersCallerResponse(try service.userIdentity(of: exchange.caller))
  }

  func response(
    _ metadata: [ShareMetadata], _ exchange: Exchange
  ) -> ShareMetadataResponse {
    ShareMetadataResponse(
      results: metadata.map {
        WireShareMetadata(
          $0, environment: service.environment.uppercased(),
          currentUser: exchange.caller.userRecordName)
      })
  }

  /// Source: the reason is the live server's; `docs/protocol.md`.
  private func requirePublic(_ exchange: Exchange) throws(CloudError) {
    guard exchange.scope != .public else { return }
    throw CloudError(
      .badDatabase,
      "endpoint not applicable in the database type '\(exchange.scope.pathComponent)db'")
  }
}
