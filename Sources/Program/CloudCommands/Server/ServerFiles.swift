import CloudPlanFile
import CommandSupport
import Foundation
import LocalFiles
import Processes

#if canImport(Glibc)
import Glibc
#endif

/// Writes what a server needs on its machine; every file appears whole.
enum ServerFiles {
  /// The user and the group of the server.
  static let user = "zonechat"

  /// Whether the machine has the user of the server.
  static var hasUser: Bool { getpwnam(user) != nil }

  /// Writes a file; with `isForServer` the server's group gets it, where root writes it and there is that group.
  static func write(
    _ text: String, to path: String, mode: mode_t, isForServer: Bool = false
  ) throws(Failure) {
    do {
      let draft = try FileDraft(in: URL(fileURLWithPath: path).deletingLastPathComponent())
      try draft.write(Data(text.utf8))
      if isForServer, geteuid() == 0, let group = getgrnam(user) {
        guard fchown(draft.descriptor, 0, group.pointee.gr_gid) == 0 else {
          throw POSIXError(.init(rawValue: errno) ?? .EPERM)
        }
      }
      guard fchmod(draft.descriptor, mode) == 0 else {
        throw POSIXError(.init(rawValue: errno) ?? .EPERM)
      }
      try draft.replace(path)
    } catch {
      throw unwritable(path, error)
    }
  }

  /// Keeps a file under another name beside it, where none is yet; it stays where it is.
  static func keep(_ path: String) throws(Failure) {
    for number in 1... {
      let kept = path + ".before-setup" + (number == 1 ? "" : "-\(number)")
      if link(path, kept) == 0 { return }
      guard errno == EEXIST else {
        throw unwritable(kept, POSIXError(.init(rawValue: errno) ?? .EIO))
      }
    }
  }

  /// Makes a folder where it is missing, for the server alone where root makes it and there is that user.
  static func makeServerFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o700) != 0 {
      // One that is there stays as it is.
      if errno == EEXIST { return }
      throw unwritable(path, POSIXError(.init(rawValue: errno) ?? .EIO))
    }
    guard geteuid() == 0, let entry = getpwnam(user) else { return }
    guard chown(path, entry.pointee.pw_uid, entry.pointee.pw_gid) == 0 else {
      throw unwritable(path, POSIXError(.init(rawValue: errno) ?? .EIO))
    }
  }

  /// Whether the user of the server can read a file as the units run it; true where nobody can tell.
  static func isReadableForServer(_ path: String) async -> Bool {
    // Source: systemd.exec(5), ProtectHome= and PrivateTmp=, which the units set.
    let hidden = ["/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"]
    guard !hidden.contains(where: { path.hasPrefix($0) }) else { return false }
    // The system itself looks at owner, groups, modes and lists of every folder in the path.
    let answer = await Child.runAside(
      ["setpriv", "--reuid", user, "--regid", user, "--init-groups", "test", "-r", path],
      environment: Live.environment, output: .discarded, .killed(after: .seconds(10)))
    return answer?.code != 1
  }

  /// The command that puts what no backup has into a file that only root can read: the keys, and the file at `path`.
  static func keyArchive(of file: ServerFile, at path: String) -> String {
    let tls = file.identity == .selfMade ? " tls" : ""
    let (folder, name) = (
      (path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent
    )
    return
      "\(Sudo.prefix)sh -c 'umask 077; tar -czf zonechat-keys.tgz -C \(file.data) at-rest.key client.secret\(tls) "
      + "-C \(folder) \(name)'"
  }

  private static func unwritable(_ path: String, _ error: any Error) -> Failure {
    let hint = geteuid() == 0 ? "Check the path and the disk." : "Run the command with sudo."
    return Failure("\(path) cannot be written (\(SystemReason.of(error))). \(hint)")
  }
}
