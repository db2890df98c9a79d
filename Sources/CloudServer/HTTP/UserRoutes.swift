import CloudModel
import CloudRules

/// `users/…`, for people only.
///
/// Source: `docs/protocol.md`; the reasons are the live server's.
struct UserRoutes: Sendable {
  /// Allowed in the private database too, as on the live server.
  func caller(_ exchange: Exchange) throws -> UsersCallerResponse {
    if exchange.scope != .private { try exchange.requirePublic() }
    return UsersCallerResponse(try exchange.service.profile(of: exchange.caller))
  }

  func current(_ exchange: Exchange) throws -> UsersCallerResponse {
    try exchange.requirePublic()
    return UsersCallerResponse(try exchange.service.profile(of: exchange.caller))
  }

  func discover(_ exchange: Exchange) throws -> UsersDiscoverResponse {
    try exchange.requirePublic()
    let request: UsersDiscoverRequest = try exchange.body()
    let lookups = try request.lookupInfos.map { info in
      guard let lookup = info.lookup else {
        throw CloudError(
          .invalidArguments,
          "BadRequestException: lookupInfos have an emailAddress, a phoneNumber or a userRecordName"
        )
      }
      return lookup
    }
    let found = try exchange.service.users(matching: lookups, by: exchange.caller)
    return UsersDiscoverResponse(users: found.map { .init($0.user, foundBy: $0.lookup) })
  }

  /// Discovers all contacts; always fails, as on the live server.
  func discoverContacts(_ exchange: Exchange) throws -> UsersDiscoverResponse {
    try exchange.requirePublic()
    throw CloudError(.internalError, "Internal server error")
  }

  func lookUpByEmail(_ exchange: Exchange) throws -> UsersLookupResponse {
    try lookUp(exchange, \.users) { user in user.emailAddress.map { [.emailAddress($0)] } }
  }

  func lookUpByID(_ exchange: Exchange) throws -> UsersLookupResponse {
    try lookUp(exchange, \.users) { user in user.userRecordName.map { [.userRecordName($0)] } }
  }

  func lookUpContacts(_ exchange: Exchange) throws -> UsersLookupResponse {
    try lookUp(exchange, \.contacts) { user in
      if let name = user.userRecordName { return [.userRecordName(name)] }
      let addresses = (user.emailAddresses ?? []) + [user.emailAddress].compactMap(\.self)
      return addresses.isEmpty ? nil : addresses.map(UserLookup.emailAddress)
    }
  }

  private func lookUp(
    _ exchange: Exchange, _ list: KeyPath<UsersLookupRequest, [UsersLookupRequest.User]?>,
    _ lookups: (UsersLookupRequest.User) -> [UserLookup]?
  ) throws -> UsersLookupResponse {
    try exchange.requirePublic()
    let request: UsersLookupRequest = try exchange.body()
    guard let users = request[keyPath: list] ?? request.users else {
      throw CloudError(.invalidArguments, "BadRequestException: missing key 'users'")
    }
    let wanted = try users.flatMap { user in
      guard let found = lookups(user) else {
        throw CloudError(
          .invalidArguments, "BadRequestException: a user names nobody to look for")
      }
      return found
    }
    let found = try exchange.service.users(matching: wanted, by: exchange.caller)
    return UsersLookupResponse(
      users: found.map { lookup, user in
        guard case .emailAddress(let address) = lookup else { return .init(user) }
        return .init(user, emailAddress: address)
      })
  }
}

extension Exchange {
  /// Refuses the other databases.
  ///
  /// Source: the reason is the live server's; `docs/protocol.md`.
  func requirePublic() throws(CloudError) {
    guard scope != .public else { return }
    throw CloudError(
      .badDatabase, "endpoint not applicable in the database type '\(scope.pathComponent)db'")
  }
}
