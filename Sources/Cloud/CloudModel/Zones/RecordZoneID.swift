/// The identity of a record zone: its name and the user who owns it.
///
/// Two users may each own a zone with the same name; only the pair is unique.
package struct RecordZoneID: Hashable, Sendable, Codable {
  /// At most 255 ASCII characters; the name of a custom zone does not begin with `_`.
  package var zoneName: String
  /// The owner's user record name, `_` and 32 hexadecimal digits.
  package var ownerName: String

  package init(zoneName: String, ownerName: String) {
    self.zoneName = zoneName
    self.ownerName = ownerName
  }

  package static let defaultZoneName = "_defaultZone"

  /// The name that stands for the signed-in user; the cloud accepts it as the owner's name
  /// everywhere.
  package static let currentUserDefaultName = "__defaultOwner__"

  /// The database in which `user` reads and writes this zone: private for its owner, shared for
  /// everyone else.
  ///
  /// The only place that decides the route of a read or a write.
  ///
  /// Source: docs/architecture.md.
  package func databaseScope(for user: String) -> DatabaseScope {
    ownerName == user ? .private : .shared
  }
}

extension RecordZoneID: Comparable {
  package static func < (a: RecordZoneID, b: RecordZoneID) -> Bool {
    (a.ownerName, a.zoneName) < (b.ownerName, b.zoneName)
  }
}

extension RecordZoneID: CustomStringConvertible {
  package var description: String { "\(zoneName)@\(ownerName)" }
}
