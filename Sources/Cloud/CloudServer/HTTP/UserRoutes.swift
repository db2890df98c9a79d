import CloudModel
import CloudRules
import CloudWire

/// `users/…`, for people only.
///
/// Source: `docs/protocol.md`; the reasons are the live server's.
struct UserRoutes: Sendable {
  /// Allowed in the private database too, as on the live server.
  func caller(_ call: AuthenticatedCall) throws -> UsersCallerResponse {
    if call.scope != .private { try call.requirePublic() }
    return try profile(call)
  }

  func current(_ call: AuthenticatedCall) throws -> UsersCallerResponse {
    try call.requirePublic()
    return try profile(call)
  }

  private func profile(_ call: AuthenticatedCall) throws -> UsersCallerResponse {
    let user = try call.service.profile(of: call.caller)
    return UsersCallerResponse(
      WireUser(user), accountName: call.extended ? user.accountName : nil)
  }

  func discover(_ call: AuthenticatedCall) throws -> UsersDiscoverResponse {
    try call.requirePublic()
    let request: UsersDiscoverRequest = try call.body()
    let lookups = try request.lookupInfos.map { info in
      guard let lookup = info.lookup else {
        throw CloudError(
          .invalidArguments,
          "BadRequestException: lookupInfos have an emailAddress, a phoneNumber or a userRecordName"
        )
      }
      return lookup
    }
    let found = try call.service.users(matching: lookups, by: call.caller)
    return UsersDiscoverResponse(
      users: found.map { lookup, user in
        var identity = WireUserIdentity(user.identity(foundBy: lookup))
        identity.lookupInfo = .init(lookup)
        if !call.extended { identity.accountName = nil }
        return identity
      })
  }

  /// Discovers all contacts; always fails, as on the live server.
  func discoverContacts(_ call: AuthenticatedCall) throws -> UsersDiscoverResponse {
    try call.requirePublic()
    throw CloudError(.internalError, "Internal server error")
  }

  func lookUpByEmail(_ call: AuthenticatedCall) throws -> UsersLookupResponse {
    try lookUp(call, \.users) { user in user.emailAddress.map { [.emailAddress($0)] } }
  }

  func lookUpByID(_ call: AuthenticatedCall) throws -> UsersLookupResponse {
    try lookUp(call, \.users) { user in user.userRecordName.map { [.userRecordName($0)] } }
  }

  func lookUpContacts(_ call: AuthenticatedCall) throws -> UsersLookupResponse {
    try lookUp(call, \.contacts) { user in
      if let name = user.userRecordName { return [.userRecordName(name)] }
      let addresses = (user.emailAddresses ?? []) + [user.emailAddress].compactMap(\.self)
      return addresses.isEmpty ? nil : addresses.map(UserLookup.emailAddress)
    }
  }

  private func lookUp(
    _ call: AuthenticatedCall, _ list: KeyPath<UsersLookupRequest, [UsersLookupRequest.User]?>,
    _ lookups: (UsersLookupRequest.User) -> [UserLookup]?
  ) throws -> UsersLookupResponse {
    try call.requirePublic()
    let request: UsersLookupRequest = try call.body()
    guard let users = request[keyPath: list] ?? request.users else {
      throw CloudError(.invalidArguments, "BadRequestException: missing key 'users'")
    }
    let wanted = try users.flatMap { user in
      guard let found = lookups(user) else {
        throw CloudError(
          .invalidArguments, "BadRequestException: a user has no userRecordName and no emailAddress"
        )
      }
      return found
    }
    let found = try call.service.users(matching: wanted, by: call.caller)
    return UsersLookupResponse(
      users: found.map { lookup, user in
        guard case .emailAddress(let address) = lookup else { return .init(user) }
        return .init(user, emailAddress: address)
      })
  }
}

extension AuthenticatedCall {
  /// Refuses the other databases.
  ///
  /// Source: the reason is the live server's; `docs/protocol.md`.
  func requirePublic() throws(CloudError) {
    guard scope != .public else { return }
    throw CloudError(
      .badDatabase, "endpoint not applicable in the database type '\(scope.pathComponent)db'")
  }
}
