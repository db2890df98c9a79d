package import CloudModel
package import CloudRules
import Foundation
import NIOCore

/// Moves bytes between the cloud and files of a client in the same process.
extension AssetService {
  /// Receives a file from `offset` to its end for an upload link.
  package func receive(
    _ file: AssetFileReader, from offset: Int64, token: String,
    progress: @escaping @Sendable (Int64) -> Void
  ) async throws -> Asset {
    try await receive(
      file.chunks(from: offset, progress: progress).map { ByteBuffer(bytes: $0) }, from: offset,
      contentLength: file.size - offset, token: token)
  }

  /// Appends to a file the bytes that it lacks.
  ///
  /// Throws `.unknownItem` if the bytes are gone, or the holder of the link may not read them any more.
  package func give(
    _ checksum: AssetChecksum, for holder: AssetHolder, to file: AssetFileWriter,
    progress: @Sendable (Int64) -> Void
  ) async throws {
    guard let blob = try await reader(of: checksum, for: holder) else {
      throw CloudError(.unknownItem, "There is no such asset any more.")
    }
    while file.size < blob.size {
      try Task.checkCancellation()
      let rest = file.size..<blob.size
      let chunk = try await onThreadPool { try blob.read(rest) }
      try await file.append(Data(chunk.readableBytesView))
      progress(file.size)
    }
    try await file.finish()
  }
}
