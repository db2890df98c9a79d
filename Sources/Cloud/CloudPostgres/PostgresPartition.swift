import CloudModel
import CloudRows
import CloudRules
import Foundation
import PostgresClient

/// One transaction on one partition of the store in PostgreSQL.
///
/// Its operations are in the extensions beside it, one file per subject. Each statement sees what was committed before
/// it, so whatever decides is read after its lock:
///
/// 1. A write shares the lock of its partition, in which it works. Who changes the schema, resets the partition or
///    removes it takes this lock alone, and so waits for all writes in it.
/// 2. A zone is locked by its row. What the rules nearly always ask next is read on the same trip.
/// 3. A read sees one state, and locks nothing.
final class PostgresPartition: CloudTransaction {
  let conversation: Conversation
  /// The partition's key in the store.
  let partitionID: Int64
  let partition: StoredPartition
  let key: AtRestKey
  let types: TypeCache
  let locks = HeldLocks()
  var memory = Memory()

  init(
    _ conversation: Conversation, in partition: Partition, isWrite: Bool, key: AtRestKey,
    types: TypeCache
  ) throws {
    self.conversation = conversation
    self.key = key
    self.types = types
    if isWrite {
      let number = LockKey.number(.partition, "\(partition)")
      conversation.write("SELECT pg_advisory_xact_lock_shared(\(number))")
    }
    let found = try conversation.read(
      """
      SELECT id, schemaVersion, \(sql: PostgresTimeline.isConfirmed),
        (SELECT value FROM setting WHERE name = \(OwnSetting.timeline.rawValue)),
        \(sql: PostgresTimeline.current),
        (SELECT value FROM setting WHERE name = \(StoreLife.settingName)),
        \(sql: StoredPartition.columns)
      FROM partition
      WHERE container = \(partition.container) AND environment = \(partition.environment.rawValue)
      """
    ).one { row in
      let (id, version): (Int64, Int64) = (try row.next(), try row.next())
      let isConfirmed: Bool = try row.next()
      let (known, now): (String?, String) = (try row.nextOrNil(), try row.next())
      guard known == now else { throw PostgresTimeline.HasChanged() }
      var life = try StoreLife(stored: row.nextOrNil())
      life.endsWithTimeline = !isConfirmed
      var stored = try StoredPartition(&row)
      stored.life = life
      return (id: id, version: version, partition: stored)
    }
    guard let found else { throw StoreError.noSuchPartition(partition) }
    partitionID = found.id
    self.partition = found.partition
    memory.schemaVersion = found.version
  }

  /// The values that the transaction remembers until its end.
  struct Memory {
    /// The version of the schema that was read last.
    var schemaVersion: Int64 = 0
    /// All types; nil before they are read, and after one was changed.
    var types: [String: IndexedType]?
    /// Whether the transaction has changed the schema, so that nobody else may see its types yet.
    var hasChangedSchema = false
    /// Records as they were read or written, by the incarnation of their zone and their name; nil where
    /// there is none.
    ///
    /// Code that changes a row must update or remove its entry here.
    var records: [String: [String: StoredRecord?]] = [:]
    /// All shares of zones, by the zones' incarnations.
    var shares: [String: [StoredShare]] = [:]
    /// The subscriptions to databases and zones.
    var changeSubscriptions: [Subscriber: [Subscription]] = [:]
    /// The query subscriptions in private databases, by their users.
    var querySubscriptions: [String: [(recordType: String, subscription: Subscription)]] = [:]
    var usedBytes: [String: Int64] = [:]
    /// The numbers for new records, by the incarnation of the zone that was locked before they were reserved.
    var blocks: [String: RecordBlock] = [:]
    /// The sealers of the encrypted fields of zones, by the zones' incarnations.
    var sealers: [String: FieldSealer] = [:]

    mutating func forgetSubscriptions() {
      changeSubscriptions = [:]
      querySubscriptions = [:]
    }
  }

  struct Subscriber: Hashable {
    var user: String
    var scope: DatabaseScope
  }

  var registry: PostgresRegistry { PostgresRegistry(conversation, key: key, types: types) }

  func account(named name: String) throws -> StoredAccount? { try registry.account(named: name) }

  func account(userRecordName: String) throws -> StoredAccount? {
    try registry.account(userRecordName: userRecordName)
  }

  func addNotices(_ announcements: [Announcement]) throws {
    for (user, own) in Dictionary(grouping: announcements, by: \.recipient) {
      conversation.notices.add(
        NoticeWrites.Notice(
          partitionID: partitionID, user: user,
          body: try StoredNotice(own).sealed(for: user, with: key)))
    }
  }

  /// The sealer of the encrypted fields of the zone with this incarnation.
  func sealer(of incarnation: String) -> FieldSealer {
    if let known = memory.sealers[incarnation] { return known }
    let sealer = FieldSealer(key: key, incarnation: incarnation)
    memory.sealers[incarnation] = sealer
    return sealer
  }

  func enroll(_ user: String, incarnation: String) throws {
    for scope in [DatabaseScope.private, .shared] {
      conversation.write(
        """
        INSERT INTO feed (partition, userRecordName, scope, sequence, tokenEpoch)
        VALUES (\(partitionID), \(user), \(scope.rawValue), 0, 0) ON CONFLICT DO NOTHING
        """)
    }
    try insertDefaultZone(of: user, incarnation: incarnation)
  }

  func forget(_ user: String) throws {
    for table in ["feedEntry", "feed", "notice", "channel", "subscription"] {
      conversation.writeToFeeds(
        """
        DELETE FROM \(sql: table) WHERE partition = \(partitionID) AND userRecordName = \(user)
        """)
    }
    conversation.releaseUploads("partition = \(partitionID) AND userRecordName = \(user)")
    conversation.write(
      """
      DELETE FROM participant WHERE userRecordName = \(user)
        AND zone IN (SELECT incarnation FROM zone WHERE partition = \(partitionID))
      """)
    memory.shares = [:]
    memory.forgetSubscriptions()
  }
}

/// A block of numbers for new records, of which the next is taken.
struct RecordBlock {
  /// More than one request can save.
  static let size: Int64 = 1024

  private var next: Int64
  private let end: Int64

  init(number: Int64) {
    next = number * Self.size
    end = next + Self.size
  }

  /// Nil where all are taken.
  mutating func take() -> Int64? {
    guard next < end else { return nil }
    defer { next += 1 }
    return next
  }
}

extension StoredPartition {
  static let columns = "container, environment, incarnation, ownerName, settings"

  init(_ row: inout Columns) throws {
    self.init(
      partition: try Partition(&row), incarnation: try row.next(), ownerName: try row.next())
    let text: String = try row.next()
    do {
      settings = try JSONDecoder().decode(PartitionSettings.self, from: Data(text.utf8))
    } catch {
      throw StoreError.damaged(what: "the settings of \(partition) cannot be read")
    }
  }
}

extension Partition {
  init(_ row: inout Columns) throws {
    self.init(container: try row.next(), environment: try .init(stored: row.next()))
  }
}
