import CloudCore
import CloudModel
import CloudRules
import CloudServer

/// A random history of zones, records, hierarchies and shares: alice owns them, bob and carol come
/// and go.
///
/// An action that the rules refuse changes nothing, and is part of the history.
struct FeedHistory {
  static let recordNames = (0..<8).map { "r\($0)" }
  static let shareNames = recordNames.map { "share-\($0)" } + [RecordID.zoneWideShareName]
  /// Every name that a record may have.
  static let names = recordNames + shareNames

  private(set) var service: CloudService
  let alice: Caller
  let guests: [Caller]
  let zoneIDs: [RecordZoneID]

  /// The history begins on an empty store.
  init(on store: any CloudStore) throws {
    let surroundings = Surroundings.deterministic()
    let cloud = Cloud(store: store, surroundings: surroundings, announce: { _ in })
    try cloud.ensureContainer("iCloud.test")
    let partition = Partition(container: "iCloud.test", environment: .development)
    service = cloud.service(for: partition)
    let accounts = AccountService(store: store, surroundings: surroundings)
    let people = try ["alice", "bob", "carol"].map {
      Caller(userRecordName: try accounts.createAccount(named: $0).userRecordName)
    }
    alice = people[0]
    guests = Array(people.dropFirst())
    zoneIDs = ["Y", "Z"].map { RecordZoneID(zoneName: $0, ownerName: people[0].userRecordName) }
    try cloud.administration(of: partition).importSchema(
      text: """
        DEFINE SCHEMA RECORD TYPE T ("___recordID" REFERENCE QUERYABLE, n INT64 QUERYABLE SORTABLE,
          v STRING QUERYABLE SORTABLE SEARCHABLE, tags LIST<INT64> QUERYABLE,
          place LOCATION QUERYABLE SORTABLE, GRANT WRITE TO "_creator");
        """)
    _ = try service.modifyZones(zoneIDs.map { .create($0) }, by: alice, in: .private)
    for zoneID in zoneIDs {
      try modify(Self.recordNames.map { Self.record($0, under: nil, in: zoneID) }, by: alice)
      try modify([share(Self.recordNames[0], with: guests, in: zoneID)], by: alice)
    }
    for guest in guests { try accept(by: guest) }
  }

  /// Goes on with the same cloud on the store to which it has moved.
  mutating func move(to store: any CloudStore, seed: UInt64) {
    let cloud = Cloud(store: store, surroundings: .deterministic(seed: seed), announce: { _ in })
    service = cloud.service(for: Partition(container: "iCloud.test", environment: .development))
  }

  /// Does one thing; returns what the cloud answers, in words.
  @discardableResult
  func step(_ random: inout SplitMix64) throws -> String {
    let zoneID = zoneIDs[Int.random(in: 0..<zoneIDs.count, using: &random)]
    let guest = guests[Int.random(in: 0..<guests.count, using: &random)]
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<8:
      let count = Int.random(in: 1...3, using: &random)
      return try modify((0..<count).map { _ in save(in: zoneID, &random) }, by: alice)
    case 8: return try modify([save(in: zoneID, &random)], by: guest)
    case 9..<12: return try modify([delete(Self.recordNames, in: zoneID, &random)], by: alice)
    case 12, 13: return try modify([share(Self.name(&random), in: zoneID, &random)], by: alice)
    case 14: return try modify([share(nil, in: zoneID, &random)], by: alice)
    case 15: return try modify([delete(Self.shareNames, in: zoneID, &random)], by: alice)
    case 16, 17: return try accept(by: guest)
    case 18: return try modify([delete(Self.shareNames, in: zoneID, &random)], by: guest)
    default:
      let isOwn = Int.random(in: 0..<4, using: &random) == 0
      let deleted = try service.modifyZones(
        [.delete(zoneID)], by: isOwn ? alice : guest, in: isOwn ? .private : .shared)
      return try "\(deleted) \(service.modifyZones([.create(zoneID)], by: alice, in: .private))"
    }
  }

  /// Asks a random query page by page; returns the names of each page, or why it is refused.
  func ask(_ random: inout SplitMix64) throws -> String {
    let isOwn = Bool.random(using: &random)
    let (caller, scope) = isOwn ? (alice, DatabaseScope.private) : (guests[0], .shared)
    let zones: QueryZones = Bool.random(using: &random) ? .all : .zone(zoneIDs[0])
    let filters = Self.filters.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
    let orders = Self.orders.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random))
    let query = Query(recordType: "T", filters: filters, sortDescriptors: Array(orders))
    var pages: [[String]] = []
    var marker: String?
    repeat {
      let answer = Result { () throws(CloudError) in
        try service.query(
          query, in: zones, continuationMarker: marker, resultsLimit: 3, by: caller, in: scope)
      }
      guard case .success(let page) = answer else { return "\(query) \(answer)" }
      pages.append(page.records.map(\.recordID.recordName))
      marker = page.continuationMarker
    } while marker != nil
    return "\(query) \(pages)"
  }

  private static let filters = [
    Query.Filter(.field("n"), .greaterThan, .int64(-1)),
    Query.Filter(.field("n"), .notEquals, .int64(1)),
    Query.Filter(.field("n"), .in, .list([.int64(0), .int64(1), .int64(2)])),
    Query.Filter(.field("v"), .beginsWith, .string("re")),
    Query.Filter(.field("v"), .containsAllTokens, .string("tea")),
    Query.Filter(.field("tags"), .listContainsAll, .list([.int64(1), .int64(2)])),
    Query.Filter(
      .field("place"), .near, .location(Location(latitude: 0, longitude: 1)), distance: 150_000),
  ]

  private static let orders: [Query.SortDescriptor] = [true, false].flatMap { isAscending in
    ["n", "v"].map { Query.SortDescriptor(.field($0), isAscending: isAscending) } + [
      Query.SortDescriptor(
        .field("place"), isAscending: isAscending,
        relativeLocation: Location(latitude: 0.2, longitude: 0.1))
    ]
  }

  @discardableResult
  private func modify(_ modifications: [RecordModification], by caller: Caller) throws -> String {
    var named: Set<String> = []
    let once = modifications.filter { named.insert($0.operation.recordID.recordName).inserted }
    let outcomes = try service.modifyRecords(
      once, atomically: false, by: caller, in: caller == alice ? .private : .shared)
    return "\(outcomes.map(\.recordID.recordName)) \(outcomes.map { Self.words($0.result) })"
  }

  /// The same words for equal records, whatever the order of their fields.
  private static func words(_ result: Result<Record?, CloudError>) -> String {
    guard case .success(let found?) = result else { return "\(result)" }
    var record = found
    record.fields = [:]
    return "\(record) \(found.fields.sorted { $0.key < $1.key })"
  }

  @discardableResult
  private func accept(by guest: Caller) throws -> String {
    let links = try service.pendingInvitations(for: guest).map {
      CloudService.Link(shortGUID: $0.shortGUID)
    }
    return try "\(service.accept(links, by: guest))"
  }

  /// Saves a record under another that may be there, or cuts it loose.
  private func save(in zoneID: RecordZoneID, _ random: inout SplitMix64) -> RecordModification {
    let hangs = Int.random(in: 0..<3, using: &random) > 0
    let parent = Self.recordNames[Int.random(in: 0..<3, using: &random)]
    return Self.record(
      Self.name(&random), Self.values(&random), under: hangs ? parent : nil, in: zoneID)
  }

  /// What queries find; each value may be missing.
  private static func values(_ random: inout SplitMix64) -> [String: FieldValue] {
    let texts = ["", "red tea", "green Tea", "red"]
    let tags = [Int64](1...2).filter { _ in Bool.random(using: &random) }
    let values: [(String, FieldValue)] = [
      ("n", .int64(Int64.random(in: -2...2, using: &random))),
      ("v", .string(texts[Int.random(in: 0..<texts.count, using: &random)])),
      ("tags", .list(tags.map { .int64($0) })),
      (
        "place",
        .location(
          Location(
            latitude: Double(Int.random(in: -1...1, using: &random)),
            longitude: Double(Int.random(in: 0...2, using: &random))))
      ),
    ]
    return Dictionary(
      uniqueKeysWithValues: values.filter { _ in Int.random(in: 0..<4, using: &random) > 0 })
  }

  static func record(
    _ name: String, _ fields: [String: FieldValue] = [:], under parent: String?,
    in zoneID: RecordZoneID
  ) -> RecordModification {
    var record = Record(
      recordType: "T", recordID: RecordID(recordName: name, zoneID: zoneID), fields: fields)
    record.parent = parent
    var modification = RecordModification(.save(record, .forceUpdate))
    modification.clearsParent = parent == nil
    return modification
  }

  private func delete(
    _ names: [String], in zoneID: RecordZoneID, _ random: inout SplitMix64
  ) -> RecordModification {
    let name = names[Int.random(in: 0..<names.count, using: &random)]
    return RecordModification(
      .delete(RecordID(recordName: name, zoneID: zoneID), recordChangeTag: nil))
  }

  /// Shares the hierarchy under `root`, or the zone, with some of the guests; or changes who takes part.
  private func share(
    _ root: String?, in zoneID: RecordZoneID, _ random: inout SplitMix64
  ) -> RecordModification {
    share(
      root, with: guests.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }, in: zoneID)
  }

  private func share(
    _ root: String?, with people: [Caller], in zoneID: RecordZoneID
  ) -> RecordModification {
    var contents = Share()
    contents.rootRecordName = root
    contents.participants = people.map {
      Participant(identity: UserIdentity(userRecordName: $0.userRecordName))
    }
    let name = root.map { "share-\($0)" } ?? RecordID.zoneWideShareName
    let record = Record(
      recordType: Share.recordType, recordID: RecordID(recordName: name, zoneID: zoneID),
      share: contents)
    return RecordModification(.save(record, .forceUpdate))
  }

  private static func name(_ random: inout SplitMix64) -> String {
    recordNames[Int.random(in: 0..<recordNames.count, using: &random)]
  }
}
