extension Schema {
  /// Reads the CloudKit Schema Language.
  ///
  /// Comments are not kept.
  package init(text: String) throws(SchemaSyntaxError) {
    self = try SchemaParser.schema(from: text)
  }

  /// The schema in the CloudKit Schema Language, always the same for the same schema.
  package var text: String {
    let statements =
      roles.sorted().map { "    CREATE ROLE \(Self.quotedIfNeeded($0));" }
      + recordTypes.values.sorted { $0.name < $1.name }.map(Self.statement)
    return (["DEFINE SCHEMA"] + statements).joined(separator: "\n\n") + "\n"
  }

  private static func statement(_ type: RecordTypeDefinition) -> String {
    let system = SystemField.allCases
      .filter { $0.isListed || type.systemIndexes[$0] != nil }
      .map { (name: $0.rawValue, type: $0.type, indexes: type.systemIndexes[$0] ?? []) }
    let own = type.fields.values.sorted { $0.name < $1.name }
      .map { (name: $0.name, type: $0.type, indexes: $0.indexes) }
    let lines = (system + own).map { (quotedIfNeeded($0.name), $0.type, $0.indexes) }
    let width = lines.map(\.0.count).max() ?? 0
    let fields = lines.map { name, type, indexes in
      let padding = String(repeating: " ", count: width - name.count + 1)
      let options = indexes.map(\.rawValue).sorted().map { " " + $0 }.joined()
      return "        \(name)\(padding)\(type)\(options)"
    }
    let grants = type.grants.sorted { $0.key < $1.key }.map { role, permissions in
      let names = SchemaPermission.allCases.filter(permissions.contains).map(\.rawValue)
      return "        GRANT \(names.joined(separator: ", ")) TO \(quotedIfNeeded(role))"
    }
    return "    RECORD TYPE \(quotedIfNeeded(type.name)) (\n"
      + (fields + grants).joined(separator: ",\n") + "\n    );"
  }

  private static func quotedIfNeeded(_ name: String) -> String {
    let isPlain = !name.hasPrefix("_") && !SchemaParser.reserved.contains(name.uppercased())
    return isPlain ? name : "\"\(name)\""
  }
}
