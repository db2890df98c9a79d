/// Body of `POST /extension/1/backup`; only over the Unix socket.
package struct BackupRequest: Codable, Sendable {
  /// Absolute, on the cloud's machine.
  package var path: String
  /// Whether the backup replaces an existing file.
  package var force: Bool?

  package init(path: String, force: Bool? = nil) {
    self.path = path
    self.force = force
  }
}

/// The result of a backup.
package struct BackupResponse: Codable, Sendable, Equatable {
  package var path: String
  package var bytes: Int64
  /// The folder with the bytes of assets; nil where there are none.
  package var assetsPath: String?
  package var assets: Int

  package init(path: String, bytes: Int64, assetsPath: String?, assets: Int) {
    self.path = path
    self.bytes = bytes
    self.assetsPath = assetsPath
    self.assets = assets
  }
}

/// Answer to `GET /extension/1/check`.
package struct CheckResponse: Codable, Sendable, Equatable {
  package struct Check: Codable, Sendable, Equatable {
    /// The condition that must hold.
    package var name: String
    /// The number of times that the condition does not hold; counted up to a bound.
    package var problems: Int
    /// Some of the problems, in words.
    package var examples: [String]
    /// Whether a repair ends the problems; nil if it does not.
    package var isRepairable: Bool?

    package init(name: String, problems: Int, examples: [String], isRepairable: Bool? = nil) {
      self.name = name
      self.problems = problems
      self.examples = examples
      self.isRepairable = isRepairable
    }
  }

  package var isSound: Bool
  package var checks: [Check]

  package init(checks: [Check]) {
    isSound = checks.allSatisfy { $0.problems == 0 }
    self.checks = checks
  }
}

/// Answer to `POST /extension/1/repair`: the rows that could not be read and are now set aside.
package struct RepairResponse: Codable, Sendable, Equatable {
  package struct SetAsideRow: Codable, Sendable, Equatable {
    package var container: String
    package var environment: String
    /// `record`, `share`, `participant` or `subscription`.
    package var kind: String
    /// The user whose zone or subscription it is.
    package var ownerName: String
    package var zoneName: String?
    /// The record's name, the root of what is shared, the participant, or the subscription's ID.
    package var name: String

    package init(
      container: String, environment: String, kind: String, ownerName: String, zoneName: String?,
      name: String
    ) {
      self.container = container
      self.environment = environment
      self.kind = kind
      self.ownerName = ownerName
      self.zoneName = zoneName
      self.name = name
    }
  }

  package var setAside: [SetAsideRow]

  package init(setAside: [SetAsideRow]) { self.setAside = setAside }
}

/// Body of `POST /extension/1/zones/expire-tokens`, `purge` and `reset-encryption`.
package struct ZoneEndingRequest: Codable, Sendable {
  /// The owner's account name or user record name.
  package var account: String
  /// If left out with `expire-tokens`, the tokens of the user's databases expire.
  package var zoneName: String?
  /// The database whose tokens expire: `private` or `shared`; both if it is left out.
  package var database: String?
  package var container: String?
  package var environment: String?

  package init(
    account: String, zoneName: String? = nil, database: String? = nil, container: String? = nil,
    environment: String? = nil
  ) {
    self.account = account
    self.zoneName = zoneName
    self.database = database
    self.container = container
    self.environment = environment
  }
}
