import CloudCore
import CloudModel
import CloudRules
import CloudWire
import Foundation
import Testing

/// The schema's checks of saves, and the fields that it learns from them.
@Suite struct SchemaRulesTests {
  private static let schema = """
    DEFINE SCHEMA
    RECORD TYPE T (
      text STRING, whole INT64, number DOUBLE, time TIMESTAMP, data BYTES, place LOCATION,
      link REFERENCE, file ASSET, texts LIST<STRING>, numbers LIST<DOUBLE>, wholes LIST<INT64>);
    """

  @Test func `native saves teach the development schema`() throws {
    let world = try SchemaWorld()
    let fields: [String: FieldValue] = [
      "text": .string("a"), "whole": .int64(1),
      "link": .reference(.init(recordName: "x", action: .none)),
      "texts": .list([.string("b")]), "nothing": .list([]),
    ]
    #expect(world.save(world.record("r", "T", fields), by: world.native).refusal == nil)
    let type = try #require(try world.administration().schema()["T"])
    #expect(
      type.fields.values.sorted { $0.name < $1.name }.map {
        "\($0.name) \($0.type) \($0.indexes.map(\.rawValue).sorted().joined(separator: " "))"
      } == [
        "link REFERENCE QUERYABLE", "text STRING QUERYABLE SEARCHABLE SORTABLE",
        "texts LIST<STRING> QUERYABLE SEARCHABLE SORTABLE", "whole INT64 QUERYABLE SORTABLE",
      ])
    #expect(type.systemIndexes == [:])
    #expect(type.grants == SchemaRole.defaultGrants)
    #expect(
      world.save(world.record("r2", "T", ["whole": .string("x")]), by: world.native).refusal
        == "invalidArguments invalid attempt to set value type STRING for field 'whole' for type "
        + "'T', defined to be: INT64")
  }

  @Test func `web saves teach nothing, unless every save is to teach`() throws {
    let world = try SchemaWorld()
    let record = world.record("r", "T", ["a": .int64(1)])
    #expect(world.save(record).refusal == "unknownItem Did not find record type: T")
    #expect(try world.administration().schema()["T"] == nil)
    try world.set(EnvironmentSettings(schemaLearning: .always))
    #expect(world.save(record).refusal == nil)
    #expect(try world.administration().schema()["T"]?.fields.keys.sorted() == ["a"])
    try world.set(EnvironmentSettings(schemaLearning: .never))
    #expect(
      world.save(world.record("r", "U"), by: world.native).refusal
        == "unknownItem Did not find record type: U")
  }

  @Test func `a web save cannot add a field`() throws {
    let world = try SchemaWorld(schema: Self.schema)
    #expect(
      world.save(world.record("r", "T", ["extra": .int64(1)])).refusal
        == "invalidArguments Cannot create or modify field 'extra' in record 'T'")
  }

  @Test func `production learns from nobody`() throws {
    let world = try SchemaWorld(schema: Self.schema)
    let unknown = world.record("r", "New", ["a": .int64(1)])
    #expect(
      world.save(unknown, by: world.native, in: .production).refusal
        == "invalidArguments Cannot create new type New in production schema")
    #expect(
      world.save(unknown, in: .production).refusal
        == "unknownItem Did not find record type: New")
    _ = try world.administration(of: .production).promoteSchema()
    for caller in [world.native, world.web] {
      #expect(
        world.save(world.record("r", "T", ["extra": .int64(1)]), by: caller, in: .production)
          .refusal
          == "invalidArguments Cannot create or modify field 'extra' in record 'T' in production "
          + "schema")
    }
    #expect(
      world.save(world.record("r", "T", ["whole": .int64(1)]), in: .production).refusal == nil)
  }

  @Test func `a refused batch teaches nothing`() throws {
    let world = try SchemaWorld()
    let batch = [
      world.record("good", "New", ["a": .int64(1)]), world.record("_bad", "New", ["a": .int64(1)]),
    ]
    let outcomes = try world.service().modifyRecords(
      batch.map { RecordModification(.save($0, .create)) }, atomically: true, by: world.native,
      in: .private)
    #expect(outcomes.map { code($0.result) } == [.batchRequestFailed, .invalidArguments])
    #expect(try world.administration().schema()["New"] == nil)
  }

  @Test func `a batch agrees with itself about a new field`() throws {
    let world = try SchemaWorld()
    let batch = [
      world.record("one", "New", ["a": .int64(1)]), world.record("two", "New", ["a": .string("")]),
    ]
    let outcomes = try world.service().modifyRecords(
      batch.map { RecordModification(.save($0, .create)) }, atomically: false, by: world.native,
      in: .private)
    #expect(outcomes.map { code($0.result) } == [nil, .invalidArguments])
  }

  @Test func `a value without a type takes the field's`() throws {
    let world = try SchemaWorld(schema: Self.schema)
    let given: [String: FieldValue] = [
      "number": .int64(3), "data": .string("AQI="), "numbers": .list([.int64(1), .double(0.5)]),
      "texts": .list([]), "wholes": .list([]),
    ]
    let saved = try world.save(
      world.record("r", "T", given), untyped: Set(given.keys)
    ).get()
    #expect(
      saved.fields == [
        "number": .double(3), "data": .bytes(Data([1, 2])),
        "numbers": .list([.double(1), .double(0.5)]), "texts": .list([]), "wholes": .list([]),
      ])
    #expect(
      saved.wireFields.mapValues(\.type)["texts"] == .some("STRING_LIST"),
      "an empty list has its field's type")
    #expect(saved.wireFields["wholes"]?.type == "INT64_LIST")
  }

  @Test(arguments: [
    ("time", FieldValue.int64(1), true, "Invalid value, expected type TIMESTAMP."),
    ("whole", .string("1"), true, "Invalid value, expected type INT64."),
    ("data", .string("&"), true, "Invalid value, expected type BYTES."),
    ("texts", .string("1"), true, "Invalid value, expected type STRING_LIST."),
    ("text", .list([.string("1")]), true, "Invalid value, expected type STRING."),
    ("wholes", .list([.int64(1), .string("")]), true, "Invalid value, expected type INT64_LIST."),
    (
      "number", .int64(1), false,
      "invalid attempt to set value type INT64 for field 'number' for type 'T', defined to be: "
        + "DOUBLE"
    ),
    (
      "text", .list([.string("1")]), false,
      "invalid attempt to set value type STRING_LIST for field 'text' for type 'T', defined to be: "
        + "STRING"
    ),
    (
      "link", .string("x"), false,
      "invalid attempt to set value type STRING for field 'link' for type 'T', defined to be: "
        + "REFERENCE"
    ),
    (
      "file", .string("x"), false,
      "invalid attempt to set value type STRING for field 'file' for type 'T', defined to be: "
        + "ASSETID"
    ),
    (
      "text", .list([]), false,
      "invalid attempt to set value type UNKNOWN_LIST for field 'text' for type 'T', defined to be: "
        + "STRING"
    ),
  ])
  func `a value of another type is refused`(
    field: String, value: FieldValue, isUntyped: Bool, reason: String
  ) throws {
    let world = try SchemaWorld(schema: Self.schema)
    let result = world.save(
      world.record("r", "T", [field: value]), untyped: isUntyped ? [field] : [])
    #expect(result.refusal == "invalidArguments " + reason)
  }

  @Test func `an encrypted value without a type is bytes`() throws {
    let types = ["STRING", "BYTES", "INT64", "DOUBLE", "TIMESTAMP", "LOCATION"]
    let fields = types.flatMap { ["\($0)_one ENCRYPTED \($0)", "\($0)_all LIST<ENCRYPTED \($0)>"] }
    let world = try SchemaWorld(
      schema: """
        DEFINE SCHEMA RECORD TYPE Note (\(fields.joined(separator: ", ")),
          GRANT CREATE, WRITE TO "_icloud");
        """)
    let values: [(String, FieldValue)] = [
      ("STRING", .string("s")), ("INT64", .int64(1)), ("DOUBLE", .double(1.5)),
      ("DOUBLE", .int64(1)), ("LOCATION", .location(Location(latitude: 1, longitude: 2))),
      ("TIMESTAMP", .int64(1)),
    ]
    for (type, value) in values {
      for (field, value, suffix) in [
        ("\(type)_one", value, ""), ("\(type)_all", .list([value]), "_LIST"),
      ] {
        let record = world.record("r", "Note", [field: value], encrypted: [field])
        #expect(
          world.save(record, untyped: [field]).refusal
            == "invalidArguments invalid attempt to set value type ENCRYPTED_BYTES\(suffix) for field "
            + "'\(field)' for type 'Note', defined to be: ENCRYPTED_\(type)\(suffix)")
      }
    }
    // Bytes are what it is taken for; an empty list has no elements of the wrong type.
    for (field, sent, stored) in [
      ("BYTES_one", FieldValue.string("AQI="), FieldValue.bytes(Data([1, 2]))),
      ("BYTES_all", .list([.string("AQI=")]), .list([.bytes(Data([1, 2]))])),
      ("STRING_all", .list([]), .list([])),
    ] {
      let record = world.record("r", "Note", [field: sent], encrypted: [field])
      #expect(try world.save(record, untyped: [field]).get().fields[field] == stored)
    }
  }

  @Test func `encrypted fields agree with their flag both ways`() throws {
    let world = try SchemaWorld(
      schema: """
        DEFINE SCHEMA RECORD TYPE T (
          secret ENCRYPTED STRING, blob ENCRYPTED BYTES, plain STRING, link REFERENCE,
          GRANT CREATE, WRITE TO "_icloud");
        """)
    let fields: [String: FieldValue] = ["secret": .string("s"), "blob": .bytes(Data([1]))]
    let saved = try world.save(
      world.record("r", "T", fields, encrypted: ["secret", "blob"])
    ).get()
    #expect(saved.fields == fields)
    #expect(saved.encryptedKeys == ["secret", "blob"])
    #expect(saved.wireFields["blob"]?.isEncrypted == true)
    let table: [(Record, String)] = [
      (
        world.record("x", "T", ["secret": .string("s")]),
        "invalid attempt to set value type ENCRYPTED_BYTES for field 'secret' for type 'T', "
          + "defined to be: ENCRYPTED_STRING"
      ),
      (
        world.record("x", "T", ["plain": .string("s")], encrypted: ["plain"]),
        "Attempt to save encrypted data in non encrypted field type"
      ),
      (
        world.record("x", "T", ["secret": .int64(1)], encrypted: ["secret"]),
        "invalid attempt to set value type ENCRYPTED_INT64 for field 'secret' for type 'T', "
          + "defined to be: ENCRYPTED_STRING"
      ),
    ]
    for (record, reason) in table {
      #expect(world.save(record).refusal == "invalidArguments " + reason)
    }
    let link = world.record(
      "x", "N", ["link": .reference(.init(recordName: "y", action: .none))], encrypted: ["link"])
    #expect(
      world.save(link, by: world.native).refusal
        == "invalidArguments Attempt to save encrypted data in non encrypted field type")
    let publicZone = RecordZoneID(
      zoneName: RecordZoneID.defaultZoneName, ownerName: RecordZoneID.currentUserDefaultName)
    for encrypted in [["secret"], []] as [Set<String>] {
      let record = world.record(
        "p", "T", ["secret": .string("s")], encrypted: encrypted, in: publicZone)
      #expect(
        world.save(record, in: .development, .public).refusal
          == "invalidArguments encrypted fields are not supported in the public database")
    }
  }

  @Test func `a native save teaches an encrypted field without indexes`() throws {
    let world = try SchemaWorld()
    world.save(world.record("r", "T", ["s": .string("x")], encrypted: ["s"]), by: world.native)
    let field = try world.administration().schema()["T"]?.fields["s"]
    #expect(field == FieldDefinition(name: "s", type: FieldType(.string, isEncrypted: true)))
  }

  @Test func `a type learns at most 256 fields`() throws {
    let world = try SchemaWorld()
    let fields = Dictionary(uniqueKeysWithValues: (1...257).map { ("f\($0)", FieldValue.int64(1)) })
    #expect(
      world.save(world.record("r", "T", fields), by: world.native).refusal
        == "limitExceeded limit exceeded: a record type has at most 256 fields")
    #expect(try world.administration().schema()["T"] == nil)
  }

  @Test func `rights in the public database are the schema's grants`() throws {
    let world = try SchemaWorld(
      schema: """
        DEFINE SCHEMA
        RECORD TYPE Standard (a INT64, GRANT READ TO "_world", GRANT CREATE TO "_icloud",
          GRANT WRITE TO "_creator");
        RECORD TYPE Frozen (a INT64, GRANT CREATE TO "_icloud");
        RECORD TYPE Closed (a INT64);
        """)
    let bob = Caller(userRecordName: try world.accounts.createAccount(named: "bob").userRecordName)
    let zone = RecordZoneID(
      zoneName: RecordZoneID.defaultZoneName, ownerName: RecordZoneID.currentUserDefaultName)
    func save(_ type: String, _ caller: Caller) -> String? {
      let record = world.record("r-\(type)", type, ["a": .int64(1)], in: zone)
      return world.save(record, by: caller, in: .development, .public).refusal
    }
    #expect(save("Standard", world.web) == nil)
    #expect(save("Standard", world.web) == nil)
    #expect(save("Standard", bob) == "permissionFailure WRITE operation not permitted")
    #expect(save("Frozen", world.web) == nil)
    #expect(save("Frozen", world.web) == "permissionFailure WRITE operation not permitted")
    #expect(save("Closed", world.web) == "permissionFailure CREATE operation not permitted")
  }
}
