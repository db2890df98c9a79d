import Foundation

/// The notices of a transaction, one for each recipient.
struct NoticeWrites {
  struct Notice {
    var partitionID: Int64
    var user: String
    var body: Data
  }

  /// Our choice: a device that has missed as many reads everything anyway.
  private static let mostOfUser: Int64 = 100

  private var notices: [Notice] = []

  mutating func add(_ notice: Notice) { notices.append(notice) }

  /// Keeps them for users who have a channel, and removes the oldest if there are too many.
  ///
  /// The user's row in `feed` numbers them, and is locked until the commit. All transactions lock these rows after
  /// other feeds, and in one order.
  mutating func take() -> [SQL] {
    guard !notices.isEmpty else { return [] }
    defer { notices = [] }
    let sorted = notices.sorted { ($0.partitionID, $0.user) < ($1.partitionID, $1.user) }
    let (partitions, users) = (sorted.map(\.partitionID), sorted.map(\.user))
    return [
      """
      WITH moved AS (
        INSERT INTO feed (partition, userRecordName, scope, sequence, tokenEpoch)
        SELECT p, u, 0, 1, 0 FROM unnest(\(partitions), \(users)) WITH ORDINALITY AS c (p, u, n)
        WHERE EXISTS (SELECT FROM channel AS h WHERE h.userRecordName = c.u AND h.partition = c.p)
        ORDER BY n
        ON CONFLICT (partition, userRecordName, scope) DO UPDATE SET sequence = feed.sequence + 1
        RETURNING partition, userRecordName, sequence)
      INSERT INTO notice (partition, userRecordName, sequence, body, createdAt)
      SELECT m.partition, m.userRecordName, m.sequence, c.b, \(sql: PostgresSchema.now)
      FROM moved AS m JOIN unnest(\(partitions), \(users), \(sorted.map(\.body))) AS c (p, u, b)
        ON c.p = m.partition AND c.u = m.userRecordName
      """,
      """
      DELETE FROM notice AS o USING feed AS f, unnest(\(partitions), \(users)) AS c (p, u)
      WHERE o.partition = c.p AND o.userRecordName = c.u
        AND f.partition = c.p AND f.userRecordName = c.u AND f.scope = 0
        AND o.sequence <= f.sequence - \(Self.mostOfUser)
      """,
    ]
  }
}
