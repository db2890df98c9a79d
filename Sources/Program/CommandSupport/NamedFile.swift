package import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// A file that a person has named.
package enum NamedFile {
  /// Everything that is in it, also in a pipe, as a shell makes it for ‘<(…)’; for ‘-’, what is on standard input.
  ///
  /// `Data(contentsOf:)` refuses what is no ordinary file. Throws a sentence with what the system says.
  package static func data(_ path: String) throws(Failure) -> Data {
    if path == "-" { return try data(STDIN_FILENO, of: path) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path, errno) }
    defer { close(descriptor) }
    return try data(descriptor, of: path)
  }

  /// The same as text.
  package static func text(_ path: String) throws(Failure) -> String {
    guard let text = String(data: try data(path), encoding: .utf8) else {
      throw Failure("\(name(path)) is not UTF-8 text. Convert it first, for example with iconv.")
    }
    return text
  }

  /// The name of the file in sentences: its path, or “Standard input” for ‘-’.
  package static func name(_ path: String) -> String { path == "-" ? "Standard input" : path }

  /// Says that it cannot be read, for the system's reason with this number.
  package static func unreadable(_ path: String, _ number: Int32) -> Failure {
    Failure(
      "\(name(path)) cannot be read (\(String(cString: strerror(number)))). Check the path and the rights of the file."
    )
  }

  private static func data(_ descriptor: Int32, of path: String) throws(Failure) -> Data {
    var data = Data()
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(path, errno) }
      guard count > 0 else { return data }
      data += piece[..<count]
    }
  }
}
