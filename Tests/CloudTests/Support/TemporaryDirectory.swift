import Foundation
import TestSupport

/// Runs `body` with a private directory of its own, by its path, and removes it afterwards.
///
/// The path is short enough for sockets.
func withTemporaryDirectory<R>(_ body: (String) async throws -> R) async throws -> R {
  try await TestSupport.withTemporaryDirectory { (directory: URL) in
    try await body(directory.path(percentEncoded: false))
  }
}
