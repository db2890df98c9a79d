package import CloudModel
package import CloudRules
import Crypto
import Foundation

/// Creates, describes, resets and deletes the containers of a cloud.
package struct ContainerService: Sendable {
  /// The name of the API token that ZoneChat's own client is given.
  static let clientTokenName = "zonechat"

  let cloud: Cloud
  /// A secret of this installation; its client's tokens are derived from it and need not be stored.
  private let clientSecret: SymmetricKey

  package init(cloud: Cloud, clientSecret: String) {
    self.cloud = cloud
    self.clientSecret = SymmetricKey(data: Data(clientSecret.utf8))
  }

  var store: any CloudStore { cloud.store }
  var surroundings: Surroundings { cloud.surroundings }

  package func containers() throws(CloudError) -> [ContainerDescription] {
    try store.readingRegistry { registry in
      let names = try registry.partitions().map(\.partition.container)
      return try Set(names).sorted().map { try Self.description(of: $0, registry) }
    }
  }

  /// Throws `.unknownItem` where there is none.
  package func container(_ identifier: String) throws(CloudError) -> ContainerDescription {
    try store.readingRegistry { try Self.description(of: identifier, $0) }
  }

  /// Makes the container with both environments; does nothing if it exists.
  @discardableResult
  package func create(_ identifier: String) throws(CloudError) -> ContainerDescription {
    try ContainerRules.checkIdentifier(ofNew: identifier)
    return try store.writingRegistry { registry in
      try registry.ensureContainer(identifier, surroundings: surroundings)
      return try Self.description(of: identifier, registry)
    }
  }

  package func delete(_ identifier: String) throws(CloudError) {
    try store.writingRegistry { registry in
      try registry.lockContainer(identifier)
      _ = try Self.description(of: identifier, registry)
      try registry.deleteContainer(identifier)
    }
  }

  /// Removes all data of the development environment and gives it production's schema; keys, tokens
  /// and settings stay.
  package func reset(_ partition: Partition) throws(CloudError) {
    guard partition.environment == .development else {
      throw CloudError(.invalidArguments, "Only the development environment can be reset.")
    }
    try store.readingRegistry { _ = try Self.require(partition, $0) }
    // Source: CloudKit, "Reset Environment": development begins again from production's schema.
    let production = Partition(container: partition.container, environment: .production)
    let schema = try cloud.administration(of: production).schema()
    try store.writingRegistry { registry in
      try registry.lockContainer(partition.container)
      try registry.reset(
        partition, incarnation: surroundings.randomHex(byteCount: 12), schema: schema)
    }
  }

  package func settings(of partition: Partition) throws(CloudError) -> EnvironmentSettings {
    try store.readingRegistry { registry in
      EnvironmentSettings.standard.changed(
        by: try Self.require(partition, registry).settings.environment)
    }
  }

  @discardableResult
  package func change(
    _ changes: EnvironmentSettings, of partition: Partition
  ) throws(CloudError) -> EnvironmentSettings {
    try ContainerRules.check(changes)
    return try store.writingRegistry { registry in
      var settings = try Self.lock(partition, registry).settings
      settings.environment = settings.environment.changed(by: changes)
      try registry.update(settings, of: partition)
      return EnvironmentSettings.standard.changed(by: settings.environment)
    }
  }

  /// Applies the plan to the container; what the plan does not name stays as it is.
  ///
  /// Returns the container with the tokens that were made. An error says in what part of the plan it is.
  @discardableResult
  package func apply(_ plan: ContainerPlan) throws(CloudError) -> ContainerDescription {
    try create(plan.identifier)
    var made: [CloudEnvironment: [String: String]] = [:]
    for environment in plan.environments {
      let partition = Partition(
        container: plan.identifier, environment: environment.environment)
      let name = environment.environment.rawValue
      for (index, token) in environment.tokens.enumerated() {
        made[environment.environment, default: [:]][token.name] =
          try CloudError.naming("\(name) token \(index + 1) ‘\(token.name)’") {
            () throws(CloudError) in
            try addToken(token, to: partition, keepingPresent: true).token
          }
      }
      for (index, key) in environment.keys.enumerated() {
        try CloudError.naming("\(name) key \(index + 1) ‘\(key.name)’") {
          () throws(CloudError) in
          _ = try addKey(key, to: partition)
        }
      }
      try CloudError.naming(name) { () throws(CloudError) in
        if let settings = environment.settings { try change(settings, of: partition) }
        guard let schema = environment.schema else { return }
        // Production has nothing that development lacks.
        if environment.environment == .production {
          try cloud.ensureSchema(schema, of: plan.identifier)
        }
        try cloud.administration(of: partition).importSchema(text: schema)
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

  /// Makes the records of the plan where they are missing; the container and the accounts must exist.
  ///
  /// `skip` gets, if it is there, what the cloud's data forbid, for example of an account that is gone.
  package func makeRecords(
    of plan: ContainerPlan, skipping skip: ((CloudError) -> Void)? = nil
  ) throws {
    let skip: ((CloudError) -> Void)? = skip.map { skip in
      { error in skip(error.named("In the container ‘\(plan.identifier)’")) }
    }
    for environment in plan.environments {
      try RecordSeeder(cloud: cloud).apply(
        environment.records ?? [],
        to: Partition(container: plan.identifier, environment: environment.environment),
        skipping: skip)
    }
  }

  /// The API token of ZoneChat's own client; it stays the same as long as the installation exists.
  package func clientToken(for partition: Partition) throws(CloudError) -> String {
    let mac = HMAC<SHA256>.authenticationCode(
      for: Data("api token of \(partition)".utf8), using: clientSecret)
    let token = mac.hexadecimal
    let isKnown = try store.readingRegistry { try $0.apiToken(hash: TokenHash.of(token)) != nil }
    if !isKnown {
      try addToken(.init(name: Self.clientTokenName, token: token), to: partition)
    }
    return token
  }

  /// Locks the partition's container, and returns the partition.
  ///
  /// Throws `.unknownItem` if there is none.
  @discardableResult
  static func lock(
    _ partition: Partition, _ registry: any RegistryTransaction
  ) throws -> StoredPartition {
    try registry.lockContainer(partition.container)
    return try require(partition, registry)
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
      "There is no container \(identifier). ‘zonechat cloud containers create’ makes one.")
  }
}
