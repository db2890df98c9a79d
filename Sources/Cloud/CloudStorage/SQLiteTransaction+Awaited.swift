import CloudModel
import CloudRows
import CloudRules
import GRDB

/// People who are invited under an address that no account has.
extension SQLiteTransaction {
  func awaitedParticipants(of zone: StoredZone, root: String) throws -> [Participant] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT * FROM awaitedParticipant WHERE zone = ? AND root = ? ORDER BY position"),
      arguments: [zone.incarnation, root]
    )
    .map { row in
      Participant(
        participantID: row["participantID"], identity: UserIdentity(awaitedAt: row["address"]),
        permission: try .init(stored: row["permission"]))
    }
  }

  func saveAwaited(
    _ participant: Participant, at position: Int, of zone: StoredZone, root: String
  ) throws {
    guard let address = participant.identity.lookupName else {
      throw StoreError.damaged(what: "a participant has neither an account nor an address")
    }
    try database.cachedStatement(
      sql: """
        INSERT INTO awaitedParticipant
          (zone, root, address, participantID, position, permission)
        VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      zone.incarnation, root, address, participant.participantID, position,
      participant.permission.rawValue,
    ])
  }

  func waitingInvitations(of invitee: Invitee, from owner: String?) throws -> Int {
    let (sql, key) =
      switch invitee {
      case .user(let name):
        (
          """
          SELECT count(*) FROM participant AS invited
          JOIN zone ON zone.incarnation = invited.zone
          WHERE invited.userRecordName = ?1 AND invited.status = 'INVITED'
          """, name
        )
      case .address(let address):
        (
          """
          SELECT count(*) FROM awaitedParticipant AS invited
          JOIN zone ON zone.incarnation = invited.zone WHERE invited.address = ?1
          """, address
        )
      }
    return try Int.fetchOne(
      database.cachedStatement(
        sql: sql + " AND zone.partition = ?2 AND (?3 IS NULL OR zone.ownerName = ?3)"),
      arguments: [key, partitionID, owner]) ?? 0
  }
}

extension SQLiteRegistry {
  func claimInvitations(of account: StoredAccount) throws {
    locks.require(.account(userRecordName: account.userRecordName))
    guard let address = account.emailAddress else { return }
    // A user who is already in the share keeps the present row.
    try database.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO participant
          (zone, root, userRecordName, participantID, position, role, permission, status)
        SELECT zone, root, ?, participantID, position, ?, permission, ?
        FROM awaitedParticipant WHERE address = ?
        """
    ).execute(arguments: [
      account.userRecordName, Participant.Role.privateUser.rawValue,
      Participant.AcceptanceStatus.pending.rawValue, address,
    ])
    try database.cachedStatement(sql: "DELETE FROM awaitedParticipant WHERE address = ?").execute(
      arguments: [address])
  }
}
