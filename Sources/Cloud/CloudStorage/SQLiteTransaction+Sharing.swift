import CloudModel
import CloudRows
import CloudRules
import GRDB

extension SQLiteTransaction {
  func shares(of zone: StoredZone) throws -> [StoredShare] {
    try Row.fetchAll(
      database.cachedStatement(sql: "SELECT * FROM share WHERE zone = ? ORDER BY root"),
      arguments: [zone.incarnation]
    )
    .map { try share($0, of: zone) }
  }

  func share(of zone: StoredZone, root: String?) throws -> StoredShare? {
    try Row.fetchOne(
      database.cachedStatement(sql: "SELECT * FROM share WHERE zone = ? AND root = ?"),
      arguments: [zone.incarnation, root ?? ""]
    )
    .map { try share($0, of: zone) }
  }

  func participations(of user: String, in zone: StoredZone) throws -> [Participation] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT participant.*, account.*, share.recordName FROM participant
          JOIN share USING (zone, root)
          JOIN account ON account.userRecordName = participant.userRecordName
          WHERE participant.zone = ? AND participant.userRecordName = ? ORDER BY root
          """), arguments: [zone.incarnation, user]
    )
    .compactMap { row in
      Participant(row).map {
        Participation(
          root: Self.root(row["root"]), shareRecordName: row["recordName"], participant: $0)
      }
    }
  }

  func save(_ share: StoredShare, of locked: LockedZone) throws {
    requireLock(of: locked)
    let zone = locked.zone
    let root = share.root ?? ""
    try deleteShare(of: locked, root: share.root)
    try database.cachedStatement(
      sql: "INSERT INTO share (zone, root, recordName, publicPermission) VALUES (?, ?, ?, ?)"
    ).execute(arguments: [
      zone.incarnation, root, share.recordName, share.publicPermission.rawValue,
    ])
    for (position, participant) in share.participants.enumerated() {
      guard participant.identity.userRecordName != nil else {
        try saveAwaited(participant, at: position, of: zone, root: root)
        continue
      }
      try database.cachedStatement(
        sql: """
          INSERT INTO participant
            (zone, root, userRecordName, participantID, position, role, permission, status)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        zone.incarnation, root, participant.identity.userRecordName, participant.participantID,
        position, participant.role.rawValue, participant.permission.rawValue,
        participant.acceptanceStatus.rawValue,
      ])
    }
  }

  func deleteShare(of zone: LockedZone, root: String?) throws {
    requireLock(of: zone)
    try database.cachedStatement(sql: "DELETE FROM share WHERE zone = ? AND root = ?").execute(
      arguments: [zone.zone.incarnation, root ?? ""])
  }

  func shortGUID(of zone: StoredZone, root: String?) throws -> String? {
    try String.fetchOne(
      database.cachedStatement(sql: "SELECT shortGUID FROM shareLink WHERE zone = ? AND root = ?"),
      arguments: [zone.incarnation, root ?? ""])
  }

  func setShortGUID(_ shortGUID: String, of zone: LockedZone, root: String?) throws {
    requireLock(of: zone)
    try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO shareLink (shortGUID, zone, root) VALUES (?, ?, ?)"
    ).execute(arguments: [shortGUID, zone.zone.incarnation, root ?? ""])
  }

  func shareTarget(ofShortGUID shortGUID: String) throws -> (zone: StoredZone, root: String?)? {
    try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT zone.*, shareLink.root FROM shareLink
          JOIN zone ON zone.incarnation = shareLink.zone
          WHERE shortGUID = ? AND zone.partition = ?
          """), arguments: [shortGUID, partitionID]
    )
    .map { (StoredZone($0), Self.root($0["root"])) }
  }

  private func share(_ row: Row, of zone: StoredZone) throws -> StoredShare {
    let root: String = row["root"]
    let participants = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT participant.*, account.* FROM participant JOIN account USING (userRecordName)
          WHERE zone = ? AND root = ? ORDER BY position
          """), arguments: [zone.incarnation, root]
    ).map { Participant($0) }
    let publicPermission = Participant.Permission(rawValue: row["publicPermission"])
    return StoredShare(
      root: Self.root(root), recordName: row["recordName"],
      publicPermission: publicPermission ?? .none,
      participants: participants.compactMap(\.self)
        + (try awaitedParticipants(of: zone, root: root)),
      isDamaged: publicPermission == nil || participants.contains(nil))
  }

  private static func root(_ stored: String) -> String? { stored.isEmpty ? nil : stored }
}

extension Participant {
  /// Nil for a row that cannot be read.
  fileprivate init?(_ row: Row) {
    guard let role = Role(rawValue: row["role"]),
      let permission = Permission(rawValue: row["permission"]),
      let status = AcceptanceStatus(rawValue: row["status"])
    else { return nil }
    self.init(
      participantID: row["participantID"], identity: UserIdentity(account: StoredAccount(row)),
      role: role, permission: permission, acceptanceStatus: status)
  }
}
