import PostgresClient

/// What one transaction says to PostgreSQL, in as few round trips as possible.
///
/// 1. Writes are collected. They travel with the next read, before it, or with COMMIT, so a transaction takes one round
///    trip for each of its reads and one for its end.
/// 2. Rows of records and of their indexes are collected as values, and become few statements for many rows.
/// 3. Changes of feeds come last, those of notices after all others, in the same order in every transaction, because
///    feeds are locked by them: two transactions that change several feeds then wait for each other in no circle. A
///    read of feeds sends them before.
///
/// An error of a write is therefore thrown later: by the next read, or at the end.
final class Conversation {
  /// The kinds of rows that a read can see.
  enum Sight {
    case everythingButFeeds, feeds
  }

  private let connection: PostgresConnection
  private var collected: [PostgresStatement] = []
  var rows = RowWrites()
  var feeds = FeedWrites()
  var notices = NoticeWrites()

  init(_ connection: PostgresConnection) { self.connection = connection }

  func write(_ sql: SQL) {
    collectRows()
    collected.append(sql.statement())
  }

  /// A write to the tables of feeds, after the changes that were noted before.
  func writeToFeeds(_ sql: SQL) {
    collectFeeds()
    write(sql)
  }

  func read(_ sql: SQL, seeing sight: Sight = .everythingButFeeds) throws -> PostgresRows {
    try read([sql], seeing: sight)[0]
  }

  /// The same for several statements, in one round trip.
  func read(_ sql: [SQL], seeing sight: Sight = .everythingButFeeds) throws -> [PostgresRows] {
    collectRows()
    if sight == .feeds { collectFeeds() }
    return try run(sql.map { $0.statement() })
  }

  /// A read whose text is made for one use, such as a search.
  func readOnce(_ sql: SQL) throws -> PostgresRows {
    collectRows()
    return try run([sql.statement(.once)])[0]
  }

  private func run(_ reads: [PostgresStatement]) throws -> [PostgresRows] {
    let writes = collected
    collected = []
    return Array(try connection.run(writes + reads).dropFirst(writes.count))
  }

  /// Waits until the lock on `name` is free, and holds it until the end of the transaction.
  func lock(_ kind: LockKey.Kind, _ name: String) {
    write("SELECT pg_advisory_xact_lock(\(LockKey.number(kind, name)))")
  }

  /// Sends what was not sent yet along with COMMIT.
  func finish() {
    collectRows()
    collectFeeds()
    collected += notices.take().map { $0.statement() }
    connection.runAtCommit(collected)
    collected = []
  }

  private func collectRows() { collected += rows.take().map { $0.statement() } }

  private func collectFeeds() { collected += feeds.take().map { $0.statement() } }
}

/// The numbers under which PostgreSQL knows the locks on what may have no row yet.
///
/// Two names may have the same number; then two transactions wait for each other without need.
enum LockKey {
  enum Kind: String {
    case schemaUpgrade, startUp, partition, container, account, setting, code, upload, asset
  }

  /// Source: FNV-1a with 64 bits.
  static func number(_ kind: Kind, _ name: String) -> Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "zonechat/\(kind.rawValue)/\(name)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return Int64(bitPattern: hash)
  }
}
