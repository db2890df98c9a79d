/// One of a container's three databases as its current user sees them.
///
/// Raw values are CloudKit's own and travel in notification payloads as `dbs`.
package enum DatabaseScope: Int, Sendable, Hashable, CaseIterable {
  case `public` = 1
  case `private` = 2
  case shared = 3

  /// The path segment that names this database in a request, for example `private`.
  package var pathComponent: String {
    switch self {
    case .public: "public"
    case .private: "private"
    case .shared: "shared"
    }
  }

  package init?(pathComponent: String) {
    guard let scope = Self.allCases.first(where: { $0.pathComponent == pathComponent }) else {
      return nil
    }
    self = scope
  }
}
