import CommandSupport
package import Foundation

/// The place where a history is written.
package enum HistoryOutput {
  case standardOutput
  /// A file that appears when it is whole.
  case file(URL, replacing: Bool)

  /// Bytes that are collected before they are written; our choice.
  private static let bufferBytes = 64 * 1024

  /// Gives `body` a function that writes; a file is there when this returns, and nothing is if it throws.
  package func with<Success>(
    _ body: (_ write: (String) throws -> Void) async throws -> Success
  ) async throws -> Success {
    switch self {
    case .standardOutput:
      return try await buffered(by: { try Output.write($0) }, body)
    case .file(let url, let replacing):
      let file = OutputFile(
        url, replacing: replacing, alternative: "without -o, the history goes to standard output")
      return try await file.with { write in
        try await buffered(by: { try write(Data($0.utf8)) }, body)
      }
    }
  }

  private func buffered<Success>(
    by write: @escaping (String) throws -> Void,
    _ body: (_ write: (String) throws -> Void) async throws -> Success
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
}
