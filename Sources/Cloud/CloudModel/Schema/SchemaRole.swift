/// The roles that every schema has.
package enum SchemaRole {
  /// The user who created the record.
  package static let creator = "_creator"
  /// Everyone who is signed in.
  package static let iCloud = "_icloud"
  package static let world = "_world"
  package static let all: Set<String> = [creator, iCloud, world]

  /// The rights that a record type grants unless its schema says otherwise.
  ///
  /// Source: CloudKit, "Integrating a Text-Based Schema into Your Workflow".
  package static let defaultGrants: [String: Set<SchemaPermission>] = [
    creator: [.write], iCloud: [.create], world: [.read],
  ]
}

/// A permission of a role on the records of a type in the public database.
package enum SchemaPermission: String, Sendable, Hashable, CaseIterable {
  case read = "READ"
  case create = "CREATE"
  case write = "WRITE"
}
