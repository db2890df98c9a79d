package import CloudModel

/// The user for whom a link to an asset's bytes was made, and the database of the asset.
///
/// Anyone who has the link may read the bytes as long as this user may: each download asks for the right of the user
/// anew. Faults use the user to select the downloads of an account.
package struct AssetHolder: Sendable, Equatable {
  /// The user record name; nil for an anonymous caller.
  package var user: String?
  package var partition: Partition
  package var scope: DatabaseScope

  package init(_ caller: Caller, in partition: Partition, _ scope: DatabaseScope) {
    user = caller.kind == .anonymous ? nil : caller.userRecordName
    self.partition = partition
    self.scope = scope
  }

  /// None of the parts has a slash in it.
  package init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, let scope = DatabaseScope(pathComponent: parts[2]),
      let environment = CloudEnvironment(rawValue: parts[1])
    else { return nil }
    user = parts[3].isEmpty ? nil : parts[3]
    partition = Partition(container: parts[0], environment: environment)
    self.scope = scope
  }

  package var text: String {
    "\(partition.container)/\(partition.environment.rawValue)/\(scope.pathComponent)/\(user ?? "")"
  }
}
