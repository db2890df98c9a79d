import CloudModel
import CloudRows
import CloudRules
import PostgresClient

extension PostgresPartition {
  func shares(of zone: StoredZone) throws -> [StoredShare] {
    if let known = memory.shares[zone.incarnation] { return known }
    let shares = try ShareRows.shares(
      conversation.read(ShareRows.reads(where: "zone = \(zone.incarnation)")))
    memory.shares[zone.incarnation] = shares
    return shares
  }

  func share(of zone: StoredZone, root: String?) throws -> StoredShare? {
    try shares(of: zone).first { $0.root == root }
  }

  func participations(of user: String, in zone: StoredZone) throws -> [Participation] {
    try shares(of: zone).compactMap { share in
      share.participants.first { $0.identity.userRecordName == user }.map {
        Participation(root: share.root, shareRecordName: share.recordName, participant: $0)
      }
    }
  }

  func save(_ share: StoredShare, of locked: LockedZone) throws {
    requireLock(of: locked)
    let zone = locked.zone.incarnation
    let root = share.root ?? ""
    try deleteShare(of: locked, root: share.root)
    conversation.write(
      """
      INSERT INTO share (zone, root, recordName, publicPermission)
      VALUES (\(zone), \(root), \(share.recordName), \(share.publicPermission.rawValue))
      """)
    for (position, participant) in share.participants.enumerated() {
      let (id, permission) = (participant.participantID, participant.permission.rawValue)
      if let user = participant.identity.userRecordName {
        conversation.write(
          """
          INSERT INTO participant
            (zone, root, userRecordName, participantID, position, role, permission, status)
          VALUES (\(zone), \(root), \(user), \(id), \(position), \(participant.role.rawValue),
            \(permission), \(participant.acceptanceStatus.rawValue))
          """)
      } else if let address = participant.identity.lookupName {
        // Whoever makes an account with this address waits for this transaction, or this one for it.
        conversation.lock(.account, address.lowercased())
        conversation.write(
          """
          INSERT INTO awaitedParticipant (zone, root, address, participantID, position, permission)
          VALUES (\(zone), \(root), \(address), \(id), \(position), \(permission))
          """)
        try refuseKnown(address)
      } else {
        throw StoreError.damaged(what: "a participant has neither an account nor an address")
      }
    }
    memory.shares[zone] = nil
  }

  func deleteShare(of zone: LockedZone, root: String?) throws {
    requireLock(of: zone)
    for table in ["awaitedParticipant", "participant", "share"] {
      conversation.write(
        """
        DELETE FROM \(sql: table)
        WHERE zone = \(zone.zone.incarnation) AND root = \(root ?? "")
        """)
    }
    memory.shares[zone.zone.incarnation] = nil
  }

  func shortGUID(of zone: StoredZone, root: String?) throws -> String? {
    try conversation.read(
      "SELECT shortGUID FROM shareLink WHERE zone = \(zone.incarnation) AND root = \(root ?? "")"
    ).one { try $0.next() }
  }

  func setShortGUID(_ shortGUID: String, of zone: LockedZone, root: String?) throws {
    requireLock(of: zone)
    conversation.write(
      """
      INSERT INTO shareLink (shortGUID, zone, root)
      VALUES (\(shortGUID), \(zone.zone.incarnation), \(root ?? ""))
      ON CONFLICT (zone, root) DO UPDATE SET shortGUID = excluded.shortGUID
      """)
  }

  func shareTarget(ofShortGUID shortGUID: String) throws -> (zone: StoredZone, root: String?)? {
    try conversation.read(
      """
      SELECT \(sql: StoredZone.columns), shareLink.root FROM shareLink
        JOIN zone ON zone.incarnation = shareLink.zone
      WHERE shortGUID = \(shortGUID) AND zone.partition = \(partitionID)
      """
    ).one { (try StoredZone(&$0), ShareRows.root(try $0.next())) }
  }

  func waitingInvitations(of invitee: Invitee, from owner: String?) throws -> Int {
    let invited: SQL =
      switch invitee {
      case .user(let name):
        """
        participant AS invited JOIN zone ON zone.incarnation = invited.zone
        WHERE invited.userRecordName = \(name) AND invited.status = 'INVITED'
        """
      case .address(let address):
        """
        awaitedParticipant AS invited JOIN zone ON zone.incarnation = invited.zone
        WHERE lower(invited.address) = lower(\(address))
        """
      }
    let owned: SQL = owner.map { "AND zone.ownerName = \($0)" } ?? ""
    return try conversation.read(
      "SELECT count(*) FROM \(invited) AND zone.partition = \(partitionID) \(owned)"
    ).one { try $0.next() } ?? 0
  }
}

extension PostgresPartition {
  /// Refuses an invitation for an address that an account has got since the rules looked for one.
  ///
  /// Both sides hold the lock of the address, so one of them sees what the other has done.
  private func refuseKnown(_ address: String) throws {
    let isKnown: Bool? = try conversation.read(
      """
      SELECT EXISTS (SELECT 1 FROM account
        WHERE lower(emailAddress) = lower(\(address)) AND state IN ('active', 'disabled'))
      """
    ).one { try $0.next() }
    if isKnown == true {
      throw StoreError.failed(reason: "an account with this address was just made")
    }
  }
}

/// Shares as three tables keep them.
enum ShareRows {
  /// The reads of the shares, their participants, and those who are invited under an address.
  static func reads(where condition: SQL) -> [SQL] {
    [
      "SELECT root, recordName, publicPermission FROM share WHERE \(condition) ORDER BY root",
      """
      SELECT root, participantID, role, permission, status, \(sql: StoredAccount.columns)
      FROM participant JOIN account USING (userRecordName)
      WHERE \(condition) ORDER BY root, position
      """,
      """
      SELECT root, participantID, address, permission FROM awaitedParticipant
      WHERE \(condition) ORDER BY root, position
      """,
    ]
  }

  /// The shares of one zone, from the answers to `reads`.
  static func shares(_ answers: [PostgresRows]) throws -> [StoredShare] {
    guard !answers[0].isEmpty else { return [] }
    var participants: [String: [Participant?]] = [:]
    for (root, participant) in try answers[1].read({
      (try $0.next() as String, try participant(&$0))
    }) { participants[root, default: []].append(participant) }
    for (root, awaited) in try answers[2].read({ (try $0.next() as String, try awaited(&$0)) }) {
      participants[root, default: []].append(awaited)
    }
    return try answers[0].read { row in
      let root: String = try row.next()
      let recordName: String = try row.next()
      let permission = Participant.Permission(rawValue: try row.next())
      let members = participants[root] ?? []
      return StoredShare(
        root: self.root(root), recordName: recordName, publicPermission: permission ?? .none,
        participants: members.compactMap(\.self),
        isDamaged: permission == nil || members.contains(nil))
    }
  }

  static func root(_ stored: String) -> String? { stored.isEmpty ? nil : stored }

  /// Nil for a row that cannot be read.
  private static func participant(_ row: inout Columns) throws -> Participant? {
    let id: String = try row.next()
    let role = Participant.Role(rawValue: try row.next())
    let permission = Participant.Permission(rawValue: try row.next())
    let status = Participant.AcceptanceStatus(rawValue: try row.next())
    let account = try StoredAccount(&row)
    guard let role, let permission, let status else { return nil }
    return Participant(
      participantID: id, identity: UserIdentity(account: account), role: role,
      permission: permission, acceptanceStatus: status)
  }

  private static func awaited(_ row: inout Columns) throws -> Participant {
    Participant(
      participantID: try row.next(), identity: UserIdentity(awaitedAt: try row.next()),
      permission: try .init(stored: row.next()))
  }
}
