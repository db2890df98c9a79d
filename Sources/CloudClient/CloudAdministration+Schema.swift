package import CloudModel
import Foundation
import NIOHTTP1

extension CloudAdministration {
  /// The schema of an environment in the CloudKit Schema Language; of the cloud's own container
  /// where none is named.
  ///
  /// This and the others throw `.permissionFailure` unless asked by who may.
  package func schema(
    of container: String?, in environment: CloudEnvironment
  ) async throws(CloudError) -> String {
    try await text(.GET, "/extension/1/schema", container, environment)
  }

  /// Makes the schema this one; with `isDryRun` only says whether it could.
  package func importSchema(
    _ text: String, to container: String?, in environment: CloudEnvironment,
    isDryRun: Bool = false
  ) async throws(CloudError) {
    _ = try await self.text(
      .PUT, "/extension/1/schema", container, environment, isDryRun: isDryRun,
      body: Data(text.utf8))
  }

  /// Gives production the schema of development.
  package func promoteSchema(of container: String?) async throws(CloudError) {
    _ = try await text(.POST, "/extension/1/schema/promote", container, nil)
  }

  private func text(
    _ method: HTTPMethod, _ path: String, _ container: String?, _ environment: CloudEnvironment?,
    isDryRun: Bool = false, body: Data? = nil
  ) async throws(CloudError) -> String {
    var query: [(name: String, value: String)] = []
    if let container { query.append(("container", container)) }
    if let environment { query.append(("environment", environment.rawValue)) }
    if isDryRun { query.append(("dryRun", "true")) }
    return String(
      decoding: try await connection.send(method, path, query: query, body: body), as: UTF8.self)
  }
}
