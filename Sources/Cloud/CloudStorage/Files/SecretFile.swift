import Foundation
import LocalFiles

/// A secret in a file that only its owner can read.
///
/// It is made when it is first asked for, and is one line of text.
package enum SecretFile {
  /// The purpose of a secret, which decides the cost of its loss.
  package enum Purpose: Sendable, Equatable {
    case administratorToken
    /// The clients' API token is made from it.
    case clientSecret
    case atRestKey

    /// The advice about a file whose secret is lost, as sentences.
    var advice: String {
      switch self {
      case .administratorToken:
        "Put your copy of it back, or move it away: the cloud then makes another one, and programs that "
          + "administer it need that."
      case .clientSecret:
        "Put your copy of it back. If there is none, move it away: the cloud then makes another one, and "
          + "everybody has to sign in again."
      case .atRestKey:
        "Put your copy of the key back, and do not remove the file: what is left in it may be repaired, and "
          + "without the key encrypted values and files cannot be read."
      }
    }
  }

  /// The shortest and longest secret that a file may hold, in bytes.
  static let length = 32...256
  /// Our choice: a secret, and blanks around it.
  private static let mostBytes = 4096

  /// Reads the secret, or makes it where the file is missing.
  ///
  /// Throws `HostError` for a file that others can read, or that holds something else.
  package static func secret(
    at path: String, for purpose: Purpose, make: () -> String
  ) throws(HostError) -> String {
    if access(path, F_OK) != 0 { try create(path, holding: make()) }
    let file = FileHandle(forReadingAtPath: path)
    // The file that was opened: a pipe, as a shell makes it, has rights of its own.
    guard let file, let status = FileStatus(descriptor: file.fileDescriptor) else {
      throw .secretUnreadable(path)  // Whatever the cause, the rights are what to check.
    }
    guard status.mode & 0o077 == 0 else { throw .secretNotPrivate(path) }
    // A pipe may give its bytes in pieces, and somebody could write into it for ever.
    guard let data = try? file.read(upToCount: mostBytes) else { throw .secretUnreadable(path) }
    let secret = String(decoding: data, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard length.contains(secret.utf8.count),
      secret.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .secretMalformed(path, purpose) }
    return secret
  }

  /// Writes the whole file or none, with mode 0600 from the beginning; leaves a file that another process has made
  /// meanwhile.
  private static func create(_ path: String, holding secret: String) throws(HostError) {
    var name = Array((path + ".new-XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw .secretUnreadable(path) }
    let draft = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unlink(draft) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: Data((secret + "\n").utf8))
    } catch {
      throw .secretUnreadable(path)  // As above.
    }
    // Some file systems have no second names for a file.
    guard link(draft, path) == 0 || errno == EEXIST || rename(draft, path) == 0 else {
      throw .secretUnreadable(path)
    }
  }
}
