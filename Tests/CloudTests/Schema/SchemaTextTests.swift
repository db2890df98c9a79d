import CloudModel
import CloudRules
import Testing

/// The CloudKit Schema Language.
@Suite struct SchemaTextTests {
  private static let example = """
    DEFINE SCHEMA
        CREATE ROLE DeptManager;

        RECORD TYPE Department ( // what people belong to
            "___createTime" TIMESTAMP QUERYABLE SORTABLE,
            "___recordID" REFERENCE QUERYABLE,
            name STRING, -- of the department
            phone LIST<STRING>,
            /* Salaries are
               nobody's business. */
            budget ENCRYPTED DOUBLE,
            employees LIST<REFERENCE>,
            "grant" NUMBER PREFERRED AS INT64 queryable,
            GRANT WRITE TO "_creator",
            GRANT CREATE TO "_icloud",
            GRANT READ TO "_world",
            GRANT WRITE, CREATE, READ TO DeptManager
        );
    """

  @Test func `a schema is read with its roles, types, indexes and grants`() throws {
    let schema = try Schema(text: Self.example)
    #expect(schema.roles == ["DeptManager"])
    let type = try #require(schema["Department"])
    #expect(
      type
        == RecordTypeDefinition(
          name: "Department",
          fields: [
            FieldDefinition(name: "name", type: FieldType(.string)),
            FieldDefinition(name: "phone", type: FieldType(.string, isList: true)),
            FieldDefinition(name: "budget", type: FieldType(.double, isEncrypted: true)),
            FieldDefinition(name: "employees", type: FieldType(.reference, isList: true)),
            FieldDefinition(name: "grant", type: FieldType(.int64), indexes: [.queryable]),
          ],
          systemIndexes: [.createTime: [.queryable, .sortable], .recordID: [.queryable]],
          grants: [
            "_creator": [.write], "_icloud": [.create], "_world": [.read],
            "DeptManager": [.read, .create, .write],
          ]))
  }

  @Test func `a schema is written as cktool writes it`() throws {
    #expect(
      try Schema(text: Self.example).text == """
        DEFINE SCHEMA

            CREATE ROLE DeptManager;

            RECORD TYPE Department (
                "___createTime" TIMESTAMP QUERYABLE SORTABLE,
                "___createdBy"  REFERENCE,
                "___etag"       STRING,
                "___modTime"    TIMESTAMP,
                "___modifiedBy" REFERENCE,
                "___recordID"   REFERENCE QUERYABLE,
                budget          ENCRYPTED DOUBLE,
                employees       LIST<REFERENCE>,
                "grant"         INT64 QUERYABLE,
                name            STRING,
                phone           LIST<STRING>,
                GRANT READ, CREATE, WRITE TO DeptManager,
                GRANT WRITE TO "_creator",
                GRANT CREATE TO "_icloud",
                GRANT READ TO "_world"
            );

        """)
  }

  @Test func `every schema that is written is read back the same`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let schema = Self.schema(&generator)
      let text = schema.text
      #expect(try Schema(text: text) == schema, "seed \(seed): \(text)")
      #expect(try Schema(text: text).text == text, "seed \(seed)")
    }
  }

  @Test(arguments: [
    ("", "line 1, column 1: expected DEFINE, found the end."),
    ("DEFINE SCHEMA RECORD TYPE T ()", "line 1, column 31: expected ;, found the end."),
    (
      "DEFINE SCHEMA\nTABLE T ();",
      "line 2, column 1: expected RECORD TYPE or CREATE ROLE, found TABLE."
    ),
    (
      "DEFINE SCHEMA RECORD TYPE T (a TEXT);",
      "line 1, column 32: expected a type: ASSET, BYTES, DOUBLE, INT64, LOCATION, REFERENCE, "
        + "STRING, TIMESTAMP, LIST<…> or ENCRYPTED …, found TEXT."
    ),
    (
      "DEFINE SCHEMA RECORD TYPE T (\n  a STRING,\n  a INT64);",
      "line 3, column 3: the field a is defined twice in T. Remove one."
    ),
    (
      "DEFINE SCHEMA RECORD TYPE T (a STRING); RECORD TYPE T ();",
      "line 1, column 53: the record type T is defined twice. Remove one."
    ),
    (
      "DEFINE SCHEMA RECORD TYPE T (grant STRING);",
      "line 1, column 36: expected READ, CREATE or WRITE, found STRING."
    ),
    (
      "DEFINE SCHEMA RECORD TYPE T (queryable STRING);",
      "line 1, column 30: queryable is a reserved word. Write it in double quotes to use it as a "
        + "name."
    ),
    (
      "DEFINE SCHEMA RECORD TYPE T (\"___nope\" STRING);",
      "line 1, column 30: no system field is called ___nope; there are ___createTime, "
        + "___createdBy, ___etag, ___modTime, ___modifiedBy, ___parent, ___recordID, ___share."
    ),
    (
      "DEFINE SCHEMA RECORD TYPE T (\"___recordID\" STRING);",
      "line 1, column 30: the system field ___recordID has the type REFERENCE."
    ),
    (
      "DEFINE SCHEMA RECORD TYPE T (a ASSET QUERYABLE);",
      "line 1, column 38: a cannot be QUERYABLE: it has the type ASSET. Remove the word."
    ),
    (
      "DEFINE SCHEMA RECORD TYPE T (a ENCRYPTED STRING SORTABLE);",
      "line 1, column 49: a cannot be SORTABLE: it has the type ENCRYPTED STRING. Remove the word."
    ),
    (
      "DEFINE SCHEMA RECORD TYPE T (a ENCRYPTED REFERENCE);",
      "line 1, column 42: REFERENCE cannot be ENCRYPTED. Remove the word."
    ),
    (
      "DEFINE SCHEMA RECORD TYPE T (a INT64 SEARCHABLE);",
      "line 1, column 38: a cannot be SEARCHABLE: it has the type INT64. Remove the word."
    ),
    (
      "DEFINE SCHEMA RECORD TYPE T (GRANT READ TO Nobody);",
      "line 1, column 44: there is no role Nobody. Add CREATE ROLE Nobody; or use one of "
        + "\"_creator\", \"_icloud\", \"_world\"."
    ),
    (
      "DEFINE SCHEMA RECORD TYPE T (a STRING /* never ends",
      "line 1, column 39: the comment has no end. Add */ after it."
    ),
    (
      "DEFINE SCHEMA RECORD TYPE \"T",
      "line 1, column 27: the name in double quotes has no end. Add a quote."
    ),
    (
      "DEFINE SCHEMA RECORD TYPE T ($a STRING);",
      "line 1, column 30: unexpected ‘$’. Remove it, or put a name in double quotes."
    ),
    (
      "DEFINE SCHEMA RECORD TYPE T (a\u{7}STRING);",
      "line 1, column 31: unexpected U+7. Remove it, or put a name in double quotes."
    ),
    (
      "DEFINE SCHEMA RECORD TYPE \"two words\" ();",
      "line 1, column 27: a name is a letter, then letters, digits and underscores, at most 255 "
        + "together."
    ),
    (
      "DEFINE SCHEMA CREATE ROLE _mine;",
      "line 1, column 27: a role of your own cannot begin with an underscore."
    ),
  ])
  func `a text that is wrong says where, what and what to do`(text: String, message: String) {
    #expect {
      try Schema(text: text)
    } throws: {
      "\($0)" == message
    }
  }

  @Test func `a type has at most 256 fields`() {
    let fields = (1...257).map { "f\($0) STRING" }.joined(separator: ", ")
    #expect {
      try Schema(text: "DEFINE SCHEMA RECORD TYPE T (\(fields));")
    } throws: {
      "\($0)".hasSuffix("T has more than 256 fields. Split the type.")
    }
  }

  private static func schema(_ generator: inout SplitMix64) -> Schema {
    let roles = Set((0..<Int.random(in: 0...2, using: &generator)).map { "Role\($0)" })
    let types = (0..<Int.random(in: 0...4, using: &generator)).map { index in
      let fields = (0..<Int.random(in: 0...6, using: &generator)).map { number in
        let primitive = FieldType.Primitive.allCases.randomElement(using: &generator) ?? .string
        let type = FieldType(
          primitive, isList: Bool.random(using: &generator),
          isEncrypted: primitive.canBeEncrypted && Bool.random(using: &generator))
        let name =
          ["grant", "queryable", "list", "field"][number % 4] + (number > 1 ? "\(number)" : "")
        return FieldDefinition(
          name: name, type: type,
          indexes: type.possibleIndexes.filter { _ in Bool.random(using: &generator) })
      }
      var system: [SystemField: Set<FieldIndex>] = [:]
      for field in SystemField.allCases where Bool.random(using: &generator) {
        system[field] = field.type.possibleIndexes.filter { _ in Bool.random(using: &generator) }
      }
      var grants: [String: Set<SchemaPermission>] = [:]
      for role in SchemaRole.all.union(roles) {
        grants[role] = Set(
          SchemaPermission.allCases.filter { _ in Bool.random(using: &generator) })
      }
      return RecordTypeDefinition(
        name: index == 0 ? "Sortable" : "Type\(index)", fields: fields, systemIndexes: system,
        grants: grants)
    }
    return Schema(roles: roles, recordTypes: types)
  }
}
