import CloudCore
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import CloudWire
import Foundation
import Synchronization
import Testing

/// Which changes of records reach which query subscriptions.
@Suite struct QuerySubscriptionTests {
  private final class World: Sendable {
    let heard = Mutex<[Announcement]>([])
    let service: CloudService
    let alice: Caller
    let bob: Caller

    init() throws {
      let store = try SQLiteStore(.inMemory)
      let surroundings = Surroundings.deterministic()
      let announced = AnnouncementBox()
      let cloud = Cloud(
        store: store, surroundings: surroundings, announce: { announced.target?.note($0) })
      try cloud.ensureContainer("iCloud.test")
      service = cloud.service(for: PushWorld.partition)
      try cloud.administration(of: PushWorld.partition).importSchema(
        text: """
          DEFINE SCHEMA
          RECORD TYPE Item (n INT64 QUERYABLE, quiet INT64, GRANT READ TO "_world",
            GRANT CREATE TO "_icloud", GRANT WRITE TO "_creator");
          RECORD TYPE Other (n INT64, GRANT READ TO "_world", GRANT CREATE TO "_icloud",
            GRANT WRITE TO "_creator");
          """)
      let accounts = AccountService(store: store, surroundings: surroundings)
      alice = Caller(userRecordName: try accounts.createAccount(named: "alice").userRecordName)
      bob = Caller(userRecordName: try accounts.createAccount(named: "bob").userRecordName)
      announced.set(self)
      for name in ["Y", "Z"] {
        _ = try service.modifyZones([.create(zone(name))], by: alice, in: .private)
      }
    }

    func note(_ announcements: [Announcement]) { heard.withLock { $0 += announcements } }

    func zone(_ name: String) -> RecordZoneID {
      RecordZoneID(zoneName: name, ownerName: alice.userRecordName)
    }

    func subscribe(
      _ id: String = "s", type: String = "Item", filters: [JSONValue] = [],
      on reasons: [RecordChangeReason] = [.create, .update, .delete], zone: RecordZoneID? = nil,
      wide: Bool = true, once: Bool = false, by caller: Caller? = nil,
      in scope: DatabaseScope = .private
    ) throws -> CloudError? {
      let watched = QuerySubscription(
        recordType: type,
        query: .object(["recordType": .string(type), "filterBy": .array(filters)]), zoneID: zone,
        zoneWide: wide, firesOn: reasons, firesOnce: once)
      let outcome = try service.modifySubscriptions(
        [.save(Subscription(subscriptionID: id, kind: .query(watched)))], by: caller ?? alice,
        in: scope
      ).first
      guard case .failure(let error) = outcome?.result else { return nil }
      return error
    }

    func write(
      _ name: String, _ fields: [String: FieldValue]?, type: String = "Item",
      zone: RecordZoneID? = nil, by caller: Caller? = nil, in scope: DatabaseScope = .private
    ) throws {
      let recordID = RecordID(recordName: name, zoneID: zone ?? self.zone("Z"))
      let operation: RecordOperation =
        fields.map {
          .save(Record(recordType: type, recordID: recordID, fields: $0), .forceUpdate)
        } ?? .delete(recordID, recordChangeTag: nil)
      for outcome in try service.modifyRecords(
        [RecordModification(operation)], atomically: nil, by: caller ?? alice, in: scope)
      {
        _ = try outcome.result.get()
      }
    }

    /// The announcements since the last look: subscription, record, reason.
    func taken() -> [String] {
      heard.withLock { heard in
        defer { heard = [] }
        return heard.compactMap { announcement in
          guard case .query(let recordID, _, let reason) = announcement.notification else {
            return nil
          }
          return "\(announcement.subscriptionID) \(recordID.recordName) \(reason.keyword)"
        }
      }
    }
  }

  private final class AnnouncementBox: Sendable {
    private let world = Mutex<World?>(nil)
    var target: World? { world.withLock { $0 } }
    func set(_ world: World) { self.world.withLock { $0 = world } }
  }

  @Test func `it fires on what it was asked to`() throws {
    let world = try World()
    #expect(try world.subscribe("new", on: [.create]) == nil)
    #expect(try world.subscribe("changed", on: [.update]) == nil)
    #expect(try world.subscribe("gone", on: [.delete]) == nil)
    try world.write("r", [:])
    try world.write("r", ["n": .int64(1)])
    try world.write("r", nil)
    try world.write("r", nil)
    try world.write("r", [:])
    try world.write("o", [:], type: "Other")
    #expect(
      world.taken() == ["new r create", "changed r update", "gone r delete", "new r create"])
  }

  @Test func `the record must fit: as it is, and when it goes as it was`() throws {
    let world = try World()
    let filter = JSONValue.object([
      "comparator": .string("GREATER_THAN"), "fieldName": .string("n"),
      "fieldValue": .object(["value": .integer(5), "type": .string("INT64")]),
    ])
    _ = try world.subscribe(filters: [filter])
    try world.write("r", ["n": .int64(1)])
    try world.write("r", ["n": .int64(6)])
    try world.write("r", ["n": .int64(2)])
    try world.write("r", nil)
    try world.write("q", ["n": .int64(7)])
    try world.write("q", nil)
    #expect(world.taken() == ["s r update", "s q create", "s q delete"])
  }

  @Test func `one zone, all zones, or the default zone`() throws {
    let world = try World()
    _ = try world.subscribe("one", on: [.create], zone: world.zone("Y"))
    _ = try world.subscribe("wide", on: [.create, .update])
    _ = try world.subscribe("default", on: [.create, .delete], wide: false)
    for name in ["Y", "Z", RecordZoneID.defaultZoneName] {
      try world.write("r-\(name)", [:], zone: world.zone(name))
    }
    #expect(
      world.taken() == [
        "one r-Y create", "wide r-Y create", "wide r-Z create",
        "default r-_defaultZone create", "wide r-_defaultZone create",
      ])
  }

  @Test func `once is once`() throws {
    let world = try World()
    _ = try world.subscribe(once: true)
    try world.write("a", [:])
    try world.write("b", [:])
    #expect(world.taken() == ["s a create"])
    #expect(try world.service.subscriptions(of: world.alice, in: .private).isEmpty)
  }

  @Test func `the public database tells everyone, the private one its owner`() throws {
    let world = try World()
    let zone = RecordZoneID(
      zoneName: RecordZoneID.defaultZoneName, ownerName: world.alice.userRecordName)
    _ = try world.subscribe("a", on: [.create], in: .public)
    _ = try world.subscribe("b", on: [.create], by: world.bob, in: .public)
    _ = try world.subscribe("p", on: [.create], by: world.bob)
    try world.write("r", [:], zone: zone, in: .public)
    try world.write("r", [:])
    #expect(Set(world.taken()) == ["a r create", "b r create"])
  }

  @Test func `combinations that the live server mixes up fail as they do there`() throws {
    let world = try World()
    #expect(try world.subscribe("one", on: [.create, .update]) == nil)
    #expect(try world.subscribe("one", on: [.update, .create]) == nil)
    let other = try world.subscribe("other", on: [.update, .create])
    #expect(other?.code == .internalError)
    #expect(other?.reason == "could not find subscription we just created")
    #expect(try world.subscribe("other", on: [.create]) == nil)
    #expect(try world.subscribe("third", type: "Other", on: [.create, .update]) == nil)
  }

  private static func filter(_ field: String, equals value: Int64) -> JSONValue {
    .object([
      "comparator": .string("EQUALS"), "fieldName": .string(field),
      "fieldValue": .object(["value": .integer(value), "type": .string("INT64")]),
    ])
  }

  @Test func `one type is watched by several queries and in several zones`() throws {
    let world = try World()
    for room in 1...2 {
      let filters = [Self.filter("n", equals: Int64(room))]
      #expect(try world.subscribe("room-\(room)", filters: filters, on: [.create]) == nil)
    }
    let again = try world.subscribe(
      "again", filters: [Self.filter("n", equals: 2)], on: [.create])
    #expect(again?.code == .internalError)
    for name in ["Y", "Z"] {
      #expect(try world.subscribe("in-\(name)", on: [.create], zone: world.zone(name)) == nil)
    }
    #expect(try world.subscribe("default", on: [.create], wide: false) == nil)
    try world.write("r", ["n": .int64(2)])
    #expect(world.taken() == ["in-Z r create", "room-2 r create"])
  }

  @Test func `a query that could never be answered is refused`() throws {
    let world = try World()
    let unknown = try world.subscribe(type: "Nothing")
    #expect(unknown?.code == .unknownItem)
    #expect(unknown?.reason == "Did not find record type: Nothing")
    for field in ["quiet", "absent"] {
      let refused = try world.subscribe(filters: [Self.filter(field, equals: 1)])
      #expect(refused?.code == .invalidArguments)
      #expect(refused?.reason == "Field '\(field)' is not marked queryable")
    }
    #expect(try world.subscribe(type: Share.recordType)?.code == .invalidArguments)
    #expect(try world.service.subscriptions(of: world.alice, in: .private).isEmpty)
  }

  @Test func `it works in two databases and with filters that are filters`() throws {
    let world = try World()
    #expect(try world.subscribe(in: .shared)?.code == .invalidArguments)
    #expect(try world.subscribe(zone: world.zone("no"))?.code == .zoneNotFound)
    let nonsense = JSONValue.object(["comparator": .string("LIKE"), "fieldName": .string("n")])
    #expect(try world.subscribe(filters: [nonsense])?.code == .invalidArguments)
    let large = JSONValue.object([
      "comparator": .string("EQUALS"), "fieldName": .string("n"),
      "fieldValue": .object(["value": .string(String(repeating: "x", count: 40_000))]),
    ])
    #expect(try world.subscribe(filters: [large])?.code == .limitExceeded)
    for kind in [Subscription.Kind.database, .zone(world.zone("Z"))] {
      let outcome = try world.service.modifySubscriptions(
        [.save(Subscription(subscriptionID: "s", kind: kind))], by: world.alice, in: .public)
      #expect(code(outcome.first?.result) == .invalidArguments)
    }
  }
}
