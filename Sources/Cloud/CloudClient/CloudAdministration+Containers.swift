package import CloudModel
package import CloudWire
import NIOHTTP1

/// The containers of a cloud, for its administrator.
extension CloudAdministration {
  private static let path = "/extension/1/containers"

  package func containers() async throws(CloudError) -> [ContainerDescription] {
    let answer: ContainersResponse = try await connection.send(.GET, Self.path)
    return answer.containers
  }

  package func container(
    _ identifier: String
  ) async throws(CloudError) -> ContainerDescription {
    try await connection.send(.GET, Self.path(identifier))
  }

  package func createContainer(
    _ identifier: String
  ) async throws(CloudError) -> ContainerDescription {
    try await connection.send(
      .POST, Self.path, json: ContainerCreateRequest(identifier: identifier))
  }

  package func deleteContainer(_ identifier: String) async throws(CloudError) {
    _ = try await connection.send(.DELETE, Self.path(identifier))
  }

  package func addToken(
    _ token: ContainerPlan.APIToken, to container: String, _ environment: CloudEnvironment
  ) async throws(CloudError) -> ContainerDescription.APIToken {
    try await connection.send(
      .POST, Self.path(container, environment, "tokens"), json: token)
  }

  package func deleteToken(
    named name: String, of container: String, _ environment: CloudEnvironment
  ) async throws(CloudError) {
    _ = try await connection.send(
      .DELETE, Self.path(container, environment, "tokens", name))
  }

  package func addKey(
    _ key: ContainerPlan.ServerKey, to container: String, _ environment: CloudEnvironment
  ) async throws(CloudError) -> ContainerDescription.ServerKey {
    try await connection.send(.POST, Self.path(container, environment, "keys"), json: key)
  }

  package func deleteKey(
    id: String, of container: String, _ environment: CloudEnvironment
  ) async throws(CloudError) {
    _ = try await connection.send(.DELETE, Self.path(container, environment, "keys", id))
  }

  package func change(
    _ settings: EnvironmentSettings, of container: String, _ environment: CloudEnvironment
  ) async throws(CloudError) -> EnvironmentSettings {
    try await connection.send(
      .POST, Self.path(container, environment, "settings"), json: settings)
  }

  /// Removes all data of the container's development environment.
  package func resetEnvironment(of container: String) async throws(CloudError) {
    _ = try await connection.send(.POST, Self.path(container, .development, "reset"))
  }

  /// Brings the cloud in line with the plan; the answer carries the tokens that were made.
  package func apply(_ plan: CloudPlan) async throws(CloudError) -> ContainersResponse {
    try await connection.send(.POST, "/extension/1/plan", json: plan)
  }

  private static func path(
    _ container: String, _ environment: CloudEnvironment, _ parts: String...
  ) -> String {
    path(container)
      + ([environment.rawValue] + parts).map { "/" + CloudConnection.escaped($0) }.joined()
  }

  private static func path(_ container: String) -> String {
    path + "/" + CloudConnection.escaped(container)
  }
}
