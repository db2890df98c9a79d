package import Foundation

/// Runs `body` with a private directory of its own and removes it afterwards.
package func withTemporaryDirectory<R>(_ body: (URL) async throws -> R) async throws -> R {
  let url = FileManager.default.temporaryDirectory
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
