import AsyncHTTPClient
package import CloudModel
package import CloudWire
package import Foundation
import NIOCore
import NIOHTTP1

/// A whole cloud as one file, for its administrator; everybody else gets `.permissionFailure`.
extension CloudAdministration {
  /// Our choice, for a time limit: nobody knows how large an export will be.
  private static let expectedBytes: Int64 = 8 << 30

  /// Exports the cloud, or its accounts and one container; `take` gets the bytes as they come.
  ///
  /// Throws what `take` throws, and `.networkFailure` if not all bytes have come.
  package func export(
    container: String? = nil, _ take: (Data) throws -> Void
  ) async throws(CloudError) {
    let query = container.map { "?container=" + CloudConnection.escaped($0) } ?? ""
    try await connection.transfer(
      .GET, "/extension/1/export" + query, headers: [:], bytes: Self.expectedBytes
    ) { response in
      for try await chunk in response.body { try take(Data(chunk.readableBytesView)) }
    }
  }

  /// Puts an exported cloud in place of everything that a cloud in memory has.
  ///
  /// `bytes` is the length of all chunks; nil if it is not known. Then a refusal may come as `.networkFailure`,
  /// because the connection is closed before all was sent.
  package func `import`<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, bytes: Int64?
  ) async throws(CloudError) -> ImportResponse where Chunks.Element == Data {
    let body = UploadBody(chunks)
    defer { body.end() }
    // Only the end of a body of unknown length says that it has ended.
    if bytes == nil { body.end() }
    return try await connection.transfer(
      .POST, "/extension/1/import", headers: [:],
      body: .stream(body, length: bytes.map { .known($0) } ?? .unknown),
      bytes: bytes ?? Self.expectedBytes
    ) { response in
      body.end()
      return try JSONDecoder().decode(
        ImportResponse.self,
        from: Data(try await response.body.collect(upTo: 1 << 16).readableBytesView))
    }
  }
}
