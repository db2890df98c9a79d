import CloudModel
import CloudRows
import CloudRules
import Foundation
import GRDB

extension SQLiteRegistry {
  func account(named name: String) throws -> StoredAccount? {
    guard UserLookup.isNameOrAddress(name) else { return nil }
    // Every address contains `@`, and no account name does.
    let account = try Row.fetchOne(
      database,
      sql: name.contains("@")
        ? "SELECT * FROM account WHERE emailAddress = ?" : "SELECT * FROM account WHERE name = ?",
      arguments: [name]
    )
    .map(StoredAccount.init)
    return account?.isGone == true ? nil : account
  }

  func isNameTaken(_ name: String) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM account WHERE name = ?)"),
      arguments: [name]) ?? false
  }

  func endingAccounts() throws -> [StoredAccount] {
    try Row.fetchAll(
      database.cachedStatement(sql: "SELECT * FROM account WHERE state = ? ORDER BY name"),
      arguments: [AccountState.ending.rawValue]
    )
    .map(StoredAccount.init)
  }

  func accountUse(named name: String) throws -> AccountUse? {
    try Row.fetchOne(
      database.cachedStatement(sql: Self.uses + " WHERE account.name = ?"), arguments: [name]
    )
    .map(AccountUse.init)
  }

  func accountUse(after name: String, limit: Int) throws -> [AccountUse] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: Self.uses + " WHERE account.name > ? ORDER BY account.name LIMIT ?"),
      arguments: [name, limit]
    )
    .map(AccountUse.init)
  }

  private static let uses = """
    SELECT account.*,
      (SELECT max(lastUsedAt) FROM session
        WHERE session.userRecordName = account.userRecordName) AS lastUsedAt,
      (SELECT count(*) FROM session
        WHERE session.userRecordName = account.userRecordName) AS sessions,
      (SELECT count(*) FROM partition JOIN zone
        ON zone.partition = partition.id AND zone.ownerName = account.userRecordName) AS zones,
      (SELECT coalesce(sum(bytes), 0) FROM partition JOIN usage
        ON usage.partition = partition.id
          AND usage.userRecordName = account.userRecordName) AS bytes
    FROM account
    """

  func account(userRecordName: String) throws -> StoredAccount? {
    try Row.fetchOne(
      database.cachedStatement(sql: "SELECT * FROM account WHERE userRecordName = ?"),
      arguments: [userRecordName]
    )
    .map(StoredAccount.init)
  }

  func lockAccount(userRecordName: String) throws -> StoredAccount? {
    locks.take(.account(userRecordName: userRecordName))
    return try account(userRecordName: userRecordName)
  }

  func insert(_ account: StoredAccount) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO account
          (userRecordName, name, isServer, emailAddress, firstName, lastName, isDiscoverable, state,
            createdAt)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      account.userRecordName, account.name, account.isServer, account.emailAddress,
      account.firstName, account.lastName, account.isDiscoverable, account.state.rawValue,
      account.createdAt,
    ])
    locks.take(.account(userRecordName: account.userRecordName))
  }

  func update(_ account: StoredAccount) throws {
    locks.require(.account(userRecordName: account.userRecordName))
    try database.cachedStatement(
      sql: """
        UPDATE account
        SET emailAddress = ?, firstName = ?, lastName = ?, isDiscoverable = ?, state = ?
        WHERE userRecordName = ?
        """
    ).execute(arguments: [
      account.emailAddress, account.firstName, account.lastName, account.isDiscoverable,
      account.state.rawValue, account.userRecordName,
    ])
  }

  func passphraseHash(of user: String) throws -> String? {
    try String.fetchOne(
      database.cachedStatement(sql: "SELECT passphrase FROM account WHERE userRecordName = ?"),
      arguments: [user])
  }

  func setPassphraseHash(_ text: String?, of user: String) throws {
    locks.require(.account(userRecordName: user))
    try database.cachedStatement(sql: "UPDATE account SET passphrase = ? WHERE userRecordName = ?")
      .execute(arguments: [text, user])
  }

  func session(forTokenHash hash: [UInt8]) throws -> StoredSession? {
    try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT session.*, container, environment, webAuthToken.createdAt AS tokenCreatedAt
          FROM webAuthToken JOIN session ON session.id = webAuthToken.session
            JOIN partition ON partition.id = session.partition
          WHERE webAuthToken.hash = ?
          """), arguments: [Data(hash)]
    )
    .map { try StoredSession($0) }
  }

  func sessions(of user: String) throws -> [StoredSession] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT session.*, container, environment, webAuthToken.createdAt AS tokenCreatedAt
          FROM session JOIN partition ON partition.id = session.partition
            JOIN webAuthToken ON webAuthToken.session = session.id
          WHERE session.userRecordName = ? ORDER BY lastUsedAt DESC, session.createdAt DESC, session.id
          """), arguments: [user]
    )
    .map { try StoredSession($0) }
  }

  func insert(_ session: StoredSession, limit: Int) throws -> [String] {
    try database.cachedStatement(
      sql: """
        INSERT INTO session
          (id, partition, userRecordName, isLongLived, createdAt, lastUsedAt, deviceName, address)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      session.id, try id(of: session.partition), session.userRecordName, session.isLongLived,
      session.createdAt, session.lastUsedAt, session.device.name, session.device.address,
    ])
    return try String.fetchAll(
      database.cachedStatement(
        sql: """
          DELETE FROM session WHERE id IN (
            SELECT id FROM session WHERE userRecordName = ?
            ORDER BY createdAt DESC LIMIT -1 OFFSET ?)
          RETURNING id
          """), arguments: [session.userRecordName, limit])
  }

  func noteUse(of session: String, at milliseconds: Int64, from address: String) throws {
    try database.cachedStatement(
      sql: "UPDATE session SET lastUsedAt = ?, address = ? WHERE id = ?"
    ).execute(arguments: [milliseconds, address, session])
  }

  func deleteSession(_ id: String) throws {
    try database.cachedStatement(sql: "DELETE FROM session WHERE id = ?").execute(arguments: [id])
  }

  func deleteSessions(of user: String, at milliseconds: Int64) throws -> Int {
    try database.cachedStatement(sql: "DELETE FROM session WHERE userRecordName = ?").execute(
      arguments: [user])
    let count = database.changesCount
    try revokeCodes(for: user, at: milliseconds)
    return count
  }

  func insertToken(hash: [UInt8], of session: String, milliseconds: Int64) throws {
    try database.cachedStatement(
      sql: "INSERT INTO webAuthToken (hash, session, createdAt) VALUES (?, ?, ?)"
    ).execute(arguments: [Data(hash), session, milliseconds])
  }

  func takeToken(hash: [UInt8]) throws -> StoredSession? {
    let removed = try Row.fetchOne(
      database.cachedStatement(
        sql: "DELETE FROM webAuthToken WHERE hash = ? RETURNING session, createdAt"),
      arguments: [Data(hash)])
    guard let removed else { return nil }
    let id: String = removed["session"]
    return try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT session.*, container, environment, ? AS tokenCreatedAt
          FROM session JOIN partition ON partition.id = session.partition WHERE session.id = ?
          """), arguments: [removed["createdAt"] as Int64, id]
    )
    .map { try StoredSession($0) }
  }
}

extension StoredSession {
  fileprivate init(_ row: Row) throws {
    self.init(
      id: row["id"], partition: try Partition(row), userRecordName: row["userRecordName"],
      isLongLived: row["isLongLived"],
      device: SessionDevice(name: row["deviceName"], address: row["address"]),
      createdAt: row["createdAt"], tokenCreatedAt: row["tokenCreatedAt"],
      lastUsedAt: row["lastUsedAt"])
  }
}

extension StoredAccount {
  init(_ row: Row) {
    self.init(
      name: row["name"], userRecordName: row["userRecordName"], isServer: row["isServer"],
      emailAddress: row["emailAddress"], firstName: row["firstName"], lastName: row["lastName"],
      isDiscoverable: row["isDiscoverable"],
      // A state that cannot be read lets nobody in.
      state: AccountState(rawValue: row["state"]) ?? .disabled, createdAt: row["createdAt"])
  }
}

extension AccountUse {
  fileprivate init(_ row: Row) {
    self.init(
      account: StoredAccount(row), lastUsedAt: row["lastUsedAt"], bytes: row["bytes"],
      zones: row["zones"], sessions: row["sessions"])
  }
}
