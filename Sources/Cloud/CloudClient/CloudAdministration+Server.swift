package import CloudModel
import NIOHTTP1

/// What a server tells everybody, also those who have no account there.
extension CloudAdministration {
  package func server() async throws(CloudError) -> ServerDescription {
    try await connection.send(.GET, "/extension/1/server")
  }

  /// Throws `.unknownItem` for a link that leads nowhere on this server.
  package func link(_ shortGUID: String) async throws(CloudError) -> LinkDescription {
    try await connection.send(.GET, "/extension/1/links/\(CloudConnection.escaped(shortGUID))")
  }
}
