import CloudModel
import GRDB

/// Rows of `member`: the share's participants, and the names of those who were.
enum StoredMember {
  /// Makes the table say what the share says.
  ///
  /// Who is no longer in it stays as `REMOVED`.
  static func replace(_ db: Database, _ participants: [Participant], chatID: Int64) throws {
    try db.cachedStatement(sql: "UPDATE member SET status = ? WHERE chatID = ?").execute(
      arguments: [Participant.AcceptanceStatus.removed.rawValue, chatID])
    for participant in participants {
      let identity = participant.identity
      try db.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO member
            (chatID, participantID, userRecordName, name, role, permission, status)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        chatID, participant.participantID, identity.userRecordName,
        identity.givenName ?? identity.lookupName ?? "",
        participant.role.rawValue, participant.permission.rawValue,
        participant.acceptanceStatus.rawValue,
      ])
    }
  }

  /// Who else is in a chat, as a name for it: three of them, and how many more; nil where nobody is.
  static func names(
    _ db: Database, chatID: Int64, without user: String
  ) throws -> String? {
    let names = try String.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT name FROM member
          WHERE chatID = ? AND status <> ? AND userRecordName IS NOT ? AND name <> ''
          ORDER BY role <> 'OWNER', name COLLATE NOCASE, participantID
          """),
      arguments: [chatID, Participant.AcceptanceStatus.removed.rawValue, user])
    guard !names.isEmpty else { return nil }
    let shown = names.prefix(3).joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }

  static func fetchAll(_ db: Database, chatID: ChatID, user: String) throws -> [Member] {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT * FROM member WHERE chatID = ? AND status <> ?
          ORDER BY role <> 'OWNER', name COLLATE NOCASE, participantID
          """),
      arguments: [chatID.rawValue, Participant.AcceptanceStatus.removed.rawValue])
    return rows.map { row in
      let userRecordName: String? = row["userRecordName"]
      return Member(
        participantID: row["participantID"], userRecordName: userRecordName, name: row["name"],
        role: Participant.Role(rawValue: row["role"]) ?? .privateUser,
        permission: Participant.Permission(rawValue: row["permission"]) ?? .none,
        status: Participant.AcceptanceStatus(rawValue: row["status"]) ?? .pending,
        isMe: userRecordName == user)
    }
  }
}
