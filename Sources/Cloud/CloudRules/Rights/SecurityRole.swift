/// A role to which a record type of the public database can grant permissions.
///
/// Source: CloudKit's schema language, security roles.
package enum SecurityRole: String, Sendable, Hashable, Codable, CaseIterable {
  /// Everyone, signed in or not.
  case world = "_world"
  /// Everyone who is signed in.
  case iCloud = "_icloud"
  /// The user who created the record.
  case creator = "_creator"
}
