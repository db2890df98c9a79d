import CloudModel
import CloudRows
import CloudRules
import Foundation
import GRDB

extension SQLiteRegistry {
  func code(hash: [UInt8]) throws -> StoredCode? {
    try codes("hash = ?", [Data(hash)]).first
  }

  func code(id: String) throws -> StoredCode? { try codes("id = ?", [id]).first }

  func codes(of issuer: String?) throws -> [StoredCode] {
    guard let issuer else { return try codes("TRUE", []) }
    return try codes("issuer = ?", [issuer])
  }

  func codes(reserving name: String) throws -> [StoredCode] { try codes("name = ?", [name]) }

  func openInvitations(of issuer: String, at milliseconds: Int64) throws -> Int {
    try Int.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT count(*) FROM admissionCode
          WHERE issuer = ? AND kind = ? AND uses > 0 AND NOT isRevoked AND expiresAt > ?
          """), arguments: [issuer, CodeKind.invitation.rawValue, milliseconds]) ?? 0
  }

  func lockCode(hash: [UInt8]) throws -> StoredCode? {
    let code = try code(hash: hash)
    if let code { locks.take(.code(id: code.id)) }
    return code
  }

  func insert(_ code: StoredCode) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO admissionCode
          (id, hash, kind, name, userRecordName, issuer, createdAt, expiresAt, uses, lastUsedBy, isRevoked)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      code.id, Data(code.hash), code.kind.rawValue, code.name, code.userRecordName, code.issuer,
      code.createdAt, code.expiresAt, code.uses, code.lastUsedBy, code.isRevoked,
    ])
    locks.take(.code(id: code.id))
  }

  func update(_ code: StoredCode) throws {
    locks.require(.code(id: code.id))
    try database.cachedStatement(
      sql: """
        UPDATE admissionCode SET uses = ?, lastUsedBy = ?, expiresAt = ?, isRevoked = ? WHERE id = ?
        """
    ).execute(arguments: [code.uses, code.lastUsedBy, code.expiresAt, code.isRevoked, code.id])
  }

  func revokeCodes(of user: String, at milliseconds: Int64) throws {
    try revokeCodes("userRecordName = ?2 OR issuer = ?2", user, at: milliseconds)
  }

  /// Takes back the codes for the account, but not those that it has made for others.
  func revokeCodes(for user: String, at milliseconds: Int64) throws {
    try revokeCodes("userRecordName = ?2", user, at: milliseconds)
  }

  private func revokeCodes(_ condition: String, _ user: String, at milliseconds: Int64) throws {
    try database.cachedStatement(
      sql: """
        UPDATE admissionCode SET isRevoked = 1, expiresAt = min(expiresAt, ?1) WHERE \(condition)
        """
    ).execute(arguments: [milliseconds, user])
  }

  func deleteCodes(expiredBefore milliseconds: Int64) throws {
    try database.cachedStatement(sql: "DELETE FROM admissionCode WHERE expiresAt < ?")
      .execute(arguments: [milliseconds])
  }

  private func codes(
    _ condition: String, _ arguments: StatementArguments
  ) throws -> [StoredCode] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT * FROM admissionCode WHERE \(condition) ORDER BY createdAt, id"),
      arguments: arguments
    )
    .map { try StoredCode($0) }
  }
}

extension StoredCode {
  fileprivate init(_ row: Row) throws {
    let (hash, kind): (Data, String) = (row["hash"], row["kind"])
    guard let known = CodeKind(rawValue: kind) else {
      throw StoreError.damaged(what: "a code has an unknown kind")
    }
    self.init(
      id: row["id"], hash: Array(hash), kind: known, name: row["name"],
      userRecordName: row["userRecordName"], issuer: row["issuer"], createdAt: row["createdAt"],
      expiresAt: row["expiresAt"], uses: row["uses"], lastUsedBy: row["lastUsedBy"],
      isRevoked: row["isRevoked"])
  }
}
