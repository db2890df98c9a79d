import CloudModel
import CloudRows
import CloudRules
import Foundation
import GRDB

/// Reads every record, share, participant and subscription, and finds the rows that cannot be read.
///
/// It takes time in proportion to what is stored.
struct DamageSearch {
  let database: Database
  let key: AtRestKey
  /// The partition whose rows are read; nil for all.
  var partitionID: Int64?

  func records() throws -> [DamagedRow] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT \(StoredRecord.columns), zone.ownerName, zone.zoneName, zone.incarnation
        FROM record JOIN zone ON zone.incarnation = record.zone
        WHERE (?1 IS NULL OR zone.partition = ?1) ORDER BY zone.partition, zone.incarnation, record.id
        """, arguments: [partitionID])
    var found: [DamagedRow] = []
    while let row = try rows.next() {
      let zoneID = RecordZoneID(zoneName: row["zoneName"], ownerName: row["ownerName"])
      let stored = StoredRecord(
        row, in: zoneID, FieldSealer(key: key, incarnation: row["incarnation"]))
      if stored.isDamaged {
        found.append(.record(zoneID, recordName: stored.record.recordID.recordName))
      }
    }
    return found
  }

  func shares() throws -> [DamagedRow] {
    let shares = try Row.fetchAll(
      database,
      sql: """
        SELECT share.*, zone.ownerName, zone.zoneName FROM share
        JOIN zone ON zone.incarnation = share.zone
        WHERE (?1 IS NULL OR zone.partition = ?1) ORDER BY zone.partition, share.zone, root
        """, arguments: [partitionID])
    let participants = try Row.fetchAll(
      database,
      sql: """
        SELECT participant.*, zone.ownerName, zone.zoneName FROM participant
        JOIN zone ON zone.incarnation = participant.zone
        WHERE (?1 IS NULL OR zone.partition = ?1)
        ORDER BY zone.partition, participant.zone, root, position
        """, arguments: [partitionID])
    return shares.filter { Participant.Permission(rawValue: $0["publicPermission"]) == nil }
      .map { .share($0.zoneID, root: $0.root) }
      + participants.filter { !$0.isReadableParticipant }
      .map { .participant($0.zoneID, root: $0.root, userRecordName: $0["userRecordName"]) }
  }

  func subscriptions() throws -> [DamagedRow] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT * FROM subscription WHERE (?1 IS NULL OR partition = ?1)
        ORDER BY partition, userRecordName, scope, subscriptionID
        """, arguments: [partitionID]
    )
    .compactMap { row in
      guard (try? Subscription(stored: row["body"])) == nil,
        let scope = DatabaseScope(rawValue: row["scope"])
      else { return nil }
      return .subscription(
        userRecordName: row["userRecordName"], scope, subscriptionID: row["subscriptionID"])
    }
  }
}

extension DamageSearch {
  /// The rows whose coding has a newer version than this program's; `StoredCoding` says how they begin.
  func newerRows() throws -> Set<String> {
    try String.fetchSet(
      database,
      sql: """
        SELECT zone.ownerName || '/' || zone.zoneName || '/' || recordName FROM record
          JOIN zone ON zone.incarnation = record.zone WHERE fields GLOB '[0-9]*'
        UNION ALL
        SELECT userRecordName || '/' || subscriptionID FROM subscription WHERE body GLOB '[0-9]*'
        """)
  }
}

extension Row {
  fileprivate var zoneID: RecordZoneID {
    RecordZoneID(zoneName: self["zoneName"], ownerName: self["ownerName"])
  }

  fileprivate var root: String? {
    let root: String = self["root"]
    return root.isEmpty ? nil : root
  }

  /// Whether the role, the permission and the acceptance status can be read.
  fileprivate var isReadableParticipant: Bool {
    Participant.Role(rawValue: self["role"]) != nil
      && Participant.Permission(rawValue: self["permission"]) != nil
      && Participant.AcceptanceStatus(rawValue: self["status"]) != nil
  }
}
