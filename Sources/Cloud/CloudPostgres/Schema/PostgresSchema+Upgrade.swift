import CloudRows
import CloudRules
import PostgresClient

extension PostgresSchema {
  /// Brings the tables to this version, in one transaction; returns the fingerprint of the key of encrypted values, if
  /// the store knows one.
  ///
  /// Of several servers that start at the same time, one does it and the others wait for it.
  static func upgrade(_ address: PostgresAddress, _ limits: PostgresLimits) throws -> String? {
    var patient = limits
    patient.lock = longestWait
    patient.statement = longestWait
    return try PostgresConnection.with(address, patient) { connection in
      try connection.transaction(.write) { try upgrade(connection, at: "\(address)") }
    }
  }

  /// Our choice: for another server that makes or upgrades the tables.
  private static let longestWait = Duration.seconds(600)

  private static func upgrade(_ connection: PostgresConnection, at address: String) throws
    -> String?
  {
    let number = Int(LockKey.number(.schemaUpgrade, ""))
    _ = try connection.run("SELECT pg_advisory_xact_lock($1)", .bigint(number))
    let hasTables: Bool? = try connection.run(
      "SELECT to_regclass('setting') IS NOT NULL"
    ).one { try $0.next() }
    let known = try hasTables == true ? version(connection) : 0
    guard known <= version else { throw StoreError.newerDatabase(address) }
    for upgrade in upgrades.dropFirst(Int(known)) { try connection.runScript(upgrade) }
    if known < version {
      _ = try connection.run(
        """
        INSERT INTO setting (name, value) VALUES ($1, $2)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """, .text(OwnSetting.version.rawValue), .text("\(version)"))
    }
    try requireInUse(connection, at: address)
    return try setting(.key, connection)
  }

  private static func version(_ connection: PostgresConnection) throws -> Int64 {
    guard let text = try setting(.version, connection), let version = Int64(text) else {
      throw StoreError.damaged(
        what: "its database has a table ‘setting’ that this program has not made")
    }
    return version
  }

  /// Throws `StoreError.moved` for a store that the cloud has left.
  static func requireInUse(_ connection: PostgresConnection, at address: String) throws {
    guard let place = try setting(.moved, connection) else { return }
    throw StoreError.moved(from: address, to: place)
  }

  private static func setting(
    _ name: OwnSetting, _ connection: PostgresConnection
  ) throws -> String? {
    try connection.run("SELECT value FROM setting WHERE name = $1", .text(name.rawValue))
      .one { try $0.next() }
  }
}
