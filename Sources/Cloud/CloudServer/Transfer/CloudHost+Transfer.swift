import CloudStorage
package import Foundation
import HTTPTypes
import Hummingbird
package import LocalFiles
import NIOCore

/// A whole cloud as one file: at the start and at the end of a cloud that keeps nothing.
extension CloudHost {
  /// Puts an exported cloud in place of everything, adds what the plan has besides, and makes this the state to which a
  /// reset goes back.
  ///
  /// Called before `run()`. Throws `.invalidArguments` where the file is not whole, or not to be used; then nothing has
  /// changed.
  package func begin(withExportIn file: FileHandle) async throws {
    let imported = try ImportedStore(into: services.assets)
    var archive = CloudExportReader(FilePieces(file: file), into: imported)
    _ = try await archive.read()
    _ = try reset.replaceAll(by: imported)
    try services.apply(configuration, skipping: reset.skip, logger)
    try reset.beginHere()
  }

  /// Writes an export of everything, a piece at a time.
  package func export(to file: FileDraft) async throws {
    let archive = CloudExportWriter(try ExportedStore(of: services.assets))
    var writer: any ResponseBodyWriter = DraftWriter(file: file)
    try await archive.write(to: &writer)
  }
}

/// The bytes of a file, in pieces.
///
/// Reading blocks: nobody is served yet.
private struct FilePieces: AsyncSequence, AsyncIteratorProtocol {
  private static let bytes = 256 * 1024

  let file: FileHandle

  func makeAsyncIterator() -> FilePieces { self }

  func next() async throws -> ByteBuffer? {
    let piece = try file.read(upToCount: Self.bytes)
    return piece.flatMap { $0.isEmpty ? nil : ByteBuffer(bytes: $0) }
  }
}

private struct DraftWriter: ResponseBodyWriter {
  let file: FileDraft

  mutating func write(_ buffer: ByteBuffer) async throws {
    try file.write(Data(buffer.readableBytesView))
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
