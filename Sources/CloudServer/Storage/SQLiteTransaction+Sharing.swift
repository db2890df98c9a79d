import CloudModel
import GRDB

extension SQLiteTransaction {
  func share(of zone: StoredZone) throws -> StoredShare? {
    let permission = try String.fetchOne(
      database, sql: "SELECT publicPermission FROM share WHERE zone = ?",
      arguments: [zone.incarnation])
    guard let permission else { return nil }
    let participants = try Row.fetchAll(
      database,
      sql: """
        SELECT participant.*, account.name FROM participant JOIN account USING (userRecordName)
        WHERE zone = ? ORDER BY position
        """, arguments: [zone.incarnation])
    return StoredShare(
      publicPermission: try .init(stored: permission),
      participants: try participants.map { try Participant($0) })
  }

  func participant(_ user: String, in zone: StoredZone) throws -> Participant? {
    try Row.fetchOne(
      database,
      sql: """
        SELECT participant.*, account.name FROM participant JOIN account USING (userRecordName)
        WHERE zone = ? AND userRecordName = ?
        """, arguments: [zone.incarnation, user]
    )
    .map { try Participant($0) }
  }

  func setShare(_ share: StoredShare?, of zone: StoredZone) throws {
    try database.execute(sql: "DELETE FROM share WHERE zone = ?", arguments: [zone.incarnation])
    guard let share else { return }
    try database.execute(
      sql: "INSERT INTO share (zone, publicPermission) VALUES (?, ?)",
      arguments: [zone.incarnation, share.publicPermission.rawValue])
    for (position, participant) in share.participants.enumerated() {
      try database.execute(
        sql: """
          INSERT INTO participant
            (zone, userRecordName, participantID, position, role, permission, status)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          zone.incarnation, participant.identity.userRecordName, participant.participantID,
          position, participant.role.rawValue, participant.permission.rawValue,
          participant.acceptanceStatus.rawValue,
        ])
    }
  }
}

extension Participant {
  fileprivate init(_ row: Row) throws {
    let name: String = row["name"]
    self.init(
      participantID: row["participantID"],
      identity: UserIdentity(
        userRecordName: row["userRecordName"], givenName: name, lookupName: name),
      role: try .init(stored: row["role"]), permission: try .init(stored: row["permission"]),
      acceptanceStatus: try .init(stored: row["status"]))
  }
}

extension RawRepresentable<String> {
  /// The case that the store spells `text`.
  fileprivate init(stored text: String) throws {
    guard let value = Self(rawValue: text) else {
      throw StoreError.damaged(what: "\(Self.self) cannot be \(text)")
    }
    self = value
  }
}
