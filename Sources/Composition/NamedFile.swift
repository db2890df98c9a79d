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
    if path == "-" { return try data(STDIN_FILENO, of: "Standard input") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    return try data(descriptor, of: path)
  }

  /// The same as text.
  package static func text(_ path: String) throws(Failure) -> String {
    guard let text = String(data: try data(path), encoding: .utf8) else {
      throw Failure("\(path == "-" ? "Standard input" : path) is not UTF-8 text.")
    }
    return text
  }

  private static func data(_ descriptor: Int32, of name: String) throws(Failure) -> Data {
    var data = Data()
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(name) }
      guard count > 0 else { return data }
      data += piece[..<count]
    }
  }

  /// The failure of the system call that has just failed.
  private static func failure(_ name: String) -> Failure {
    Failure(
      "\(name) cannot be read (\(String(cString: strerror(errno)))). Check the path and the rights of the file."
    )
  }
}
