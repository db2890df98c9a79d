/// Reads the CloudKit Schema Language.
///
/// ```
/// DEFINE SCHEMA
///     CREATE ROLE Editor;
///     RECORD TYPE Note (
///         "___recordID" REFERENCE QUERYABLE,
///         title STRING QUERYABLE SORTABLE,
///         body ENCRYPTED STRING,
///         tags LIST<STRING>,
///         GRANT WRITE TO "_creator"
///     );
/// ```
///
/// Source: CloudKit, "Integrating a Text-Based Schema into Your Workflow".
struct SchemaParser {
  /// Words that can be names only in double quotes.
  static let reserved: Set<String> = ["GRANT", "PREFERRED", "QUERYABLE", "SORTABLE", "SEARCHABLE"]

  private let tokens: [SchemaLexer.Token]
  private var index = 0
  private var schema = Schema()
  private var usedRoles: [(name: String, token: SchemaLexer.Token)] = []

  static func schema(from text: String) throws(SchemaSyntaxError) -> Schema {
    var parser = SchemaParser(tokens: try SchemaLexer.tokens(of: text))
    return try parser.parse()
  }

  private init(tokens: [SchemaLexer.Token]) { self.tokens = tokens }

  private mutating func parse() throws(SchemaSyntaxError) -> Schema {
    try expect("DEFINE")
    try expect("SCHEMA")
    while current.kind != .end {
      if takes("CREATE") {
        try expect("ROLE")
        try role()
      } else if takes("RECORD") {
        try expect("TYPE")
        try recordType()
      } else {
        throw wrong("expected RECORD TYPE or CREATE ROLE")
      }
      try expect(";")
    }
    for (name, token) in usedRoles
    where !SchemaRole.all.contains(name) && !schema.roles.contains(name) {
      throw wrong(
        "there is no role \(name). Add CREATE ROLE \(name); or use one of "
          + SchemaRole.all.sorted().map { "\"\($0)\"" }.joined(separator: ", "), at: token)
    }
    return schema
  }

  private mutating func role() throws(SchemaSyntaxError) {
    let start = current
    let name = try identifier("a role")
    guard !name.hasPrefix("_") else {
      throw wrong("a role of your own cannot begin with an underscore", at: start)
    }
    guard schema.roles.insert(name).inserted else {
      throw wrong("the role \(name) is created twice. Remove one", at: start)
    }
  }

  private mutating func recordType() throws(SchemaSyntaxError) {
    let start = current
    let name = try identifier("a record type")
    guard !name.hasPrefix("_") else {
      throw wrong("a record type cannot begin with an underscore", at: start)
    }
    guard schema[name] == nil else {
      throw wrong("the record type \(name) is defined twice. Remove one", at: start)
    }
    var type = RecordTypeDefinition(name: name, grants: [:])
    var systemFields: Set<SystemField> = []
    try expect("(")
    if current.kind != .symbol(")") {
      repeat {
        if takes("GRANT") {
          try grant(to: &type)
        } else {
          try field(of: &type, &systemFields)
        }
      } while takes(",")
    }
    try expect(")")
    schema[name] = type
  }

  private mutating func grant(to type: inout RecordTypeDefinition) throws(SchemaSyntaxError) {
    var permissions: Set<SchemaPermission> = []
    repeat {
      guard let word = currentWord, let permission = SchemaPermission(rawValue: word) else {
        throw wrong("expected READ, CREATE or WRITE")
      }
      advance()
      permissions.insert(permission)
    } while takes(",")
    try expect("TO")
    let start = current
    let role = try identifier("a role")
    usedRoles.append((role, start))
    type.grants[role, default: []].formUnion(permissions)
  }

  private mutating func field(
    of type: inout RecordTypeDefinition, _ systemFields: inout Set<SystemField>
  ) throws(SchemaSyntaxError) {
    let start = current
    let name = try identifier("a field or GRANT")
    let fieldType = try dataType()
    let indexes = try indexes(for: fieldType, named: name)
    guard name.hasPrefix("_") else {
      guard type.fields[name] == nil else {
        throw wrong("the field \(name) is defined twice in \(type.name). Remove one", at: start)
      }
      guard type.fields.count < RecordTypeDefinition.mostFields else {
        throw wrong(
          "\(type.name) has more than \(RecordTypeDefinition.mostFields) fields. "
            + "Split the type", at: start)
      }
      type.fields[name] = FieldDefinition(name: name, type: fieldType, indexes: indexes)
      return
    }
    guard let system = SystemField(rawValue: name) else {
      let names = SystemField.allCases.map(\.rawValue).joined(separator: ", ")
      throw wrong("no system field is called \(name); there are \(names)", at: start)
    }
    guard system.type == fieldType else {
      throw wrong("the system field \(name) has the type \(system.type)", at: start)
    }
    guard systemFields.insert(system).inserted else {
      throw wrong("the field \(name) is defined twice in \(type.name). Remove one", at: start)
    }
    if !indexes.isEmpty { type.systemIndexes[system] = indexes }
  }

  private mutating func indexes(
    for type: FieldType, named name: String
  ) throws(SchemaSyntaxError) -> Set<FieldIndex> {
    var indexes: Set<FieldIndex> = []
    while let word = currentWord, let index = FieldIndex(rawValue: word) {
      guard type.possibleIndexes.contains(index) else {
        throw wrong("\(name) cannot be \(index.rawValue): it has the type \(type). Remove the word")
      }
      indexes.insert(index)
      advance()
    }
    return indexes
  }

  private mutating func dataType() throws(SchemaSyntaxError) -> FieldType {
    guard takes("LIST") else { return try primitive() }
    try expect("<")
    var type = try primitive()
    try expect(">")
    type.isList = true
    return type
  }

  private mutating func primitive() throws(SchemaSyntaxError) -> FieldType {
    let isEncrypted = takes("ENCRYPTED")
    let start = current
    if !isEncrypted, takes("NUMBER") { return FieldType(try preferredNumber()) }
    guard let word = currentWord, let primitive = FieldType.Primitive(rawValue: word) else {
      let names = FieldType.Primitive.allCases.map(\.rawValue).joined(separator: ", ")
      throw wrong("expected a type: \(names), LIST<…> or ENCRYPTED …")
    }
    guard !isEncrypted || primitive.canBeEncrypted else {
      throw wrong("\(word) cannot be ENCRYPTED. Remove the word", at: start)
    }
    advance()
    return FieldType(primitive, isEncrypted: isEncrypted)
  }

  /// The type of a `NUMBER`; without `PREFERRED`, the wider of the two types.
  private mutating func preferredNumber() throws(SchemaSyntaxError) -> FieldType.Primitive {
    guard takes("PREFERRED") else { return .double }
    try expect("AS")
    if takes("INT64") { return .int64 }
    if takes("DOUBLE") { return .double }
    throw wrong("expected INT64 or DOUBLE")
  }

  private mutating func identifier(_ what: String) throws(SchemaSyntaxError) -> String {
    let start = current
    let name: String
    switch start.kind {
    case .word(let word):
      guard !Self.reserved.contains(word.uppercased()) else {
        throw wrong("\(word) is a reserved word. Write it in double quotes to use it as a name")
      }
      name = word
    case .quoted(let text): name = text
    case .symbol, .end: throw wrong("expected the name of \(what)")
    }
    guard Self.isName(name) else {
      throw wrong(
        "a name is a letter, then letters, digits and underscores, at most 255 together")
    }
    advance()
    return name
  }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.drop(while: { $0 == "_" }).first, first.isASCII, first.isLetter,
      name.utf8.count <= CloudLimits.nameLength
    else { return false }
    return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }

  // MARK: Tokens

  private var current: SchemaLexer.Token { tokens[min(index, tokens.count - 1)] }

  /// The current keyword in capitals; keywords are not case-sensitive.
  private var currentWord: String? {
    guard case .word(let word) = current.kind else { return nil }
    return word.uppercased()
  }

  private mutating func advance() { index += 1 }

  private mutating func takes(_ text: String) -> Bool {
    let matches =
      switch current.kind {
      case .word(let word): word.uppercased() == text
      case .symbol(let symbol): String(symbol) == text
      case .quoted, .end: false
      }
    if matches { advance() }
    return matches
  }

  private mutating func expect(_ text: String) throws(SchemaSyntaxError) {
    guard takes(text) else { throw wrong("expected \(text)") }
  }

  private func wrong(_ problem: String, at token: SchemaLexer.Token? = nil) -> SchemaSyntaxError {
    let place = token ?? current
    let found =
      switch place.kind {
      case .word(let word): ", found \(word.prefix(40))"
      case .quoted(let text): ", found \"\(text.prefix(40))\""
      case .symbol(let symbol): ", found \(symbol)"
      case .end: ", found the end"
      }
    return SchemaSyntaxError(
      line: place.line, column: place.column,
      problem: problem + (problem.hasPrefix("expected") ? found : "") + ".")
  }
}
