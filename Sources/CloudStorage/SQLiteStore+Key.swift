import CloudModel
import CloudRules
import Foundation
import GRDB

/// The key of encrypted values, whose fingerprint the store keeps.
extension SQLiteStore {
  /// The name of the setting that holds the key's fingerprint.
  private static let settingName = "atRestKey"

  /// The key that belongs to the store; a store without a key gets one, and its values are sealed.
  static func key(
    of location: StoreLocation, in keyFile: String?, for database: any DatabaseWriter
  ) throws -> AtRestKey {
    guard case .directory(let directory) = location else { return AtRestKey() }
    let fingerprint = try database.read {
      try $0.setting(settingName)
    }
    let key = try AtRestKey.kept(
      at: keyFile ?? directory + "/" + AtRestKey.fileName, matching: fingerprint)
    guard fingerprint == nil else { return key }
    let count = try database.write { database in
      try database.setSetting(settingName, to: key.fingerprint)
      return try sealPlainFields(in: database, key)
    }
    // The overwritten values are still in free pages and in the log.
    if count > 0 { try removeTraces(from: database) }
    return key
  }

  /// Seals encrypted fields that an earlier version stored unsealed; returns how many records had
  /// such fields.
  private static func sealPlainFields(in database: Database, _ key: AtRestKey) throws -> Int {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT id, zone, recordName, fields FROM record
        WHERE sealed IS NULL AND fields LIKE '%"isEncrypted":true%'
        """)
    for row in rows {
      let (shown, sealed) = try FieldSealer(key: key, incarnation: row["zone"])
        .sealing(StoredFields(json: row["fields"]), ofRecord: row["recordName"])
      try database.cachedStatement(
        sql: "UPDATE record SET fields = ?, sealed = ? WHERE id = ?"
      ).execute(arguments: [
        String(decoding: shown.json, as: UTF8.self), sealed, row["id"] as Int64,
      ])
    }
    return rows.count
  }

  private static func removeTraces(from database: any DatabaseWriter) throws {
    try database.vacuum()
    try database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
  }
}
