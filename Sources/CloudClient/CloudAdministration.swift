package import CloudModel
import NIOHTTP1

/// What a cloud does for somebody who is not signed in.
package struct CloudAdministration: Sendable {
  private let connection: CloudConnection

  package init(connection: CloudConnection) { self.connection = connection }

  /// Creates a user.
  ///
  /// Throws `.constraintViolation` for a name that is taken, `.invalidArguments` for one that is none.
  package func createAccount(
    named name: String
  ) async throws(CloudError) -> AccountCredentials {
    try await connection.send(
      .POST, "/extension/1/accounts", json: AccountCreateRequest(name: name))
  }

  package func status() async throws(CloudError) -> CloudStatusResponse {
    try await connection.send(.GET, "/extension/1/status")
  }

  /// Asks the cloud to end.
  ///
  /// Throws `.permissionFailure` unless asked over its Unix socket.
  package func stop() async throws(CloudError) {
    _ = try await connection.send(.POST, "/extension/1/stop")
  }
}
