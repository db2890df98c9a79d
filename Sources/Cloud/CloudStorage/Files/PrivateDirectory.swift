import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

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
    } catch {
      throw .directoryUnusable(path, reason: SystemReason.of(error))
    }
    guard try mode(of: path) & 0o077 == 0 else { throw .directoryNotPrivate(path) }
  }

  /// Checks a socket's path; makes its directory where that is missing.
  ///
  /// The system lets nobody but the owner connect to the socket, whose mode is 0600. A directory in which
  /// others can write is refused all the same: they could put a socket of their own in its place.
  package static func ensure(forSocketAt path: String) throws(HostError) {
    let whole = URL(fileURLWithPath: path)
    guard path.utf8.count <= socketPathBytes else { throw .socketPathTooLong(path) }
    let directory = whole.deletingLastPathComponent().path
    guard FileManager.default.fileExists(atPath: directory) else {
      return try ensure(at: directory)
    }
    guard try mode(of: directory) & 0o022 == 0 else { throw .directoryOpenToOthers(directory) }
    if let file = FileStatus(link: path), file.mode & S_IFMT != S_IFSOCK {
      throw .notASocket(whole.path)
    }
    // A second cloud would take the place of the first, whose end would then remove the second one's socket. Where
    // nobody answers, a cloud that was killed has left the socket.
    if let listener = try? UnixSocket.connection(to: path) {
      close(listener)
      throw .cannotListen("unix:\(whole.path)", reason: "another cloud listens there")
    }
  }

  private static func mode(of path: String) throws(HostError) -> Int {
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
    } catch {
      throw .directoryUnusable(path, reason: SystemReason.of(error))
    }
  }

  /// Closes the socket's file to everyone but its owner.
  package static func closeToOthers(socketAt path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }
}
