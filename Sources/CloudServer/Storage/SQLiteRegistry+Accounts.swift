import CloudModel
import Foundation
import GRDB

extension SQLiteRegistry {
  func account(named name: String) throws -> StoredAccount? {
    // No name has the sign that every address has.
    try Row.fetchOne(
      database,
      sql: name.contains("@")
        ? "SELECT * FROM account WHERE emailAddress = ?" : "SELECT * FROM account WHERE name = ?",
      arguments: [name]
    )
    .map(StoredAccount.init)
  }

  func account(userRecordName: String) throws -> StoredAccount? {
    try Row.fetchOne(
      database, sql: "SELECT * FROM account WHERE userRecordName = ?", arguments: [userRecordName]
    )
    .map(StoredAccount.init)
  }

  func insert(_ account: StoredAccount) throws {
    try database.execute(
      sql: """
        INSERT INTO account
          (userRecordName, name, isServer, emailAddress, firstName, lastName, isDiscoverable)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        account.userRecordName, account.name, account.isServer, account.emailAddress,
        account.firstName, account.lastName, account.isDiscoverable,
      ])
  }

  func update(_ account: StoredAccount) throws {
    try database.execute(
      sql: """
        UPDATE account SET emailAddress = ?, firstName = ?, lastName = ?, isDiscoverable = ?
        WHERE userRecordName = ?
        """,
      arguments: [
        account.emailAddress, account.firstName, account.lastName, account.isDiscoverable,
        account.userRecordName,
      ])
  }

  func passphraseHash(of user: String) throws -> String? {
    try String.fetchOne(
      database, sql: "SELECT passphrase FROM account WHERE userRecordName = ?", arguments: [user])
  }

  func setPassphraseHash(_ text: String?, of user: String) throws {
    try database.execute(
      sql: "UPDATE account SET passphrase = ? WHERE userRecordName = ?", arguments: [text, user])
  }

  func session(forTokenHash hash: [UInt8]) throws -> StoredSession? {
    try Row.fetchOne(
      database,
      sql: """
        SELECT session.*, container, environment, webAuthToken.createdAt AS tokenCreatedAt
        FROM webAuthToken JOIN session ON session.id = webAuthToken.session
          JOIN partition ON partition.id = session.partition
        WHERE webAuthToken.hash = ?
        """, arguments: [Data(hash)]
    )
    .map { row in
      StoredSession(
        id: row["id"], partition: try Partition(row),
        userRecordName: row["userRecordName"], isLongLived: row["isLongLived"],
        tokenCreatedAt: row["tokenCreatedAt"])
    }
  }

  func insert(_ session: StoredSession, limit: Int) throws {
    try database.execute(
      sql: """
        INSERT INTO session (id, partition, userRecordName, isLongLived, createdAt)
        VALUES (?, ?, ?, ?, ?)
        """,
      arguments: [
        session.id, try id(of: session.partition), session.userRecordName, session.isLongLived,
        session.tokenCreatedAt,
      ])
    try database.execute(
      sql: """
        DELETE FROM session WHERE id IN (
          SELECT id FROM session WHERE userRecordName = ? ORDER BY createdAt DESC LIMIT -1 OFFSET ?)
        """, arguments: [session.userRecordName, limit])
  }

  func deleteSession(_ id: String) throws {
    try database.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [id])
  }

  func insertToken(hash: [UInt8], of session: String, milliseconds: Int64) throws {
    try database.execute(
      sql: "INSERT INTO webAuthToken (hash, session, createdAt) VALUES (?, ?, ?)",
      arguments: [Data(hash), session, milliseconds])
  }

  func deleteToken(hash: [UInt8]) throws {
    try database.execute(
      sql: "DELETE FROM webAuthToken WHERE hash = ?", arguments: [Data(hash)])
  }
}

extension StoredAccount {
  init(_ row: Row) {
    self.init(
      name: row["name"], userRecordName: row["userRecordName"], isServer: row["isServer"],
      emailAddress: row["emailAddress"], firstName: row["firstName"], lastName: row["lastName"],
      isDiscoverable: row["isDiscoverable"])
  }
}
