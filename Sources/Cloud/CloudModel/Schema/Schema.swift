/// The schema of a container's environment: record types with their fields, indexes and grants.
///
/// Source: CloudKit, "Integrating a Text-Based Schema into Your Workflow".
package struct Schema: Sendable, Equatable {
  /// Roles in addition to the three that every schema has.
  package var roles: Set<String>
  private(set) package var recordTypes: [String: RecordTypeDefinition]

  package init(roles: Set<String> = [], recordTypes: [RecordTypeDefinition] = []) {
    self.roles = roles
    self.recordTypes = Dictionary(recordTypes.map { ($0.name, $0) }) { _, last in last }
  }

  package subscript(name: String) -> RecordTypeDefinition? {
    get { recordTypes[name] }
    set { recordTypes[name] = newValue }
  }

  /// The schema of a new environment: the type of user records.
  package static let initial = Schema(recordTypes: [
    RecordTypeDefinition(
      name: "Users",
      fields: [FieldDefinition(name: "roles", type: FieldType(.int64, isList: true))],
      grants: [SchemaRole.creator: [.write], SchemaRole.world: [.read]])
  ])
}
