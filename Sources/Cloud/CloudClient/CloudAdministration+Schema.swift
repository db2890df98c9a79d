package import CloudModel
import Foundation
import NIOHTTP1

extension CloudAdministration {
  /// The schema of an environment in the CloudKit Schema Language; without `container`, that of the cloud's
  /// own.
  ///
  /// This method and those below throw `.permissionFailure` unless the caller has the right to call them.
  package func schema(
    of container: String?, in environment: CloudEnvironment
  ) async throws(CloudError) -> String {
    try await text(.GET, "/extension/1/schema", container, environment)
  }

  /// Imports this schema; with `isDryRun`, only checks whether that is possible.
  package func importSchema(
    _ text: String, to container: String?, in environment: CloudEnvironment,
    isDryRun: Bool = false
  ) async throws(CloudError) {
    _ = try await self.text(
      .PUT, "/extension/1/schema", container, environment, isDryRun: isDryRun,
      body: Data(text.utf8))
  }

  /// Adds what the schema lacks of this one, and takes nothing away.
  package func extendSchema(
    by schema: Schema, of container: String?, in environment: CloudEnvironment
  ) async throws(CloudError) {
    _ = try await text(
      .PATCH, "/extension/1/schema", container, environment, body: Data(schema.text.utf8))
  }

  /// Promotes the development schema to production.
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
