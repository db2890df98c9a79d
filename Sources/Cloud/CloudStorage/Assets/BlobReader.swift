import CloudRules
import Foundation
package import NIOCore

/// The bytes of one asset, open for reading.
///
/// It can still read after the asset has been removed.
package final class BlobReader: Sendable {
  /// Bytes of the asset.
  package let size: Int64
  private let descriptor: Int32
  private let file: SealedFile

  /// Nil where there is no such file.
  ///
  /// Throws `AssetFailure.damaged` if the file is not what was stored, or was sealed with another
  /// key.
  init?(path: String, key: AtRestKey) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw FileFailure("open") }
      return nil
    }
    do {
      (file, size) = try Self.examine(descriptor, key)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Reads bytes from the beginning of `range`, at most one piece; empty at the end of the asset.
  ///
  /// Blocks. Throws `AssetFailure.damaged` if the bytes are not what was stored.
  package func read(_ range: Range<Int64>) throws -> ByteBuffer {
    guard range.lowerBound < min(range.upperBound, size) else { return ByteBuffer() }
    let place = SealedFile.place(ofByteAt: range.lowerBound, of: size)
    let sealed = try Self.read(place.range, of: descriptor)
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
    _ descriptor: Int32, _ key: AtRestKey
  ) throws -> (SealedFile, Int64) {
    // Without the system's `stat`: which module exports its members to a file that also imports NIO
    // depends on what is compiled with it.
    let length = Int64(lseek(descriptor, 0, SEEK_END))
    guard length >= 0 else { throw FileFailure("examine") }
    guard let size = SealedFile.count(inFileOf: length) else { throw AssetFailure.damaged }
    let header = try read(0..<Int64(SealedFile.headerLength), of: descriptor)
    let end = try read(SealedFile.length(of: size, withEnd: false)..<length, of: descriptor)
    let pieceLength = Int64(SealedFile.pieceLength)
    guard let file = SealedFile(key: key, header: Array(header)),
      file.isEnd(end, after: (size + pieceLength - 1) / pieceLength)
    else { throw AssetFailure.damaged }
    return (file, size)
  }

  /// All bytes of the file in `range`, which it must have.
  private static func read(_ range: Range<Int64>, of descriptor: Int32) throws -> Data {
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
