package import Foundation
import LocalFiles
import ReplicaFiles

#if canImport(Glibc)
import Glibc
#endif

/// A file that a command writes, and that appears when it is whole.
package struct OutputFile: Sendable {
  private let file: URL
  private let isReplacing: Bool
  /// Where the data goes otherwise, for the sentence with which an unsuitable place is refused.
  private let alternative: String

  package init(_ file: URL, replacing isReplacing: Bool, alternative: String) {
    self.file = file
    self.isReplacing = isReplacing
    self.alternative = alternative
  }

  /// Gives `body` a function that writes; the file is there when this returns, and nothing new is if it throws.
  ///
  /// What appears at the place meanwhile is replaced only where that is wanted.
  package func with<Success>(
    _ body: (_ write: @escaping (Data) throws -> Void) async throws -> Success
  ) async throws -> Success {
    try check()
    let draft = file.deletingLastPathComponent().appending(path: ".\(Live.makeUnique()).part")
    defer { unlink(draft.path) }
    let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    let value = try await body { data in
      let error = Output.write(data, to: descriptor)
      guard error == 0 else { throw failure(error) }
    }
    guard fsync(descriptor) == 0 else { throw failure() }
    if isReplacing {
      guard rename(draft.path, file.path) == 0 else { throw failure() }
    } else if try !FileSaver.take(file, for: draft) {
      throw exists
    }
    return value
  }

  /// Refuses early what would fail when everything is written.
  private func check() throws(Failure) {
    guard let status = FileStatus(link: file.path) else { return }
    guard status.mode & S_IFMT == S_IFREG else {
      throw Failure(
        "\(file.path) is not an ordinary file. Choose another place; \(alternative).")
    }
    if !isReplacing { throw exists }
  }

  private var exists: Failure { Failure("\(file.path) exists already. --force replaces it.") }

  /// The failure of the system call that has just failed.
  private func failure(_ error: Int32 = errno) -> Failure {
    Failure(
      "\(file.path) cannot be written (\(String(cString: strerror(error)))). Nothing was left there. Choose another "
        + "place.")
  }
}
