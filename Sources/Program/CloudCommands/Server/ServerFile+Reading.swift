import CloudPlanFile
import CommandSupport
import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

extension ServerFile {
  /// Our choice: a hundred times what such a file has.
  private static let mostBytes: UInt64 = 1 << 20

  /// Where the server file of this machine is: at the place that `ZONECHAT_SERVER_CONFIG` names, or at the usual one.
  static var path: String {
    let named = Live.environment["ZONECHAT_SERVER_CONFIG"] ?? ""
    return named.isEmpty ? standardPath : named
  }

  /// Reads a file that nobody can change but root and this user: it decides what runs with the rights of a server.
  ///
  /// Throws `PlanFileError` for what is in it.
  init(named path: String, allowsPlainNetwork: Bool = false) throws {
    // A pipe would not end, and is refused below.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let number = errno
      guard number == EACCES else { throw NamedFile.unreadable(path, number) }
      throw Failure(
        "\(path) cannot be read by this user. Run the command with sudo; if it is the server that cannot read it: sudo "
          + "chgrp \(ServerFiles.user) \(path); sudo chmod 640 \(path)")
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard let status = FileStatus(descriptor: descriptor), status.mode & S_IFMT == S_IFREG else {
      throw Failure("\(path) is no ordinary file. Name the file of a server.", code: .usage)
    }
    try Self.requireOwn(status, path)
    guard status.bytes <= Self.mostBytes,
      let text = String(data: try handle.readToEnd() ?? Data(), encoding: .utf8)
    else {
      throw Failure(
        "\(path) is not the file of a server: it is too large, or no UTF-8 text. Name another one.",
        code: .usage)
    }
    try self.init(text: text, path: path, allowsPlainNetwork: allowsPlainNetwork)
  }

  /// Throws if others can change what the server runs or reads with its rights: the program of `[warn]`, and the file
  /// with containers and accounts.
  func requireOwnFiles() throws(Failure) {
    for path in [containers, warning?.command].compactMap(\.self) {
      guard let status = FileStatus(path) else {
        throw Failure("There is no \(path), which the file of the server names.", code: .usage)
      }
      try Self.requireOwn(status, path)
    }
  }

  private static func requireOwn(_ status: FileStatus, _ path: String) throws(Failure) {
    guard [0, geteuid()].contains(status.owner), status.mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw Failure(
        "Others can change \(path), and it decides what the server runs. Close it with: chown root \(path); "
          + "chmod go-w \(path)", code: .usage)
    }
  }

  /// The address of the server's socket; it names the user who owns the data, unless this is the same one.
  var socketAddress: String {
    // Without the folder there is no server, and whoever connects says so.
    let owner = FileStatus(data)?.owner ?? geteuid()
    return owner == geteuid() ? "unix:\(socket)" : "unix:\(owner)@\(socket)"
  }
}
