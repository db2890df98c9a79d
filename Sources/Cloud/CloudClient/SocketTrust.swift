package import CloudModel
import Foundation
import LocalFiles
import NIOCore

#if canImport(Glibc)
package import Glibc
#endif

/// Decides which Unix sockets may receive keys and texts; every connection is checked here first.
///
/// 1. The process that listens belongs to a trusted user: to root, and to the user that the address
///    names (`unix:USER@/path`) or else to this user. The system tells the user of the process
///    (SO_PEERCRED).
/// 2. The socket's file and its folder belong to a trusted user too.
/// 3. Nobody else can replace the socket: others have no right to write in its folder, or the folder is
///    sticky.
///
/// All of it is checked on the connection itself, before the first byte is sent.
package struct SocketTrust: Sendable, Equatable {
  private static let root: uid_t = 0

  private let users: Set<uid_t>

  /// Trusts this user and root, or the user that an address names and root.
  package init(user: uid_t = geteuid(), named: uid_t? = nil) {
    users = [named ?? user, Self.root]
  }

  /// The owner and the mode of a file.
  package struct File: Sendable {
    package var owner: uid_t
    package var mode: mode_t

    package init(owner: uid_t, mode: mode_t) {
      self.owner = owner
      self.mode = mode
    }
  }

  /// The reason why the socket at `path` must not be used, by the files on disk; nil if it may be used.
  package func objection(toSocket socket: File, in folder: File, at path: String) -> String? {
    let place = (path as NSString).deletingLastPathComponent
    if !users.contains(folder.owner) {
      return refusal(path, "its folder belongs to", folder.owner)
    }
    if folder.mode & (S_IWGRP | S_IWOTH) != 0, folder.mode & S_ISVTX == 0 {
      return "Nothing was sent to \(path): others can write to its folder. "
        + "Close it with: chmod go-w \(place)."
    }
    if !users.contains(socket.owner) {
      return refusal(path, "it belongs to", socket.owner)
    }
    guard socket.mode & S_IFMT == S_IFSOCK else {
      return "Nothing was sent to \(path): it is not a socket. "
        + "Move it to another place, or choose another address."
    }
    return nil
  }

  /// The reason why nothing must be sent to the process of `user`, which listens at `path`; nil if it may receive data.
  package func objection(toPeer user: uid_t, at path: String) -> String? {
    guard !users.contains(user) else { return nil }
    return refusal(path, "the process that listens there belongs to", user)
  }

  /// Checks a connection to the socket at `path`, before anything is sent.
  ///
  /// Throws `.networkUnavailable` with a sentence about what is wrong.
  package func check(connection descriptor: Int32, to path: String) throws(CloudError) {
    var peer = Peer()
    var size = socklen_t(MemoryLayout<Peer>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else {
      throw Self.refusal("Nothing was sent to \(path): the system does not say who listens.")
    }
    try check(peer, at: path)
  }

  /// Checks a new connection, and closes it if it must not be used.
  func check(_ channel: any Channel, to path: String) -> EventLoopFuture<Void> {
    guard let options = channel as? any SocketOptionProvider else {
      return channel.eventLoop.makeFailedFuture(
        Self.refusal("Nothing was sent to \(path): the system does not say who listens."))
    }
    let peer: EventLoopFuture<Peer> = options.unsafeGetSocketOption(
      level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
    let checked = peer.flatMapThrowing { try check($0, at: path) }
    checked.whenFailure { _ in
      // The connection pool learns of the failure first, and has forgotten the connection by then.
      channel.eventLoop.execute { channel.close(promise: nil) }
    }
    return checked
  }

  /// The layout of the system's `ucred`.
  ///
  /// Source: unix(7), SO_PEERCRED.
  private struct Peer: Sendable {
    var process: pid_t = 0
    var user: uid_t = .max
    var group: gid_t = .max
  }

  private func check(_ peer: Peer, at path: String) throws(CloudError) {
    if let objection = objection(toPeer: peer.user, at: path) { throw Self.refusal(objection) }
    let folderPath = (path as NSString).deletingLastPathComponent
    guard let link = Self.file(at: folderPath, following: false),
      let folder = Self.file(at: folderPath, following: true),
      let socket = Self.file(at: path, following: false)
    else {
      throw Self.refusal("Nothing was sent to \(path): it does not exist any more. Try again.")
    }
    // The owner of a symbolic link decides where it leads.
    if !users.contains(link.owner), let objection = objection(toSocket: socket, in: link, at: path)
    {
      throw Self.refusal(objection)
    }
    if let objection = objection(toSocket: socket, in: folder, at: path) {
      throw Self.refusal(objection)
    }
  }

  private static func file(at path: String, following: Bool) -> File? {
    let status = following ? FileStatus(path) : FileStatus(link: path)
    return status.map { File(owner: $0.owner, mode: $0.mode) }
  }

  private func refusal(_ path: String, _ what: String, _ user: uid_t) -> String {
    "Nothing was sent to \(path): \(what) user \(user), not to you. Set ZONECHAT_HOME to a folder of your own, "
      + "or, if you trust that user, write the address as unix:\(user)@\(path)."
  }

  private static func refusal(_ sentence: String) -> CloudError {
    CloudError(.networkUnavailable, sentence)
  }
}
