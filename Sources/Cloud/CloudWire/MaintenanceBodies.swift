/// Body of `POST /extension/1/backup`; only over the Unix socket.
package struct BackupRequest: Codable, Sendable {
  /// Absolute, on the cloud's machine.
  package var path: String
  /// Whether the backup replaces an existing file.
  package var force: Bool?
  /// An earlier backup in the same file system: assets that it has too take no room again.
  package var earlier: String?

  package init(path: String, force: Bool? = nil, earlier: String? = nil) {
    self.path = path
    self.force = force
    self.earlier = earlier
  }
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
