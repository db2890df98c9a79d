import CloudServer
import Composition
import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The file that says that a cloud is ready, and where: for the process that has started it.
///
/// Each line is an address, `http://HOST:PORT` or `unix:/PATH`. The last line is `administrator-token TOKEN` if
/// the token is kept in no other file. The file is there, whole, exactly while the cloud listens.
struct ReadyFile: Sendable {
  let path: String

  /// Throws where the file cannot be written: who waits for it would wait for ever.
  func write(_ addresses: CloudHost.Addresses) throws(Failure) {
    let token = addresses.administratorToken.map { ["administrator-token \($0)"] } ?? []
    let text = (addresses.urls + token).map { $0 + "\n" }.joined()
    let draft = path + ".new"
    // Only this user may read the token.
    guard
      FileManager.default.createFile(
        atPath: draft, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]),
      rename(draft, path) == 0
    else {
      let reason = String(cString: strerror(errno))
      unlink(draft)
      throw Failure("\(path) cannot be written (\(reason)), so the cloud has ended.")
    }
  }

  /// Removes it, if it is there.
  func remove() throws(Failure) {
    guard unlink(path) == 0 || [ENOENT, ENOTDIR].contains(errno) else {
      throw Failure(
        "\(path) cannot be removed (\(String(cString: strerror(errno)))). Choose another file.")
    }
  }
}
