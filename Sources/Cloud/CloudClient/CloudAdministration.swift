package import CloudModel
package import CloudWire
import NIOHTTP1

/// The operations of a cloud for callers who are not signed in, and for its administrator.
package struct CloudAdministration: Sendable {
  package let connection: CloudConnection

  package init(connection: CloudConnection) { self.connection = connection }

  /// Creates a user and signs in; `code` is an invitation.
  ///
  /// Throws `.constraintViolation` if the name is taken, `.invalidArguments` if it is not a valid name or the cloud
  /// requires a passphrase: over TCP, of everybody but its administrator; and `.unknownItem` for a code that nobody has
  /// made or that is over, which the reason says.
  ///
  /// The keys are for `container` in its `environment`; nil is ZoneChat's own, and development. `deviceName` is what
  /// the account's list of sessions calls this device.
  package func createAccount(
    named name: String, passphrase: String? = nil, code: String? = nil, deviceName: String? = nil,
    emailAddress: String? = nil, container: String? = nil, environment: CloudEnvironment? = nil
  ) async throws(CloudError) -> AccountCredentials {
    var request = AccountRequest(name: name, passphrase: passphrase, container: container)
    request.code = code
    request.deviceName = deviceName
    request.environment = environment
    request.emailAddress = emailAddress
    return try await connection.send(.POST, "/extension/1/accounts", json: request)
  }

  /// Signs in to an existing account.
  ///
  /// With a code of the kind `CodeKind.reset` the passphrase is the new one; with one of the kind `.device` there is
  /// none.
  ///
  /// Throws `.notAuthenticated` for a wrong name or passphrase, `.requestRateLimited` after too many attempts, and
  /// `.unknownItem` for a code that nobody has made or that is over, which the reason says.
  package func signIn(
    name: String, passphrase: String? = nil, code: String? = nil, deviceName: String? = nil,
    container: String? = nil, environment: CloudEnvironment? = nil
  ) async throws(CloudError) -> AccountCredentials {
    var request = AccountRequest(name: name, passphrase: passphrase, container: container)
    request.code = code
    request.deviceName = deviceName
    request.environment = environment
    return try await connection.send(.POST, "/extension/1/sessions", json: request)
  }

  /// Ends the session; its keys are not valid afterwards.
  package func signOut(_ credentials: AccountCredentials) async throws(CloudError) {
    let _: [String: String] = try await connection.send(
      .DELETE, "/extension/1/sessions",
      query: [
        (name: "ckAPIToken", value: credentials.apiToken),
        (name: "ckWebAuthToken", value: credentials.webAuthToken),
      ])
  }

  package func status() async throws(CloudError) -> CloudStatusResponse {
    try await connection.send(.GET, "/extension/1/status")
  }

  /// Asks the cloud to end.
  ///
  /// Throws `.permissionFailure` unless the caller is the cloud's administrator.
  package func stop() async throws(CloudError) {
    let _: [String: String] = try await connection.send(.POST, "/extension/1/stop")
  }
}
