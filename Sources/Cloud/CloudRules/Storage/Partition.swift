package import CloudModel

/// One container in one environment.
///
/// Nothing in one is visible in another: databases, schema, tokens and users' feeds are each its own.
package struct Partition: Sendable, Hashable {
  /// Begins with `iCloud.`.
  package var container: String
  package var environment: CloudEnvironment

  package init(container: String, environment: CloudEnvironment) {
    self.container = container
    self.environment = environment
  }
}

extension Partition: CustomStringConvertible {
  package var description: String { "\(container)/\(environment.rawValue)" }
}
