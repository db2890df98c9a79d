import CloudRules
import Foundation
package import NIOCore

/// The sealed bytes of one asset.
protocol BlobSource: Sendable {
  var length: Int64 { get }
  /// All bytes in `range`, which it must have.
  ///
  /// Throws `AssetFailure.damaged` if it does not.
  func read(_ range: Range<Int64>) throws -> Data
}

/// The bytes of one asset, open for reading.
///
/// It can still read after the asset has been removed; from a database, for an hour.
package final class BlobReader: Sendable {
  /// Bytes of the asset.
  package let size: Int64
  private let source: any BlobSource
  private let file: SealedFile

  /// Nil where there is no such file.
  ///
  /// Throws `AssetFailure.damaged` if the file is not what was stored, or was sealed with another
  /// key.
  convenience init?(path: String, key: AtRestKey) throws {
    guard let source = try BlobFile(path: path) else { return nil }
    try self.init(source, key: key)
  }

  init(_ source: any BlobSource, key: AtRestKey) throws {
    (file, size) = try Self.examine(source, key)
    self.source = source
  }

  /// Reads bytes from the beginning of `range`, at most one piece; empty at the end of the asset.
  ///
  /// Blocks. Throws `AssetFailure.damaged` if the bytes are not what was stored.
  package func read(_ range: Range<Int64>) throws -> ByteBuffer {
    guard range.lowerBound < min(range.upperBound, size) else { return ByteBuffer() }
    let place = SealedFile.place(ofByteAt: range.lowerBound, of: size)
    let sealed = try source.read(place.range)
    let bytes: Data
    do {
      bytes = try file.open(sealed, piece: place.piece)
    } catch {
      throw AssetFailure.damaged
    }
    let start = Int(range.lowerBound - place.piece * Int64(SealedFile.pieceLength))
    let count = min(Int(range.upperBound - range.lowerBound), bytes.count - start)
    return ByteBuffer(bytes: bytes.dropFirst(start).prefix(count))
  }

  /// The seal of a file and the number of bytes that the file holds; throws if the file is not whole.
  private static func examine(
    _ source: any BlobSource, _ key: AtRestKey
  ) throws -> (SealedFile, Int64) {
    let length = source.length
    guard let size = SealedFile.count(inFileOf: length) else { throw AssetFailure.damaged }
    let header = try source.read(0..<Int64(SealedFile.headerLength))
    let end = try source.read(SealedFile.length(of: size, withEnd: false)..<length)
    let pieceLength = Int64(SealedFile.pieceLength)
    guard let file = SealedFile(key: key, header: Array(header)),
      file.isEnd(end, after: (size + pieceLength - 1) / pieceLength)
    else { throw AssetFailure.damaged }
    return (file, size)
  }

}

/// The sealed bytes in a file.
private final class BlobFile: BlobSource {
  let length: Int64
  private let descriptor: Int32

  /// Nil where there is no such file.
  init?(path: String) throws {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw FileFailure("open") }
      return nil
    }
    // Without the system's `stat`: which module exports its members to a file that also imports NIO
    // depends on what is compiled with it.
    length = Int64(lseek(descriptor, 0, SEEK_END))
    guard length >= 0 else {
      close(descriptor)
      throw FileFailure("examine")
    }
  }

  deinit { close(descriptor) }

  func read(_ range: Range<Int64>) throws -> Data {
    var bytes = Data(count: Int(range.upperBound - range.lowerBound))
    try bytes.withUnsafeMutableBytes { pointer in
      var filled = 0
      while filled < pointer.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: pointer[filled...])
        let count = pread(
          descriptor, rest.baseAddress, rest.count, off_t(range.lowerBound) + off_t(filled))
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw FileFailure("read") }
        guard count > 0 else { throw AssetFailure.damaged }
        filled += count
      }
    }
    return bytes
  }
}
