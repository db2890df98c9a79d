import CloudRows
import CloudRules
import GRDB

/// The feed of one zone: its records in the order of their changes, and the departures between them.
extension SQLiteTransaction {
  func records(in zone: StoredZone, after sequence: Int64, limit: Int) throws -> [StoredRecord] {
    try records(in: zone, "sequence > ? ORDER BY sequence LIMIT ?", [sequence, limit])
  }

  func records(in zone: StoredZone, before sequence: Int64, limit: Int) throws -> [StoredRecord] {
    try records(in: zone, "sequence < ? ORDER BY sequence DESC LIMIT ?", [sequence, limit])
  }

  func departures(
    from zone: StoredZone, of user: String, after sequence: Int64, limit: Int
  ) throws -> [Departure] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT recordName, sequence FROM departure
          WHERE zone = ? AND userRecordName = ? AND sequence > ? AND recordName <> ''
          ORDER BY sequence LIMIT ?
          """), arguments: [zone.incarnation, user, sequence, limit]
    )
    .map { Departure(recordName: $0["recordName"], sequence: $0["sequence"]) }
  }

  func departureOfAll(from zone: StoredZone, of user: String) throws -> Int64? {
    try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT sequence FROM departure
          WHERE zone = ? AND userRecordName = ? AND recordName = ''
          """), arguments: [zone.incarnation, user])
  }

  /// The empty record name, which no record has, stands for all records.
  func noteDepartureOfAll(from zone: LockedZone, of user: String, sequence: Int64) throws {
    try forgetDepartures(of: nil, from: zone, of: user)
    try noteDeparture(of: "", from: zone, of: user, sequence: sequence)
  }

  func noteDeparture(
    of recordName: String, from zone: LockedZone, of user: String, sequence: Int64
  ) throws {
    requireLock(of: zone, at: sequence)
    try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO departure (zone, userRecordName, recordName, sequence)
        VALUES (?, ?, ?, ?)
        """
    ).execute(arguments: [zone.zone.incarnation, user, recordName, sequence])
  }

  func forgetDepartures(
    of recordName: String?, from zone: LockedZone, of user: String
  ) throws {
    requireLock(of: zone)
    try database.cachedStatement(
      sql: """
        DELETE FROM departure
        WHERE zone = ? AND userRecordName = ? AND (? IS NULL OR recordName = ?)
        """
    ).execute(arguments: [zone.zone.incarnation, user, recordName, recordName])
  }
}
