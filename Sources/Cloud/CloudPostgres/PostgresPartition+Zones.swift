import CloudModel
import CloudRows
import CloudRules

extension PostgresPartition {
  func zone(_ zoneID: RecordZoneID) throws -> StoredZone? {
    try conversation.read(
      """
      SELECT \(sql: StoredZone.columns) FROM zone WHERE partition = \(partitionID)
        AND ownerName = \(zoneID.ownerName) AND zoneName = \(zoneID.zoneName)
      """
    ).one { try StoredZone(&$0) }
  }

  /// Locks the zone's row, and reads on the same trip what nearly every change of a zone asks for: its shares, who is
  /// told of changes, what its owner uses, and numbers for new records.
  func lockZone(_ zoneID: RecordZoneID) throws -> LockedZone? {
    let place: SQL = """
      zone.partition = \(partitionID) AND zone.ownerName = \(zoneID.ownerName)
        AND zone.zoneName = \(zoneID.zoneName)
      """
    let incarnation: SQL = "(SELECT incarnation FROM zone WHERE \(place))"
    let answers = try conversation.read(
      [
        "SELECT \(sql: StoredZone.columns) FROM zone WHERE \(place) FOR UPDATE",
        RecordBlock.reservation,
      ] + ShareRows.reads(where: "zone = \(incarnation)") + [
        """
        SELECT userRecordName, scope, recordType, body FROM subscription
        WHERE partition = \(partitionID) AND (
          (userRecordName = \(zoneID.ownerName) AND scope = \(DatabaseScope.private.rawValue))
          OR (scope = \(DatabaseScope.shared.rawValue) AND recordType IS NULL
            AND userRecordName IN (SELECT userRecordName FROM participant WHERE zone = \(incarnation))))
        ORDER BY userRecordName, scope, subscriptionID
        """, usedBytesStatement(of: zoneID.ownerName),
      ])
    guard let zone = try answers[0].one({ try StoredZone(&$0) }) else { return nil }
    memory.blocks[zone.incarnation] = try answers[1].one { RecordBlock(number: try $0.next()) }
    let shares = try ShareRows.shares(Array(answers[2...4]))
    memory.shares[zone.incarnation] = shares
    try rememberSubscriptions(answers[5], ofMembersOf: zone, shares)
    memory.usedBytes[zoneID.ownerName] = try answers[6].one { try $0.next() }
    return locked(zone)
  }

  private func locked(_ zone: StoredZone) -> LockedZone {
    locks.take(.zone(incarnation: zone.incarnation))
    return LockedZone(locked: zone)
  }

  /// Checks that the zone is locked, and that `sequence`, if given, is a place that its feed has had.
  func requireLock(of zone: LockedZone, at sequence: Int64 = 0) {
    locks.require(.zone(incarnation: zone.zone.incarnation))
    assert(
      sequence <= zone.zone.sequence, "a change stands behind the end of its zone's feed")
  }

  func zones(ownedBy user: String) throws -> [StoredZone] {
    try conversation.read(
      """
      SELECT \(sql: StoredZone.columns) FROM zone
      WHERE partition = \(partitionID) AND ownerName = \(user) ORDER BY zoneName
      """
    ).read { try StoredZone(&$0) }
  }

  func zoneCount(ownedBy user: String) throws -> Int {
    try conversation.read(
      "SELECT count(*) FROM zone WHERE partition = \(partitionID) AND ownerName = \(user)"
    ).one { try $0.next() } ?? 0
  }

  func zones(
    sharedWith user: String, status: Participant.AcceptanceStatus
  ) throws -> [StoredZone] {
    try conversation.read(
      """
      SELECT \(sql: StoredZone.columns) FROM zone
      WHERE zone.partition = \(partitionID) AND zone.ownerName <> \(user) AND incarnation IN (
        SELECT participant.zone FROM participant
        WHERE participant.userRecordName = \(user) AND participant.status = \(status.rawValue))
      ORDER BY zone.ownerName, zone.zoneName
      """
    ).read { try StoredZone(&$0) }
  }

  @discardableResult
  func insert(_ zone: StoredZone) throws -> LockedZone {
    conversation.write(
      """
      INSERT INTO zone (incarnation, partition, ownerName, zoneName, sequence, tokenEpoch)
      VALUES (\(zone.incarnation), \(partitionID), \(zone.zoneID.ownerName),
        \(zone.zoneID.zoneName), \(zone.sequence), \(zone.tokenEpoch))
      """)
    return locked(zone)
  }

  /// Adds the default zone, which every user has and which is the public database; does nothing if
  /// it exists.
  func insertDefaultZone(of owner: String, incarnation: String) throws {
    let zoneID = RecordZoneID(zoneName: RecordZoneID.defaultZoneName, ownerName: owner)
    guard try zone(zoneID) == nil else { return }
    try insert(StoredZone(zoneID: zoneID, incarnation: incarnation, sequence: 0))
  }

  func update(_ locked: inout LockedZone) throws {
    requireLock(of: locked)
    let zone = locked.zone
    conversation.write(
      """
      UPDATE zone SET sequence = \(zone.sequence), tokenEpoch = \(zone.tokenEpoch),
        bytes = \(zone.bytes), memberBytes = \(zone.memberBytes)
      WHERE incarnation = \(zone.incarnation)
      """)
    let growth = locked.takeGrowth().sorted { $0.key < $1.key }
    if !growth.isEmpty {
      conversation.write(
        """
        INSERT INTO writer (zone, userRecordName, bytes)
        SELECT \(zone.incarnation), * FROM unnest(\(growth.map(\.key)), \(growth.map(\.value)))
        ON CONFLICT (zone, userRecordName) DO UPDATE SET bytes = writer.bytes + excluded.bytes
        """)
    }
    memory.usedBytes[zone.zoneID.ownerName] = nil
  }

  func delete(_ zone: LockedZone) throws {
    requireLock(of: zone)
    let incarnation = zone.zone.incarnation
    conversation.deleteZones("= \(incarnation)")
    memory.records[incarnation] = nil
    memory.shares[incarnation] = nil
    memory.usedBytes[zone.zone.zoneID.ownerName] = nil
  }

  func usedBytes(of user: String) throws -> Int64 {
    if let known = memory.usedBytes[user] { return known }
    let bytes: Int64 =
      try conversation.read(usedBytesStatement(of: user)).one { try $0.next() } ?? 0
    memory.usedBytes[user] = bytes
    return bytes
  }

  private func usedBytesStatement(of user: String) -> SQL {
    """
    SELECT coalesce(sum(bytes), 0)::bigint FROM zone
    WHERE partition = \(partitionID) AND ownerName = \(user)
    """
  }

  func bytes(of zone: StoredZone) throws -> Int64 {
    try conversation.read("SELECT bytes FROM zone WHERE incarnation = \(zone.incarnation)")
      .one { try $0.next() } ?? 0
  }

  func largestZones(
    of user: String, limit: Int
  ) throws -> [(zoneName: String, bytes: Int64)] {
    try conversation.read(
      """
      SELECT zoneName, bytes FROM zone
      WHERE partition = \(partitionID) AND ownerName = \(user) AND bytes > 0
      ORDER BY bytes DESC, zoneName LIMIT \(limit)
      """
    ).read { (try $0.next(), try $0.next()) }
  }

  func writtenBytes(by user: String, in zone: StoredZone) throws -> Int64 {
    try conversation.read(
      """
      SELECT bytes FROM writer
      WHERE zone = \(zone.incarnation) AND userRecordName = \(user)
      """
    ).one { try $0.next() } ?? 0
  }

  func writers(in zone: StoredZone, limit: Int) throws -> [(user: String, bytes: Int64)] {
    try conversation.read(
      """
      SELECT userRecordName, bytes FROM writer
      WHERE zone = \(zone.incarnation) AND bytes > 0
      ORDER BY bytes DESC, userRecordName LIMIT \(limit)
      """
    ).read { (try $0.next(), try $0.next()) }
  }
}

extension RecordBlock {
  static let reservation: SQL = "SELECT nextval('recordBlock')"
}

extension Conversation {
  /// Removes zones with everything in them; `condition` follows the column of a zone's incarnation, for example
  /// `= \(incarnation)`.
  func deleteZones(_ condition: SQL) {
    releaseReferences("record IN (SELECT id FROM record WHERE zone \(condition))")
    releaseUploads("zone \(condition)")
    for table in PostgresSchema.zoneTables {
      write("DELETE FROM \(sql: table) WHERE zone \(condition)")
    }
    write("DELETE FROM zone WHERE incarnation \(condition)")
  }
}

extension StoredZone {
  static let columns = """
    zone.zoneName, zone.ownerName, zone.incarnation, zone.sequence, zone.tokenEpoch, zone.bytes,
    zone.memberBytes
    """

  init(_ row: inout Columns) throws {
    self.init(
      zoneID: RecordZoneID(zoneName: try row.next(), ownerName: try row.next()),
      incarnation: try row.next(), sequence: try row.next(), tokenEpoch: try row.next(),
      bytes: try row.next(), memberBytes: try row.nextOrNil())
  }
}
