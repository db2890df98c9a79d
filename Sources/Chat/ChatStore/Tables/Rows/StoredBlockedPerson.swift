package import ChatModel
import CloudModel
import Foundation
package import GRDB

/// Rows of `blockedPerson`.
package enum StoredBlockedPerson {
  /// The user record names of those who are blocked, as SQL; few, so that SQLite holds them while a statement runs.
  private static let blocked = "(SELECT userID FROM blockedPerson WHERE isBlocked)"

  /// A condition: a column holds the user record name of somebody who is not blocked.
  package static func isNot(_ column: String) -> String { "\(column) NOT IN \(blocked)" }

  /// A condition: a column holds the user record name of somebody who is blocked.
  package static func isOne(_ column: String) -> String { "\(column) IN \(blocked)" }

  /// Inserts or updates what an account wants of a person.
  package static func upsert(
    _ db: Database, _ person: BlockedPersonRecord, chatID: Int64, epoch: Int64
  ) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO blockedPerson (chatID, recordName, userID, name, isBlocked, changedAt, changeTag,
          unknownFields, epoch)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (chatID, recordName) DO UPDATE SET
          name = excluded.name, isBlocked = excluded.isBlocked, changedAt = excluded.changedAt,
          changeTag = excluded.changeTag, unknownFields = excluded.unknownFields,
          epoch = max(epoch, excluded.epoch)
        """
    ).execute(arguments: [
      chatID, person.recordName, person.userID, person.name, person.blocked.value,
      person.blocked.setAt?.millisecondsSince1970, person.changeTag,
      try person.unknownFields.encoded(), epoch,
    ])
  }

  /// What the account wants of a person, by the record's name; nil if nothing was ever set.
  package static func fetch(
    _ db: Database, chatID: Int64, recordName: String
  ) throws -> BlockedPersonRecord? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM blockedPerson WHERE chatID = ? AND recordName = ?"),
      arguments: [chatID, recordName]
    ).map { row in
      var person = BlockedPersonRecord(of: row["userID"], name: row["name"])
      let (isBlocked, changedAt): (Int64, Int64?) = (row["isBlocked"], row["changedAt"])
      person.blocked = DatedSetting(
        isBlocked, setAt: changedAt.map { Date(millisecondsSince1970: $0) })
      person.changeTag = row["changeTag"]
      person.unknownFields = try UnknownFields(decoding: row["unknownFields"])
      return person
    }
  }

  /// The names of all records of a zone, oldest first.
  package static func names(_ db: Database, chatID: Int64) throws -> [String] {
    try String.fetchAll(
      db.cachedStatement(sql: "SELECT recordName FROM blockedPerson WHERE chatID = ? ORDER BY id"),
      arguments: [chatID])
  }

  /// Everyone who is blocked, as an account sees them, by name.
  package static func fetchAll(_ db: Database, account: Account) throws -> [BlockedPerson] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT userID, name, coalesce(changedAt, 0) AS since FROM blockedPerson WHERE isBlocked
          ORDER BY name COLLATE NOCASE, userID
          """)
    ).map { row in
      let user: String = row["userID"]
      let name: String = row["name"]
      return BlockedPerson(
        userRecordName: user,
        name: PersonName.account(name.isEmpty ? nil : name, of: user, reader: account),
        since: Date(millisecondsSince1970: row["since"]))
    }
  }
}
