import CloudModel
import CloudRows
import CloudRules
import Foundation
import GRDB

/// The key of encrypted values, whose fingerprint the store keeps.
extension SQLiteStore {
  private static let keySetting = OwnSetting.key.rawValue

  /// The key that belongs to the store; a store without a key gets one, and its values are sealed.
  static func key(
    of location: StoreLocation, in keyFile: String?, for database: any DatabaseWriter
  ) throws -> AtRestKey {
    guard case .directory(let directory) = location else { return AtRestKey() }
    let fingerprint = try database.read {
      try $0.setting(keySetting)
    }
    let key = try AtRestKey.kept(
      at: keyFile ?? directory + "/" + AtRestKey.fileName, matching: fingerprint)
    guard fingerprint == nil else { return key }
    let count = try database.write { database in
      try database.setSetting(keySetting, to: key.fingerprint)
      return try sealPlainFields(in: database, key)
    }
    // The overwritten values are still in free pages and in the log.
    if count > 0 { try removeTraces(from: database) }
    return key
  }

  /// Seals encrypted fields that are stored unsealed; returns how many records had such fields.
  static func sealPlainFields(in database: Database, _ key: AtRestKey) throws -> Int {
    try rewriteFields(
      in: database, where: #"sealed IS NULL AND fields LIKE '%"isEncrypted":true%'"#
    ) { row in
      let (shown, sealed) = try FieldSealer(key: key, incarnation: row["zone"])
        .sealing(StoredFields(json: row["fields"]), ofRecord: row["recordName"])
      return (shown, sealed)
    }
  }

  /// Stores encrypted fields unsealed, in a copy that is to be read without the key.
  ///
  /// Throws for a record that cannot be read.
  static func openSealedFields(in database: Database, _ key: AtRestKey) throws {
    _ = try rewriteFields(in: database, where: "sealed IS NOT NULL") { row in
      let fields = try FieldSealer(key: key, incarnation: row["zone"]).opening(
        row["sealed"], into: StoredFields(json: row["fields"]), ofRecord: row["recordName"])
      return (fields, nil)
    }
  }

  /// Replaces the fields of the records that match; returns their number.
  private static func rewriteFields(
    in database: Database, where condition: String,
    _ rewrite: (Row) throws -> (fields: StoredFields, sealed: Data?)
  ) throws -> Int {
    var (count, last) = (0, Int64.min)
    while true {
      // Row by row would read rows that are being written; all at once could be too many.
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT id, zone, recordName, fields, sealed FROM record
          WHERE id > ? AND \(condition) ORDER BY id LIMIT 500
          """, arguments: [last])
      for row in rows {
        let (fields, sealed) = try rewrite(row)
        try database.cachedStatement(
          sql: "UPDATE record SET fields = ?, sealed = ? WHERE id = ?"
        ).execute(arguments: [
          String(decoding: fields.json, as: UTF8.self), sealed, row["id"] as Int64,
        ])
      }
      guard let end = rows.last else { return count }
      count += rows.count
      last = end["id"]
    }
  }

  private static func removeTraces(from database: any DatabaseWriter) throws {
    try database.vacuum()
    try database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
  }
}
