import CloudModel

extension ConsolePage {
  static func schema(
    _ schema: Schema, container: String, environment: CloudEnvironment
  ) -> ConsolePage {
    let types = schema.recordTypes.values.sorted { $0.name < $1.name }
    return ConsolePage(
      "Schema of \(container), \(environment.rawValue)",
      trail: [Link("Overview", to: ConsoleAddress(.overview))]
    ) { _ in
      """
      \(types.map(recordType))
      <h2>As text</h2>
      <details><summary>In the CloudKit Schema Language</summary>
      <pre tabindex="0">\(schema.text)</pre></details>
      """
    }
  }

  private static func recordType(_ type: RecordTypeDefinition) -> HTML {
    let own = type.fields.values.sorted { $0.name < $1.name }.map { field -> [HTML] in
      ["\(field.name)", "\(field.type.description)", indexes(field.indexes)]
    }
    let system = type.systemIndexes.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { field, indexes -> [HTML] in
        ["<span class=\"quiet\">\(field.rawValue)</span>", "", Self.indexes(indexes)]
      }
    let grants = type.grants.sorted { $0.key < $1.key }.map { role, permissions in
      role + ": " + permissions.map(\.rawValue).sorted().joined(separator: ", ")
    }
    return """
      <h2>\(type.name)</h2>
      \(Table(
        caption: "Fields of \(type.name)", columns: ["Field", "Type", "Indexes"],
        rows: own + system, empty: "It has no fields."
      ).html)
      <p class="quiet">In the public database: \(grants.joined(separator: "; "))</p>
      """
  }

  private static func indexes(_ indexes: Set<FieldIndex>) -> HTML {
    "\(indexes.map(\.rawValue).sorted().joined(separator: ", "))"
  }
}
