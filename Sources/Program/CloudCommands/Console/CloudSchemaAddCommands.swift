import ArgumentParser
import CloudClient
import CloudModel
import CommandSupport

struct CloudSchemaAddIndexCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add-index", abstract: "Add an index to a field.",
    discussion: """
      The index is built from the records that are there. Indexes are added to development, and given to \
      production with promote.

      EXAMPLES
        zonechat cloud schema add-index Message senderID queryable
        zonechat cloud schema add-index Message recordName queryable
      """)

  @OptionGroup var addition: SchemaAdditionOptions

  @Argument(help: ArgumentHelp("The record type.", valueName: "type"))
  var type: String

  @Argument(help: ArgumentHelp("The field, or a system field like recordName.", valueName: "field"))
  var field: String

  @Argument(
    help: ArgumentHelp("The index: queryable, sortable or searchable.", valueName: "index"),
    transform: fieldIndex)
  var index: FieldIndex

  func run() async throws {
    try await addition.add("add-index") { schema in
      var type = try schema.recordType(type)
      var field = try type.field(field)
      let isNew = field.indexes.insert(index).inserted
      guard field.type.possibleIndexes.contains(index) else {
        let possible = FieldIndex.allCases.filter(field.type.possibleIndexes.contains)
          .map { $0.rawValue.lowercased() }
        throw Failure(
          "A field of the type \(field.type) cannot be \(index.rawValue.lowercased()). "
            + (possible.isEmpty
              ? "It can have no index." : "It can be \(possible.joined(separator: " or "))."),
          code: .usage)
      }
      if let system = field.system {
        type.systemIndexes[system] = field.indexes
      } else {
        type.fields[field.name]?.indexes = field.indexes
      }
      return SchemaAddition(type: type, field: field, isNew: isNew)
    }
  }
}

struct CloudSchemaAddFieldCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add-field", abstract: "Add a field to a record type.",
    discussion: """
      A new field has no index; add-index adds one. Fields are added to development, and given to \
      production with promote.

      EXAMPLES
        zonechat cloud schema add-field Message language string
        zonechat cloud schema add-field Message labels string --list
      """)

  @OptionGroup var addition: SchemaAdditionOptions

  @Argument(help: ArgumentHelp("The record type.", valueName: "type"))
  var type: String

  @Argument(help: ArgumentHelp("The name of the new field.", valueName: "field"))
  var field: String

  @Argument(
    help: ArgumentHelp(
      "The type: \(FieldType.Primitive.allCases.map { $0.rawValue.lowercased() }.joined(separator: ", ")).",
      valueName: "kind"),
    transform: fieldPrimitive)
  var kind: FieldType.Primitive

  @Flag(help: "The field has a list of such values.") var list = false

  @Flag(help: "The values are encrypted; no index can be added.") var encrypted = false

  func validate() throws {
    guard field.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) != nil,
      field.utf8.count <= CloudLimits.nameLength
    else {
      throw ValidationError(
        "‘\(field)’ cannot name a field. Use a letter, and then letters, digits and underscores.")
    }
    guard !encrypted || kind.canBeEncrypted else {
      throw ValidationError("A field of the type \(kind.rawValue) cannot be encrypted.")
    }
  }

  func run() async throws {
    let wanted = FieldType(kind, isList: list, isEncrypted: encrypted)
    try await addition.add("add-field") { schema in
      var type = try schema.recordType(type)
      guard let present = type.fields[field] else {
        type.fields[field] = FieldDefinition(name: field, type: wanted)
        let added = ConsoleField(name: field, type: wanted, indexes: [])
        return SchemaAddition(type: type, field: added, isNew: true)
      }
      guard present.type == wanted else {
        throw Failure(
          "\(type.name).\(field) has the type \(present.type), which cannot be changed. Choose "
            + "another name.")
      }
      return SchemaAddition(type: type, field: try type.field(field), isNew: false)
    }
  }
}

/// A record type with one more field or index.
struct SchemaAddition {
  var type: RecordTypeDefinition
  var field: ConsoleField
  /// Whether the schema did not have it before.
  var isNew: Bool
}

/// The schema to which something is added, and the report about it.
struct SchemaAdditionOptions: ParsableArguments {
  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var container: SchemaContainerOptions

  @Option(
    name: .long, help: "The environment: development or production.",
    completion: .environments, transform: schemaEnvironment)
  var environment: CloudEnvironment = .development

  /// Reads the schema, and adds to it what `change` says.
  func add(
    _ action: String, _ change: (Schema) throws -> SchemaAddition
  ) async throws {
    let addition = try await administration.askStarted { cloud in
      if environment == .production {
        // It refuses every addition; its reason says more than that it lacks the type.
        try await cloud.extendSchema(by: Schema(), of: container.container, in: environment)
      }
      let schema = try await cloud.readSchema(of: container.container, in: environment)
      let addition = try change(schema)
      if addition.isNew {
        // The cloud adds what is new in one step, so what apps teach it meanwhile stays.
        try await cloud.extendSchema(
          by: Schema(roles: schema.roles, recordTypes: [addition.type]),
          of: container.container, in: environment)
      }
      return addition
    }
    let field = addition.field
    if administration.options.json {
      try Output.json(
        SchemaAdditionJSON(
          action: action, recordType: addition.type.name, field: field.name,
          type: field.type.description, indexes: field.indexNames, isNew: addition.isNew))
      return
    }
    let indexes = field.indexNames.map { " " + $0 }.joined()
    Output.note(
      "\(addition.type.name).\(field.name) is \(field.type)\(indexes)"
        + (addition.isNew ? " now." : " already."))
  }
}

/// The addition to a schema, as `--json` prints it.
private struct SchemaAdditionJSON: Encodable {
  /// `add-field` or `add-index`.
  var action: String
  var recordType: String
  var field: String
  /// In the schema language.
  var type: String
  var indexes: [String]
  /// Whether the schema did not have it before.
  var isNew: Bool
}

extension ConsoleField {
  fileprivate var indexNames: [String] {
    FieldIndex.allCases.filter(indexes.contains).map(\.rawValue)
  }
}

@Sendable private func fieldIndex(_ name: String) throws -> FieldIndex {
  guard let index = FieldIndex(rawValue: name.uppercased()) else {
    throw ValidationError("‘\(name)’ is not an index. Write queryable, sortable or searchable.")
  }
  return index
}

@Sendable private func fieldPrimitive(_ name: String) throws -> FieldType.Primitive {
  guard let primitive = FieldType.Primitive(rawValue: name.uppercased()) else {
    let names = FieldType.Primitive.allCases.map { $0.rawValue.lowercased() }
    throw ValidationError("‘\(name)’ is not a type. Write \(names.joined(separator: ", ")).")
  }
  return primitive
}
