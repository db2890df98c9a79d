/// A container as it should be; a file, or one request, sets it up in one step.
///
/// Applied to a cloud that has the container already, it adds and changes what it names and leaves
/// the rest.
package struct ContainerPlan: Sendable, Equatable, Codable {
  package struct Environment: Sendable, Equatable, Codable {
    package var environment: CloudEnvironment
    package var tokens: [APIToken]
    package var keys: [ServerKey]
    package var settings: EnvironmentSettings?
    /// Record types, fields, indexes and grants in CloudKit's schema language.
    package var schema: String?
    /// Records that are made where they are missing, after accounts and schema, in this order.
    package var records: [Record]?

    package init(
      environment: CloudEnvironment, tokens: [APIToken] = [], keys: [ServerKey] = [],
      settings: EnvironmentSettings? = nil, schema: String? = nil, records: [Record]? = nil
    ) {
      self.environment = environment
      self.tokens = tokens
      self.keys = keys
      self.settings = settings
      self.schema = schema
      self.records = records
    }
  }

  /// A record as its account's app would make it; its zone is made too.
  package struct Record: Sendable, Equatable, Codable {
    /// Others share what is in the third one; it cannot be filled by itself.
    package enum Database: String, KnownWord {
      case `private`, `public`
    }

    /// By name or user record name.
    package var account: String
    /// Nil for the private one.
    package var database: Database?
    /// Nil for the default zone.
    package var zone: String?
    package var recordType: String
    package var recordName: String
    /// As in `records/modify`; a value without a type has the type of its field.
    package var fields: [String: JSONValue]?
    /// The name of a record in the same zone.
    package var parent: String?

    package init(
      account: String, database: Database? = nil, zone: String? = nil, recordType: String,
      recordName: String, fields: [String: JSONValue]? = nil, parent: String? = nil
    ) {
      self.account = account
      self.database = database
      self.zone = zone
      self.recordType = recordType
      self.recordName = recordName
      self.fields = fields
      self.parent = parent
    }
  }

  package struct APIToken: Sendable, Equatable, Codable {
    /// Unique in the environment; a plan that names it again replaces it.
    package var name: String
    /// 64 hexadecimal digits; nil creates a token if none of this name exists.
    package var token: String?
    /// The address to which the sign-in page sends a user who has signed in; nil passes the key to the window that
    /// opened the page.
    package var callbackURL: String?
    /// The pages that may receive the key, as origins like `https://app.example.com`; nil allows
    /// only the cloud's own.
    package var allowedOrigins: [String]?

    package init(
      name: String, token: String? = nil, callbackURL: String? = nil,
      allowedOrigins: [String]? = nil
    ) {
      self.name = name
      self.token = token
      self.callbackURL = callbackURL
      self.allowedOrigins = allowedOrigins
    }
  }

  package struct ServerKey: Sendable, Equatable, Codable {
    package var name: String
    /// A P-256 public key in PEM.
    package var publicKey: String

    package init(name: String, publicKey: String) {
      self.name = name
      self.publicKey = publicKey
    }
  }

  /// Letters, digits, hyphens and dots; an application's begins with `iCloud.`.
  package var identifier: String
  package var environments: [Environment]

  package init(identifier: String, environments: [Environment] = []) {
    self.identifier = identifier
    self.environments = environments
  }
}
