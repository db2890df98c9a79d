import Foundation

/// Directories that only their owner can enter, for the store and the socket.
package enum PrivateDirectory {
  /// The longest path of a socket, without the byte that ends it.
  ///
  /// Source: `sockaddr_un`, unix(7).
  static let socketPathBytes = 107

  /// Makes the directory with mode 0700.
  ///
  /// One that exists must have that mode already.
  package static func ensure(at path: String) throws(HostError) {
    let manager = FileManager.default
    do {
      if !manager.fileExists(atPath: path) {
        try manager.createDirectory(
          atPath: path, withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
      }
      let attributes = try manager.attributesOfItem(atPath: path)
      let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
      guard mode & 0o077 == 0 else { throw HostError.directoryNotPrivate(path) }
    } catch let error as HostError {
      throw error
    } catch {
      throw .directoryUnusable(path, reason: error.localizedDescription)
    }
  }

  /// Checks a socket's path and makes its directory.
  package static func ensure(forSocketAt path: String) throws(HostError) {
    guard path.utf8.count <= socketPathBytes else { throw .socketPathTooLong(path) }
    let directory = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    try ensure(at: directory.isEmpty ? "." : directory.joined(separator: "/"))
  }

  /// Closes the socket's file to everyone but its owner.
  package static func closeToOthers(socketAt path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }
}
