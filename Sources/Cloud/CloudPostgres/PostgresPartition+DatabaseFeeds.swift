import CloudModel
import CloudRules

extension PostgresPartition {
  func feed(of user: String, _ scope: DatabaseScope) throws -> StoredFeed {
    try conversation.read(
      """
      SELECT sequence, tokenEpoch FROM feed
      WHERE partition = \(partitionID) AND userRecordName = \(user) AND scope = \(scope.rawValue)
      """, seeing: .feeds
    ).one { StoredFeed(sequence: try $0.next(), tokenEpoch: try $0.next()) } ?? StoredFeed()
  }

  func feedEntries(
    of user: String, _ scope: DatabaseScope, after sequence: Int64, limit: Int
  ) throws -> [StoredFeed.Entry] {
    try conversation.read(
      """
      SELECT \(sql: StoredFeed.Entry.columns) FROM feedEntry
      WHERE partition = \(partitionID) AND userRecordName = \(user) AND scope = \(scope.rawValue)
        AND sequence > \(sequence)
      ORDER BY sequence LIMIT \(limit)
      """, seeing: .feeds
    ).read { try StoredFeed.Entry(&$0) }
  }

  func feedEntry(
    for zoneID: RecordZoneID, of user: String, _ scope: DatabaseScope
  ) throws -> StoredFeed.Entry? {
    try conversation.read(
      """
      SELECT \(sql: StoredFeed.Entry.columns) FROM feedEntry
      WHERE partition = \(partitionID) AND userRecordName = \(user) AND scope = \(scope.rawValue)
        AND ownerName = \(zoneID.ownerName) AND zoneName = \(zoneID.zoneName)
      """, seeing: .feeds
    ).one { try StoredFeed.Entry(&$0) }
  }

  func noteChange(
    of zoneID: RecordZoneID, deleted reason: DatabaseChanges.Deletion.Reason?, in user: String,
    _ scope: DatabaseScope, by device: Int64?, milliseconds: Int64
  ) throws {
    conversation.feeds.note(
      FeedWrites.Change(
        partitionID: partitionID, user: user, scope: scope, zoneID: zoneID, reason: reason,
        device: device, milliseconds: milliseconds))
  }

  func expireTokens(of user: String, _ scope: DatabaseScope) throws {
    conversation.writeToFeeds(
      """
      UPDATE feed SET tokenEpoch = tokenEpoch + 1
      WHERE partition = \(partitionID) AND userRecordName = \(user) AND scope = \(scope.rawValue)
      """)
  }
}

extension StoredFeed.Entry {
  fileprivate static let columns = "zoneName, ownerName, sequence, changedAt, deletionReason"

  /// A reason that cannot be read counts as `.deleted`, the reason of most zones that are gone.
  fileprivate init(_ row: inout Columns) throws {
    self.init(
      zoneID: RecordZoneID(zoneName: try row.next(), ownerName: try row.next()),
      sequence: try row.next(), changedAt: try row.next())
    deletionReason = try row.nextOrNil(String.self).map {
      DatabaseChanges.Deletion.Reason(rawValue: $0) ?? .deleted
    }
  }
}
