import Foundation

/// Runs `body` with a private directory of its own and removes it afterwards.
///
/// The path is short enough for sockets.
func withTemporaryDirectory<R>(_ body: (String) async throws -> R) async throws -> R {
  let name = "zc-" + UUID().uuidString.prefix(13)
  let path = FileManager.default.temporaryDirectory.appending(path: name)
    .path(percentEncoded: false)
  try FileManager.default.createDirectory(
    atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  let result: R
  do {
    result = try await body(path)
  } catch {
    try? FileManager.default.removeItem(atPath: path)  // The test's own error matters more.
    throw error
  }
  try FileManager.default.removeItem(atPath: path)
  return result
}
