import CloudModel
import Foundation
import GRDB

/// One transaction on the SQLite store: settings, accounts and the census.
///
/// The rest of the verbs are in the extensions beside it, one file a subject.
struct SQLiteTransaction: CloudTransaction {
  let database: Database

  func setting(_ name: String) throws -> String? {
    try String.fetchOne(
      database, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name])
  }

  func setSetting(_ name: String, to value: String) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", arguments: [name, value])
  }

  func account(named name: String) throws -> StoredAccount? {
    try Row.fetchOne(database, sql: "SELECT * FROM account WHERE name = ?", arguments: [name])
      .map(StoredAccount.init)
  }

  func account(userRecordName: String) throws -> StoredAccount? {
    try Row.fetchOne(
      database, sql: "SELECT * FROM account WHERE userRecordName = ?", arguments: [userRecordName]
    )
    .map(StoredAccount.init)
  }

  func userRecordName(forTokenHash hash: [UInt8]) throws -> String? {
    try String.fetchOne(
      database, sql: "SELECT userRecordName FROM token WHERE hash = ?",
      arguments: [Data(hash)])
  }

  func insert(_ account: StoredAccount, incarnation: String) throws {
    try database.execute(
      sql: "INSERT INTO account (userRecordName, name) VALUES (?, ?)",
      arguments: [account.userRecordName, account.name])
    for scope in [DatabaseScope.private, .shared] {
      try database.execute(
        sql: "INSERT INTO feed (userRecordName, scope, incarnation, sequence) VALUES (?, ?, ?, 0)",
        arguments: [account.userRecordName, scope.rawValue, incarnation])
    }
    try insert(
      StoredZone(
        zoneID: RecordZoneID(
          zoneName: RecordZoneID.defaultZoneName, ownerName: account.userRecordName),
        incarnation: incarnation, sequence: 0, shortGUID: nil))
  }

  func insertTokenHash(_ hash: [UInt8], of user: String, milliseconds: Int64) throws {
    try database.execute(
      sql: "INSERT INTO token (hash, userRecordName, createdAt) VALUES (?, ?, ?)",
      arguments: [Data(hash), user, milliseconds])
  }

  func census() throws -> Census {
    let counts = try Row.fetchOne(
      database,
      sql: """
        SELECT (SELECT count(*) FROM account),
          (SELECT count(*) FROM zone WHERE zoneName <> ?),
          (SELECT count(*) FROM record WHERE NOT isDeleted)
        """, arguments: [RecordZoneID.defaultZoneName])
    return Census(
      accounts: counts?[0] ?? 0, zones: counts?[1] ?? 0, records: counts?[2] ?? 0)
  }
}

extension StoredAccount {
  fileprivate init(_ row: Row) {
    self.init(name: row["name"], userRecordName: row["userRecordName"])
  }
}
