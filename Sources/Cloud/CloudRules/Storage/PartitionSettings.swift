package import CloudModel

/// How one partition behaves where CloudKit's behaviour is not known, or where a developer wants
/// another behaviour.
package struct PartitionSettings: Sendable, Equatable, Codable {
  /// A change token expires when the oldest change it has not seen is older than this; nil: never.
  package var tokenLifetimeSeconds: Double?
  /// The settings of the environment; a key that was never set is nil.
  package var environment = EnvironmentSettings()

  package init() {}
}
