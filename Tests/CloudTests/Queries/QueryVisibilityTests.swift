import CloudCore
import CloudModel
import CloudRules
import Testing

/// Which zones a query looks into, and what it shows to whom.
@Suite struct QueryVisibilityTests {
  private static let schema = """
    DEFINE SCHEMA
    RECORD TYPE T ("___recordID" REFERENCE QUERYABLE, GRANT READ TO "_world",
      GRANT CREATE TO "_icloud", GRANT WRITE TO "_creator");
    RECORD TYPE Own ("___recordID" REFERENCE QUERYABLE, GRANT CREATE TO "_icloud",
      GRANT READ, WRITE TO "_creator");
    RECORD TYPE Hidden ("___recordID" REFERENCE QUERYABLE, GRANT CREATE TO "_icloud");
    """

  private static func defaultZone(_ owner: String) -> RecordZoneID {
    RecordZoneID(zoneName: RecordZoneID.defaultZoneName, ownerName: owner)
  }

  @Test func `a query looks into its zone, or into all of one's own`() throws {
    let world = try SchemaWorld(schema: Self.schema)
    let other = RecordZoneID(zoneName: "Y", ownerName: world.alice)
    _ = try world.service().modifyZones([.create(other)], by: world.web, in: .private)
    world.save(world.record("z"))
    world.save(world.record("y", in: other))
    world.save(world.record("d", in: Self.defaultZone(world.alice)))
    #expect(try world.pages() == ["z"])
    #expect(try world.pages(in: .zone(other)) == ["y"])
    #expect(try world.pages(in: .zone(Self.defaultZone(world.alice))) == ["d"])
    #expect(try world.pages(in: .all) == ["z y d"])
    #expect(try world.pages(limit: 1, in: .all) == ["z", "y", "d"])
  }

  @Test func `a query of another partition finds nothing here`() throws {
    let world = try SchemaWorld(schema: Self.schema)
    _ = try world.administration(of: .production).promoteSchema()
    world.save(world.record("dev"))
    let page = try world.service(.production).query(
      Query(recordType: "T"), in: .zone(world.zoneID), by: world.web, in: .private)
    #expect(page.records.isEmpty)
  }

  @Test func `participants query what is shared with them, strangers nothing`() throws {
    let world = try SchemaWorld(schema: Self.schema)
    let bob = Caller(userRecordName: try world.accounts.createAccount(named: "bob").userRecordName)
    world.save(world.record("z"))
    #expect(throws: CloudError.self) { try world.pages(by: bob, .shared) }
    #expect(throws: CloudError.self) { try world.pages(by: bob) }
    let share = Record(
      recordType: Share.recordType, recordID: .zoneWideShare(in: world.zoneID),
      share: Share(publicPermission: .readOnly, participants: []))
    let saved = try world.save(share).get()
    _ = try world.service().accept(
      [.init(shortGUID: try #require(saved.share?.shortGUID))], by: bob)
    #expect(try world.pages(by: bob, .shared) == ["z"])
    #expect(try world.pages(by: bob, .shared, in: .all) == ["z"])
    _ = try world.service().modifyZones([.delete(world.zoneID)], by: bob, in: .shared)
    #expect(throws: CloudError.self) { try world.pages(by: bob, .shared) }
    #expect(try world.pages(by: bob, .shared, in: .all) == [""])
  }

  @Test func `a participant of a hierarchy queries that hierarchy alone`() throws {
    let world = try SchemaWorld(schema: Self.schema)
    let bob = Caller(userRecordName: try world.accounts.createAccount(named: "bob").userRecordName)
    world.save(world.record("root"))
    var child = world.record("child")
    child.parent = "root"
    world.save(child)
    world.save(world.record("outside"))
    var share = world.record("share", Share.recordType)
    share.share = Share(publicPermission: .readOnly, participants: [])
    share.share?.rootRecordName = "root"
    let saved = try world.save(share).get()
    _ = try world.service().accept(
      [.init(shortGUID: try #require(saved.share?.shortGUID))], by: bob)
    #expect(try world.pages() == ["root child outside"])
    #expect(try world.pages(by: bob, .shared) == ["root child"])
    #expect(try world.pages(limit: 1, by: bob, .shared, in: .all) == ["root", "child"])
  }

  @Test func `the public database shows what the type's grants allow`() throws {
    let world = try SchemaWorld(schema: Self.schema)
    let bob = Caller(userRecordName: try world.accounts.createAccount(named: "bob").userRecordName)
    let zone = Self.defaultZone(RecordZoneID.currentUserDefaultName)
    for type in ["T", "Own", "Hidden"] {
      world.save(world.record("alice\(type)", type, in: zone), in: .development, .public)
      world.save(world.record("bob\(type)", type, in: zone), by: bob, in: .development, .public)
    }
    func names(_ type: String, _ caller: Caller) -> String {
      do {
        return try world.pages(type: type, by: caller, .public, in: .zone(zone)).joined()
      } catch {
        return "\(error)"
      }
    }
    #expect(names("T", .anonymous) == "aliceT bobT")
    #expect(names("T", bob) == "aliceT bobT")
    #expect(names("Own", bob) == "bobOwn")
    #expect(names("Own", .anonymous) == "notAuthenticated: request needs authorization")
    #expect(names("Hidden", bob) == "permissionFailure: READ operation not permitted")
  }
}
