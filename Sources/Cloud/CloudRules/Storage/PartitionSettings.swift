package import CloudModel

/// The settings of one partition, for behaviour of CloudKit that is not known or that a developer wants to change.
package struct PartitionSettings: Sendable, Equatable, Codable {
  /// A change token expires when the oldest change it has not seen is older than this; nil: never.
  package var tokenLifetimeSeconds: Double?
  /// The settings of the environment; a key that was never set is nil.
  package var environment = EnvironmentSettings()

  package init() {}
}
