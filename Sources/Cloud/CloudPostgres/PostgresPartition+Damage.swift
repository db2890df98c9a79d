import CloudModel
import CloudRows
import CloudRules
import Foundation

extension PostgresPartition {
  func damagedRows() throws -> [DamagedRow] {
    try damagedRecords() + damagedShares() + damagedSubscriptions()
  }

  private func damagedRecords() throws -> [DamagedRow] {
    var found: [DamagedRow] = []
    var last = Int64.min
    while true {
      let rows = try conversation.read(
        """
        SELECT zone.zoneName, zone.ownerName, zone.incarnation, \(sql: StoredRecord.columns)
        FROM record JOIN zone ON zone.incarnation = record.zone
        WHERE zone.partition = \(partitionID) AND record.id > \(last)
        ORDER BY record.id LIMIT 500
        """
      ).read { row in
        let zoneID = RecordZoneID(zoneName: try row.next(), ownerName: try row.next())
        let incarnation: String = try row.next()
        return try StoredRecord(&row, in: zoneID, sealer(of: incarnation))
      }
      found += rows.filter(\.isDamaged).map {
        .record($0.record.recordID.zoneID, recordName: $0.record.recordID.recordName)
      }
      guard rows.count == 500, let end = rows.last?.id else { return found }
      last = end
    }
  }

  private func damagedShares() throws -> [DamagedRow] {
    let answers = try conversation.read([
      """
      SELECT zone.zoneName, zone.ownerName, root, publicPermission
      FROM share JOIN zone ON zone.incarnation = share.zone
      WHERE zone.partition = \(partitionID) ORDER BY share.zone, root
      """,
      """
      SELECT zone.zoneName, zone.ownerName, root, userRecordName, role, permission, status
      FROM participant JOIN zone ON zone.incarnation = participant.zone
      WHERE zone.partition = \(partitionID) ORDER BY participant.zone, root, position
      """,
    ])
    let shares = try answers[0].read { row -> DamagedRow? in
      let zoneID = RecordZoneID(zoneName: try row.next(), ownerName: try row.next())
      let root = ShareRows.root(try row.next())
      let isReadable = Participant.Permission(rawValue: try row.next()) != nil
      return isReadable ? nil : .share(zoneID, root: root)
    }
    let participants = try answers[1].read { row -> DamagedRow? in
      let zoneID = RecordZoneID(zoneName: try row.next(), ownerName: try row.next())
      let root = ShareRows.root(try row.next())
      let user: String = try row.next()
      let (role, permission, status): (String, String, String) = (
        try row.next(), try row.next(), try row.next()
      )
      let isReadable =
        Participant.Role(rawValue: role) != nil
        && Participant.Permission(rawValue: permission) != nil
        && Participant.AcceptanceStatus(rawValue: status) != nil
      return isReadable ? nil : .participant(zoneID, root: root, userRecordName: user)
    }
    return (shares + participants).compactMap(\.self)
  }

  private func damagedSubscriptions() throws -> [DamagedRow] {
    try conversation.read(
      """
      SELECT userRecordName, scope, subscriptionID, body FROM subscription
      WHERE partition = \(partitionID) ORDER BY userRecordName, scope, subscriptionID
      """
    ).read { row -> DamagedRow? in
      let user: String = try row.next()
      let scope = DatabaseScope(rawValue: try row.next())
      let id: String = try row.next()
      let body: String = try row.next()
      guard (try? Subscription(stored: body)) == nil, let scope else { return nil }
      return .subscription(userRecordName: user, scope, subscriptionID: id)
    }.compactMap(\.self)
  }

  func setAside(_ row: DamagedRow, milliseconds: Int64) throws {
    let zone: SQL = """
      zone = (SELECT incarnation FROM zone WHERE partition = \(partitionID)
        AND ownerName = \(row.ownerName) AND zoneName = \(row.zoneName))
      """
    // The rows, the text of each to keep, and what then becomes of them.
    let (rows, body, removal): (SQL, SQL, SQL?)
    switch row {
    case .record(_, let name):
      rows = "record WHERE \(zone) AND recordName = \(name)"
      body = "fields || coalesce(' ' || upper(encode(sealed, 'hex')), '')"
      removal = nil
    case .share(_, let root):
      let condition: SQL = "\(zone) AND root = \(root ?? "")"
      rows = "share WHERE \(condition)"
      body = "publicPermission"
      removal = """
        UPDATE share SET publicPermission = \(Participant.Permission.none.rawValue)
        WHERE \(condition)
        """
    case .participant(_, let root, let user):
      rows = "participant WHERE \(zone) AND root = \(root ?? "") AND userRecordName = \(user)"
      body = """
        '{"role":' || to_json(role) || ',"permission":' || to_json(permission) || ',"status":'
          || to_json(status) || '}'
        """
      removal = "DELETE FROM \(rows)"
    case .subscription(_, let scope, let id):
      rows = """
        subscription WHERE partition = \(partitionID) AND userRecordName = \(row.ownerName)
          AND scope = \(scope.rawValue) AND subscriptionID = \(id)
        """
      body = "body"
      removal = "DELETE FROM \(rows)"
    }
    conversation.write(
      """
      INSERT INTO setAsideRow (partition, kind, ownerName, zoneName, name, body, setAsideAt)
      SELECT \(partitionID), \(row.kind), \(row.ownerName), \(row.zoneName), \(row.name),
        convert_to(\(body), 'UTF8'), \(milliseconds)
      FROM \(rows)
      """)
    if let removal { conversation.write(removal) }
    memory.shares = [:]
    memory.forgetSubscriptions()
  }
}
