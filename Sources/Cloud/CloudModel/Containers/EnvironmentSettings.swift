/// The settings of one environment of a container, for behaviour that CloudKit leaves open or lets the developer
/// choose.
///
/// A key that is missing in JSON leaves its setting unchanged.
package struct EnvironmentSettings: Sendable, Equatable, Codable {
  /// The treatment of a web auth token after its first use.
  package enum TokenRotation: String, KnownWord {
    /// It stays valid and does not expire.
    case lenient
    /// Every answer carries a new one, and the old one becomes invalid.
    case strict
  }

  /// Whose saves teach the development environment new types and fields.
  package enum SchemaLearning: String, KnownWord {
    /// Those of clients that behave like CloudKit's own framework.
    case native
    case always
    case never
  }

  package var tokenRotation: TokenRotation?
  package var schemaLearning: SchemaLearning?
  /// The bytes that an account without its own quota may store; 0 means no limit.
  package var defaultQuotaBytes: Int64?
  /// The time after a save in which queries do not find the record, in milliseconds.
  package var indexLagMilliseconds: Int64?

  package init(
    tokenRotation: TokenRotation? = nil, schemaLearning: SchemaLearning? = nil,
    defaultQuotaBytes: Int64? = nil, indexLagMilliseconds: Int64? = nil
  ) {
    self.tokenRotation = tokenRotation
    self.schemaLearning = schemaLearning
    self.defaultQuotaBytes = defaultQuotaBytes
    self.indexLagMilliseconds = indexLagMilliseconds
  }

  /// The settings of an environment for which none were set.
  package static let standard = EnvironmentSettings(
    tokenRotation: .lenient, schemaLearning: .native, defaultQuotaBytes: 0,
    indexLagMilliseconds: 0)

  /// These settings, with the values that `changes` sets.
  package func changed(by changes: EnvironmentSettings) -> EnvironmentSettings {
    EnvironmentSettings(
      tokenRotation: changes.tokenRotation ?? tokenRotation,
      schemaLearning: changes.schemaLearning ?? schemaLearning,
      defaultQuotaBytes: changes.defaultQuotaBytes ?? defaultQuotaBytes,
      indexLagMilliseconds: changes.indexLagMilliseconds ?? indexLagMilliseconds)
  }
}
