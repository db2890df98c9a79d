package import Foundation
import LocalFiles

#if canImport(Glibc)
import Glibc
#endif

/// A file that a command writes, and that appears when it is whole.
package struct OutputFile: Sendable {
  private let file: URL
  private let isReplacing: Bool
  /// The other place for the data, for the sentence with which an unsuitable place is refused.
  private let alternative: String

  package init(_ file: URL, replacing isReplacing: Bool, alternative: String) {
    self.file = file
    self.isReplacing = isReplacing
    self.alternative = alternative
  }

  /// Gives `body` a function that writes; the file is there when this returns, and nothing new is if it throws.
  ///
  /// A file that appears at the place meanwhile is replaced only where that is wanted.
  package func with<Success>(
    _ body: (_ write: @escaping (Data) throws -> Void) async throws -> Success
  ) async throws -> Success {
    try check()
    let draft = try attempt { () throws(POSIXError) in
      try FileDraft(in: file.deletingLastPathComponent())
    }
    let value = try await body { data in
      try attempt { () throws(POSIXError) in try draft.write(data) }
    }
    if isReplacing {
      try attempt { () throws(POSIXError) in try draft.replace(file.path) }
    } else if try !attempt({ () throws(POSIXError) in try draft.take(file.path) }) {
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

  private var exists: Failure {
    Failure("\(file.path) exists already. Choose another place; --force replaces it.")
  }

  private func attempt<Value>(_ body: () throws(POSIXError) -> Value) throws(Failure) -> Value {
    do {
      return try body()
    } catch {
      throw Failure(
        "\(file.path) cannot be written (\(SystemReason.of(error))). Nothing was left there. Choose another "
          + "place.")
    }
  }
}
