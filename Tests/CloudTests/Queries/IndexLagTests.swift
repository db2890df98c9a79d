import CloudCore
import CloudModel
import CloudRules
import Foundation
import Testing

/// Indexes that trail behind the data.
@Suite struct IndexLagTests {
  private static func world(lag seconds: Double) throws -> SchemaWorld {
    let world = try SchemaWorld(
      schema:
        #"DEFINE SCHEMA RECORD TYPE T ("___recordID" REFERENCE QUERYABLE, a STRING QUERYABLE);"#)
    try world.set(EnvironmentSettings(indexLagMilliseconds: Int64(seconds * 1000)))
    return world
  }

  private static func filter(_ text: String) -> [Query.Filter] {
    [Query.Filter(.field("a"), .equals, .string(text))]
  }

  @Test func `a record is found when the lag is over, and read at once`() throws {
    let world = try Self.world(lag: 3)
    world.save(world.record("r", "T", ["a": .string("x")]))
    let recordID = RecordID(recordName: "r", zoneID: world.zoneID)
    let read = try world.service().records(for: [(recordID, nil)], by: world.web, in: .private)
    #expect(code(read[0].result) == nil)
    #expect(world.answer(Self.filter("x")) == "")
    world.pass(milliseconds: 2999)
    #expect(world.answer(Self.filter("x")) == "")
    world.pass(milliseconds: 1)
    #expect(world.answer(Self.filter("x")) == "r")
    #expect(world.answer() == "r")
  }

  @Test func `every change has its own time`() throws {
    let world = try Self.world(lag: 3)
    world.save(world.record("r", "T", ["a": .string("x")]))
    world.pass(milliseconds: 2000)
    world.save(world.record("r", "T", ["a": .string("y")]))
    world.pass(milliseconds: 1000)
    #expect(world.answer(Self.filter("x")) == "r")
    #expect(world.answer(Self.filter("y")) == "")
    world.pass(milliseconds: 2000)
    #expect(world.answer(Self.filter("x")) == "")
    #expect(world.answer(Self.filter("y")) == "r")
  }

  @Test func `a deleted record is never found`() throws {
    let world = try Self.world(lag: 3)
    world.save(world.record("r", "T", ["a": .string("x")]))
    world.pass(milliseconds: 3000)
    #expect(world.answer(Self.filter("x")) == "r")
    try world.delete("r")
    #expect(world.answer(Self.filter("x")) == "")
    world.pass(milliseconds: 3000)
    #expect(world.answer() == "")
  }

  @Test func `a fault lets one save trail behind, and ends by itself`() async throws {
    let world = try Self.world(lag: 0)
    let faults = world.cloud.conditions.faults
    try faults.add([
      CloudFault(
        filter: .init(operation: "records/modify"), schedule: .init(count: 1),
        effect: .lagIndex(seconds: 5))
    ])
    let database = InProcessContainer(
      cloud: world.cloud, partition: world.service().partition,
      relay: NotificationCourier(hold: .seconds(1), surroundings: .deterministic()),
      caller: world.web
    ).database(with: .private)
    let save = { (name: String) async throws in
      _ = try await database.modifyRecords(
        saving: [world.record(name, "T", ["a": .string("x")])], deleting: [],
        savePolicy: .allKeys, atomically: false)
    }
    try await save("late")
    #expect(faults.statuses.map(\.end) == [.count])
    try await save("early")
    let recordID = RecordID(recordName: "late", zoneID: world.zoneID)
    let found = try await database.records(for: [recordID], desiredKeys: nil)
    #expect(try found[recordID]?.get().recordID == recordID)
    #expect(world.answer(Self.filter("x")) == "early")
    world.pass(milliseconds: 4999)
    #expect(world.answer(Self.filter("x")) == "early")
    world.pass(milliseconds: 1)
    #expect(world.answer(Self.filter("x")) == "late early")
  }

  @Test func `without lag again nothing old comes back`() throws {
    let world = try Self.world(lag: 3)
    world.save(world.record("r", "T", ["a": .string("x")]))
    try world.set(EnvironmentSettings(indexLagMilliseconds: 0))
    world.save(world.record("r", "T", ["a": .string("y")]))
    world.pass(milliseconds: 3000)
    #expect(world.answer(Self.filter("x")) == "")
    #expect(world.answer(Self.filter("y")) == "r")
  }
}
