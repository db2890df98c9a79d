package import CloudModel
import Crypto
import Foundation

/// The containers of a cloud: made, described, emptied and removed.
package struct ContainerService: Sendable {
  /// The name of the API token that ZoneChat's own client is given.
  static let clientTokenName = "zonechat"

  /// Puts the text of a schema in force in a partition.
  package typealias SchemaImport = @Sendable (_ schema: String, Partition) throws -> Void

  let store: any CloudStore
  let surroundings: Surroundings
  /// A secret of this installation from which its client's tokens are derived, so that they need not
  /// be kept.
  private let clientSecret: SymmetricKey
  private let importSchema: SchemaImport
  /// Gives a partition that was emptied the schema that it begins with.
  private let resetSchema: @Sendable (Partition) throws -> Void
  /// Told that a partition's data are gone.
  private let forget: @Sendable (Partition) -> Void

  package init(
    store: any CloudStore, surroundings: Surroundings, clientSecret: String,
    importSchema: @escaping SchemaImport = Self.schemasAreUnknown,
    resetSchema: @escaping @Sendable (Partition) throws -> Void = { _ in },
    forget: @escaping @Sendable (Partition) -> Void = { _ in }
  ) {
    self.store = store
    self.surroundings = surroundings
    self.clientSecret = SymmetricKey(data: Data(clientSecret.utf8))
    self.importSchema = importSchema
    self.resetSchema = resetSchema
    self.forget = forget
  }

  @Sendable package static func schemasAreUnknown(_ schema: String, _ partition: Partition) throws {
    throw CloudError(.invalidArguments, "This cloud cannot read schemas; leave ‘schema’ out.")
  }

  package func containers() throws(CloudError) -> [ContainerDescription] {
    try read { registry in
      let names = try registry.partitions().map(\.partition.container)
      return try Set(names).sorted().map { try Self.description(of: $0, registry) }
    }
  }

  /// Throws `.unknownItem` where there is none.
  package func container(_ identifier: String) throws(CloudError) -> ContainerDescription {
    try read { try Self.description(of: identifier, $0) }
  }

  /// Makes the container with both environments; harmless where it is there.
  @discardableResult
  package func create(_ identifier: String) throws(CloudError) -> ContainerDescription {
    try ContainerRules.checkIdentifier(identifier)
    return try write { registry in
      try registry.ensureContainer(identifier, surroundings: surroundings)
      return try Self.description(of: identifier, registry)
    }
  }

  package func delete(_ identifier: String) throws(CloudError) {
    try write { registry in
      _ = try Self.description(of: identifier, registry)
      try registry.deleteContainer(identifier)
    }
    for environment in CloudEnvironment.allCases {
      forget(Partition(container: identifier, environment: environment))
    }
  }

  /// Removes all data of the development environment and gives it production's schema; keys, tokens
  /// and settings stay.
  package func reset(_ partition: Partition) throws(CloudError) {
    guard partition.environment == .development else {
      throw CloudError(.invalidArguments, "Only the development environment can be reset.")
    }
    try write { registry in
      try Self.require(partition, registry)
      try registry.reset(partition, incarnation: surroundings.randomHex(byteCount: 12))
    }
    forget(partition)
    do {
      try resetSchema(partition)
    } catch {
      throw CloudError(storeFailure: error)
    }
  }

  package func settings(of partition: Partition) throws(CloudError) -> EnvironmentSettings {
    try read { registry in
      EnvironmentSettings.standard.changed(
        by: try Self.require(partition, registry).settings.environment)
    }
  }

  @discardableResult
  package func change(
    _ changes: EnvironmentSettings, of partition: Partition
  ) throws(CloudError) -> EnvironmentSettings {
    try ContainerRules.check(changes)
    return try write { registry in
      var settings = try Self.require(partition, registry).settings
      settings.environment = settings.environment.changed(by: changes)
      try registry.update(settings, of: partition)
      return EnvironmentSettings.standard.changed(by: settings.environment)
    }
  }

  /// Makes the container what the plan says; what the plan does not name stays.
  ///
  /// Returns the container with the tokens that were made.
  @discardableResult
  package func apply(_ plan: ContainerPlan) throws(CloudError) -> ContainerDescription {
    try create(plan.identifier)
    var made: [CloudEnvironment: [String: String]] = [:]
    for environment in plan.environments {
      let partition = Partition(
        container: plan.identifier, environment: environment.environment)
      for token in environment.tokens {
        made[environment.environment, default: [:]][token.name] =
          try addToken(token, to: partition, keepingPresent: true).token
      }
      for key in environment.keys { try addKey(key, to: partition) }
      if let settings = environment.settings { try change(settings, of: partition) }
      if let schema = environment.schema {
        do {
          try importSchema(schema, partition)
        } catch {
          throw CloudError(storeFailure: error)
        }
      }
    }
    var description = try container(plan.identifier)
    for index in description.environments.indices {
      let tokens = made[description.environments[index].environment] ?? [:]
      for place in description.environments[index].tokens.indices {
        let name = description.environments[index].tokens[place].name
        description.environments[index].tokens[place].token = tokens[name]
      }
    }
    return description
  }

  /// The API token of ZoneChat's own client, the same as long as the installation lives.
  package func clientToken(for partition: Partition) throws(CloudError) -> String {
    let mac = HMAC<SHA256>.authenticationCode(
      for: Data("api token of \(partition)".utf8), using: clientSecret)
    let token = mac.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let isKnown = try read { try $0.apiToken(hash: TokenHash.of(token)) != nil }
    if !isKnown {
      try addToken(.init(name: Self.clientTokenName, token: token), to: partition)
    }
    return token
  }

  func read<T>(_ body: (any RegistryReading) throws -> T) throws(CloudError) -> T {
    do {
      return try store.readRegistry(body)
    } catch {
      throw CloudError(storeFailure: error)
    }
  }

  func write<T>(_ body: (any RegistryTransaction) throws -> T) throws(CloudError) -> T {
    do {
      return try store.writeRegistry(body)
    } catch {
      throw CloudError(storeFailure: error)
    }
  }

  @discardableResult
  static func require(
    _ partition: Partition, _ registry: any RegistryReading
  ) throws -> StoredPartition {
    guard let stored = try registry.partition(partition) else {
      throw missing(partition.container)
    }
    return stored
  }

  private static func description(
    of identifier: String, _ registry: any RegistryReading
  ) throws -> ContainerDescription {
    let partitions = try registry.partitions().filter { $0.partition.container == identifier }
    guard !partitions.isEmpty else { throw missing(identifier) }
    return ContainerDescription(
      identifier: identifier,
      environments: try partitions.map { stored in
        let partition = stored.partition
        return ContainerDescription.Environment(
          environment: partition.environment,
          settings: .standard.changed(by: stored.settings.environment),
          tokens: try registry.apiTokens(of: partition).map { .init($0) },
          keys: try registry.serverKeys(of: partition).map { .init($0) })
      })
  }

  private static func missing(_ identifier: String) -> CloudError {
    CloudError(
      .unknownItem,
      "There is no container \(identifier); ‘zonechat cloud containers create’ makes one.")
  }
}
