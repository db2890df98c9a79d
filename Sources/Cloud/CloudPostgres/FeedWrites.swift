import CloudModel
import CloudRules

/// The changes of feeds that a transaction has made and not yet sent.
struct FeedWrites {
  struct Change {
    var partitionID: Int64
    var user: String
    var scope: DatabaseScope
    var zoneID: RecordZoneID
    var reason: DatabaseChanges.Deletion.Reason?
    var device: Int64?
    var milliseconds: Int64
  }

  private var changes: [Change] = []

  mutating func note(_ change: Change) { changes.append(change) }

  /// Two statements for each time that the same feed was changed: almost always two in all.
  mutating func take() -> [SQL] {
    guard !changes.isEmpty else { return [] }
    defer { changes = [] }
    // The first change of every feed, then the second of those that have one, and so on; each row at most once.
    var rounds: [[Change]] = []
    var counts: [Feed: Int] = [:]
    for change in changes {
      let round = counts[Feed(change), default: 0]
      counts[Feed(change)] = round + 1
      if rounds.count == round { rounds.append([]) }
      rounds[round].append(change)
    }
    return rounds.flatMap { Self.statements($0.sorted { Feed($0) < Feed($1) }) }
  }

  private struct Feed: Hashable, Comparable {
    var partition: Int64
    var user: String
    var scope: Int

    init(_ change: Change) {
      (partition, user, scope) = (change.partitionID, change.user, change.scope.rawValue)
    }

    static func < (a: Feed, b: Feed) -> Bool {
      (a.partition, a.user, a.scope) < (b.partition, b.user, b.scope)
    }
  }

  private static func statements(_ changes: [Change]) -> [SQL] {
    let (partitions, users) = (changes.map(\.partitionID), changes.map(\.user))
    let scopes = changes.map { Int64($0.scope.rawValue) }
    return [
      """
      INSERT INTO feed (partition, userRecordName, scope, sequence, tokenEpoch)
      SELECT p, u, s, 1, 0 FROM unnest(\(partitions), \(users), \(scopes)) WITH ORDINALITY
        AS c (p, u, s, n) ORDER BY n
      ON CONFLICT (partition, userRecordName, scope) DO UPDATE SET sequence = feed.sequence + 1
      """,
      """
      INSERT INTO feedEntry (partition, userRecordName, scope, ownerName, zoneName, sequence,
        changedAt, deletionReason, device, otherSequence)
      SELECT f.partition, f.userRecordName, f.scope, c.o, c.z, f.sequence, c.t, c.r, c.d, 0
      FROM unnest(\(partitions), \(users), \(scopes), \(changes.map(\.zoneID.ownerName)),
        \(changes.map(\.zoneID.zoneName)), \(changes.map(\.milliseconds)),
        \(changes.map { $0.reason?.rawValue }), \(changes.map(\.device)))
        AS c (p, u, s, o, z, t, r, d)
      JOIN feed AS f ON f.partition = c.p AND f.userRecordName = c.u AND f.scope = c.s
      ON CONFLICT (partition, userRecordName, scope, ownerName, zoneName) DO UPDATE
        SET sequence = excluded.sequence, changedAt = excluded.changedAt,
          deletionReason = excluded.deletionReason, device = excluded.device,
          otherSequence = CASE WHEN feedEntry.device = excluded.device
            THEN feedEntry.otherSequence ELSE feedEntry.sequence END
      """,
    ]
  }
}
