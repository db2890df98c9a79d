/// A container as it is; keys and hashes of keys are not in it.
package struct ContainerDescription: Sendable, Equatable, Codable {
  package struct Environment: Sendable, Equatable, Codable {
    package var environment: CloudEnvironment
    package var settings: EnvironmentSettings
    package var tokens: [APIToken]
    package var keys: [ServerKey]

    package init(
      environment: CloudEnvironment, settings: EnvironmentSettings, tokens: [APIToken],
      keys: [ServerKey]
    ) {
      self.environment = environment
      self.settings = settings
      self.tokens = tokens
      self.keys = keys
    }
  }

  package struct APIToken: Sendable, Equatable, Codable {
    package var name: String
    package var callbackURL: String?
    /// The origins whose pages may receive the key; nil allows only the cloud's own.
    package var allowedOrigins: [String]?
    /// Milliseconds since 1970.
    package var createdAt: Int64
    /// The token itself, only in the answer to its creation.
    package var token: String?

    package init(
      name: String, callbackURL: String?, allowedOrigins: [String]? = nil, createdAt: Int64,
      token: String? = nil
    ) {
      self.name = name
      self.callbackURL = callbackURL
      self.allowedOrigins = allowedOrigins
      self.createdAt = createdAt
      self.token = token
    }
  }

  package struct ServerKey: Sendable, Equatable, Codable {
    /// 64 hexadecimal digits; requests name their key by it.
    package var keyID: String
    package var name: String
    /// The user record name under which the key acts in the database.
    package var userRecordName: String
    package var createdAt: Int64

    package init(keyID: String, name: String, userRecordName: String, createdAt: Int64) {
      self.keyID = keyID
      self.name = name
      self.userRecordName = userRecordName
      self.createdAt = createdAt
    }
  }

  package var identifier: String
  package var environments: [Environment]

  package init(identifier: String, environments: [Environment]) {
    self.identifier = identifier
    self.environments = environments
  }
}
