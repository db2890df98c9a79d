/// One record type: its fields, which of them are indexed, and who may do what in the public
/// database.
package struct RecordTypeDefinition: Sendable, Equatable {
  package var name: String
  /// The fields that applications define, by name.
  package var fields: [String: FieldDefinition]
  /// Indexes on the fields that every record has; empty sets are left out.
  package var systemIndexes: [SystemField: Set<FieldIndex>]
  /// By role; a permission that is not granted is denied.
  package var grants: [String: Set<SchemaPermission>]

  package init(
    name: String, fields: [FieldDefinition] = [],
    systemIndexes: [SystemField: Set<FieldIndex>] = [:],
    grants: [String: Set<SchemaPermission>] = SchemaRole.defaultGrants
  ) {
    self.name = name
    self.fields = Dictionary(fields.map { ($0.name, $0) }) { _, last in last }
    self.systemIndexes = systemIndexes.filter { !$0.value.isEmpty }
    self.grants = grants.filter { !$0.value.isEmpty }
  }

  /// Source: TN3164, "Debugging the synchronization of NSPersistentCloudKitContainer".
  package static let mostFields = 256

  /// Whether the type has an index, so that queries can use it.
  package var isIndexed: Bool {
    !systemIndexes.isEmpty || fields.values.contains { !$0.indexes.isEmpty }
  }
}
