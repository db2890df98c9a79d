import ChatModel
import Composition
package import Foundation
import ReplicaFiles

#if canImport(Glibc)
import Glibc
#endif

/// Where a history is written.
package enum HistoryOutput {
  case standardOutput
  /// A file that appears when it is whole.
  case file(URL, replacing: Bool)

  /// Bytes that are collected before they are written; our choice.
  private static let bufferBytes = 64 * 1024

  /// Gives `body` a function that writes; a file is there when this returns, and nothing is if it throws.
  ///
  /// `unique` names the file while it is written.
  package func with<Success>(
    unique: String, _ body: (_ write: (String) throws -> Void) async throws -> Success
  ) async throws -> Success {
    switch self {
    case .standardOutput:
      return try await buffered(by: { try Output.write($0) }, body)
    case .file(let file, let replacing):
      try Self.check(file, replacing: replacing)
      let draft = file.deletingLastPathComponent().appending(path: ".\(unique).part")
      defer { unlink(draft.path) }
      let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw Self.failure(file) }
      defer { close(descriptor) }
      let value = try await buffered(
        by: { text in
          let error = Output.write(text, to: descriptor)
          guard error == 0 else { throw Self.failure(file, error: error) }
        }, body)
      guard fsync(descriptor) == 0 else { throw Self.failure(file) }
      if replacing {
        guard rename(draft.path, file.path) == 0 else { throw Self.failure(file) }
      } else if try !FileSaver.take(file, for: draft) {
        throw Self.exists(file)
      }
      return value
    }
  }

  private func buffered<Success>(
    by write: @escaping (String) throws -> Void,
    _ body: (_ write: (String) throws -> Void) async throws
      -> Success
  ) async throws -> Success {
    var buffer = ""
    let value = try await body { text in
      buffer += text
      guard buffer.utf8.count >= Self.bufferBytes else { return }
      try write(buffer)
      buffer = ""
    }
    try write(buffer)
    return value
  }

  /// Refuses early what would fail when everything is written.
  private static func check(_ file: URL, replacing: Bool) throws {
    var status = stat()
    guard lstat(file.path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(
        "\(file.path) is not an ordinary file. Choose another place; without -o, the history goes to standard output."
      )
    }
    if !replacing { throw exists(file) }
  }

  private static func exists(_ file: URL) -> Failure {
    Failure("\(file.path) exists already. --force replaces it.")
  }

  /// The failure of the system call that has just failed.
  private static func failure(_ file: URL, error: Int32 = errno) -> Failure {
    Failure(
      "\(file.path) cannot be written (\(String(cString: strerror(error)))). Nothing was left there. Choose another "
        + "place.")
  }
}
