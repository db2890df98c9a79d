import Foundation

#if canImport(Glibc)
import Glibc
#endif

extension FileManager {
  /// The folder that the apps of a group share; nil for a name that is no name of a folder.
  ///
  /// Here it is a folder of this user in the temporary directory, which is the same for each of the user's programs
  /// until the system empties that directory. There are no entitlements: any name is a group's.
  public func containerURL(forSecurityApplicationGroupIdentifier identifier: String) -> URL? {
    guard !identifier.isEmpty, !identifier.hasPrefix("."), !identifier.contains("/") else {
      return nil
    }
    let groups = temporaryDirectory.appendingPathComponent("group-containers-\(getuid())")
    let group = groups.appendingPathComponent(identifier, isDirectory: true)
    let access: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
    // Both may be there already; what is there is looked at below. A folder of another user, or a link, is not taken:
    // everybody may write to the temporary directory.
    try? createDirectory(at: groups, withIntermediateDirectories: false, attributes: access)
    guard let found = try? attributesOfItem(atPath: groups.path),
      found[.type] as? FileAttributeType == .typeDirectory,
      (found[.ownerAccountID] as? NSNumber)?.uint32Value == getuid()
    else { return nil }
    try? createDirectory(at: group, withIntermediateDirectories: false, attributes: access)
    return fileExists(atPath: group.path) ? group : nil
  }
}
