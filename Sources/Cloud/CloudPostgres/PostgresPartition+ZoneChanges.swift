import CloudRules

/// The feed of one zone: its records in the order of their changes, and the departures between them.
extension PostgresPartition {
  func records(in zone: StoredZone, after sequence: Int64, limit: Int) throws -> [StoredRecord] {
    try records(in: zone, "sequence > \(sequence) ORDER BY sequence LIMIT \(limit)")
  }

  func records(in zone: StoredZone, before sequence: Int64, limit: Int) throws -> [StoredRecord] {
    try records(in: zone, "sequence < \(sequence) ORDER BY sequence DESC LIMIT \(limit)")
  }

  func departures(
    from zone: StoredZone, of user: String, after sequence: Int64, limit: Int
  ) throws -> [Departure] {
    try conversation.read(
      """
      SELECT recordName, sequence FROM departure
      WHERE zone = \(zone.incarnation) AND userRecordName = \(user) AND sequence > \(sequence)
        AND recordName <> ''
      ORDER BY sequence LIMIT \(limit)
      """
    ).read { Departure(recordName: try $0.next(), sequence: try $0.next()) }
  }

  func departureOfAll(from zone: StoredZone, of user: String) throws -> Int64? {
    try conversation.read(
      """
      SELECT sequence FROM departure
      WHERE zone = \(zone.incarnation) AND userRecordName = \(user) AND recordName = ''
      """
    ).one { try $0.next() }
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
    conversation.write(
      """
      INSERT INTO departure (zone, userRecordName, recordName, sequence)
      VALUES (\(zone.zone.incarnation), \(user), \(recordName), \(sequence))
      ON CONFLICT (zone, userRecordName, recordName) DO UPDATE SET sequence = excluded.sequence
      """)
  }

  func forgetDepartures(
    of recordName: String?, from zone: LockedZone, of user: String
  ) throws {
    requireLock(of: zone)
    let name: SQL = recordName.map { "AND recordName = \($0)" } ?? ""
    conversation.write(
      """
      DELETE FROM departure
      WHERE zone = \(zone.zone.incarnation) AND userRecordName = \(user) \(name)
      """)
  }
}
