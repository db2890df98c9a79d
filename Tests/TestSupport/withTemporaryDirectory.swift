package import Foundation

/// Runs `body` with a private directory of its own below `parent` and removes it afterwards.
package func withTemporaryDirectory<R>(
  in parent: URL = FileManager.default.temporaryDirectory, _ body: (URL) async throws -> R
) async throws -> R {
  let url =
    parent
    .appending(path: "zc-" + UUID().uuidString.prefix(13))
  try FileManager.default.createDirectory(
    at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  let result: R
  do {
    result = try await body(url)
  } catch {
    try? FileManager.default.removeItem(at: url)  // The test's own error matters more.
    throw error
  }
  try FileManager.default.removeItem(at: url)
  return result
}
