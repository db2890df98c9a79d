package import CloudModel

/// How one partition behaves where CloudKit is not known, or where a developer wants it otherwise.
package struct PartitionSettings: Sendable, Equatable, Codable {
  /// A change token expires when the oldest change it has not seen is older than this; nil: never.
  package var tokenLifetimeSeconds: Double?
  /// What the environment was told; a nil key where it was told nothing.
  package var environment = EnvironmentSettings()

  package init() {}
}
