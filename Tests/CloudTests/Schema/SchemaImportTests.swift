import CloudCore
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Testing

/// Schemas as text, in and out, and from development to production.
@Suite struct SchemaImportTests {
  @Test func `a new environment has the type of users and nothing else`() throws {
    let world = try SchemaWorld()
    #expect(try world.administration().schema() == .initial)
    #expect(try world.administration(of: .production).schema() == .initial)
  }

  @Test func `an imported schema is exported the same`() throws {
    let world = try SchemaWorld()
    let text = "DEFINE SCHEMA CREATE ROLE R; RECORD TYPE T (a STRING QUERYABLE, GRANT READ TO R);"
    let imported = try world.administration().importSchema(text: text)
    let exported = try world.administration().schema()
    #expect(imported == exported)
    #expect(exported.roles == ["R"])
    #expect(exported.recordTypes.keys.sorted() == ["T", "Users"])
    #expect(try Schema(text: exported.text) == exported)
  }

  @Test func `a dry run changes nothing`() throws {
    let world = try SchemaWorld()
    _ = try world.administration().importSchema(
      text: "DEFINE SCHEMA RECORD TYPE T (a STRING);", isDryRun: true)
    #expect(try world.administration().schema() == .initial)
  }

  @Test func `a text that is wrong is refused with its place`() throws {
    let world = try SchemaWorld()
    #expect {
      try world.administration().importSchema(text: "DEFINE SCHEMA\nRECORD T;")
    } throws: {
      "\($0)" == "invalidArguments: The schema cannot be read: line 2, column 8: expected TYPE, "
        + "found T."
    }
  }

  @Test func `development loses fields with their values, and nothing that production has`() throws
  {
    let world = try SchemaWorld(schema: "DEFINE SCHEMA RECORD TYPE T (a STRING, b STRING);")
    world.save(world.record("r", "T", ["a": .string("1"), "b": .string("2")]))
    _ = try world.administration().importSchema(text: "DEFINE SCHEMA RECORD TYPE T (a STRING);")
    let record = try world.service().records(
      for: [(RecordID(recordName: "r", zoneID: world.zoneID), nil)], by: world.web, in: .private
    )[0].result.get()
    #expect(record.fields == ["a": .string("1")])
    _ = try world.administration(of: .production).promoteSchema()
    #expect {
      try world.administration().importSchema(text: "DEFINE SCHEMA RECORD TYPE T (b STRING);")
    } throws: {
      "\($0)" == "invalidArguments: The schema lacks types or fields that production has: "
        + "the field T.a. Add them."
    }
  }

  @Test func `a field or type with data is not taken away`() throws {
    let world = try SchemaWorld(schema: "DEFINE SCHEMA RECORD TYPE T (a STRING);")
    world.save(world.record("r", "T", ["a": .string("1")]))
    #expect {
      try world.administration().importSchema(text: "DEFINE SCHEMA")
    } throws: {
      "\($0)" == "invalidArguments: iCloud.test/development has 1 records of the type T, which "
        + "the schema lacks. Delete them first, or add the type."
    }
    #expect {
      try world.administration().importSchema(text: "DEFINE SCHEMA RECORD TYPE T (a INT64);")
    } throws: {
      "\($0)"
        == "invalidArguments: iCloud.test/development has 1 records with a value in the field "
        + "T.a as STRING (it would be INT64), which the schema lacks. Clear the field first, or "
        + "add it."
    }
    _ = try world.administration(of: .production).promoteSchema()
    world.save(world.record("r", "T", ["a": .string("1")]), in: .production)
    #expect {
      try world.administration(of: .production).importSchema(
        text: "DEFINE SCHEMA RECORD TYPE T ();")
    } throws: {
      "\($0)" == "invalidArguments: iCloud.test/production has 1 records with a value in the field "
        + "T.a, which the schema lacks. Clear the field first, or add it."
    }
  }

  @Test func `promoting gives production the schema of development, and takes nothing`() throws {
    let world = try SchemaWorld(schema: "DEFINE SCHEMA RECORD TYPE T (a STRING);")
    #expect(
      try world.administration(of: .production).promoteSchema() == world.administration().schema())
    // An earlier version took schemas that development did not have.
    let earlier = try Schema(
      text: "DEFINE SCHEMA RECORD TYPE T (a STRING, b STRING); RECORD TYPE U ();")
    try world.store.write(in: world.service(.production).partition) { transaction in
      try transaction.lockSchema()
      try transaction.setSchema(earlier)
    }
    #expect {
      try world.administration(of: .production).promoteSchema()
    } throws: {
      "\($0)" == "invalidArguments: Production would lose the record type U, the field T.b. Add it "
        + "to the schema of development first."
    }
    #expect(throws: CloudError.self) { try world.administration().promoteSchema() }
  }

  @Test func `production takes nothing that development lacks`() throws {
    let world = try SchemaWorld(schema: "DEFINE SCHEMA RECORD TYPE T (a STRING QUERYABLE);")
    let beginning =
      "invalidArguments: Production gets its types, fields and indexes from development, which lacks "
    for (text, lacking) in [
      ("RECORD TYPE T (a STRING QUERYABLE SORTABLE)", "an index of T.a"),
      ("RECORD TYPE T (a STRING, b STRING)", "the field T.b"),
      ("RECORD TYPE T (a INT64)", "the field T.a as INT64 (it would be STRING)"),
      ("RECORD TYPE U ()", "the record type U"),
      (
        #"RECORD TYPE T ("___createTime" TIMESTAMP QUERYABLE)"#, "a role or an index of this schema"
      ),
    ] {
      #expect {
        try world.administration(of: .production).importSchema(
          text: "DEFINE SCHEMA \(text);", isDryRun: true)
      } throws: {
        "\($0)" == beginning + lacking + ". Add it there first."
      }
    }
    #expect(try world.administration(of: .production).schema() == .initial)
    _ = try world.administration(of: .production).importSchema(
      text: "DEFINE SCHEMA RECORD TYPE T (a STRING);")
    #expect(try world.administration(of: .production).schema()["T"]?.fields["a"]?.indexes == [])
  }

  @Test func `resetting development empties it and gives it production's schema`() throws {
    let world = try SchemaWorld(
      schema: "DEFINE SCHEMA RECORD TYPE T (a STRING); RECORD TYPE P (a STRING);")
    let defaultZone = RecordZoneID(
      zoneName: RecordZoneID.defaultZoneName, ownerName: world.alice)
    world.save(world.record("r", "T", ["a": .string("1")]))
    world.save(world.record("d", "T", ["a": .string("1")], in: defaultZone))
    _ = try world.administration(of: .production).importSchema(
      text: "DEFINE SCHEMA RECORD TYPE P (a STRING);")
    let containers = ContainerService(cloud: world.cloud, clientSecret: "secret")
    try containers.reset(world.service().partition)
    #expect(try world.administration().schema().recordTypes.keys.sorted() == ["P", "Users"])
    let zones = try world.service().zones(of: world.web, in: .private)
    #expect(zones.map(\.zoneID.zoneName) == [RecordZoneID.defaultZoneName])
    let found = try world.service().records(
      for: [(RecordID(recordName: "d", zoneID: defaultZone), nil)], by: world.web, in: .private)
    #expect(code(found[0].result) == .unknownItem)
  }
}
