import Foundation
import NIOCore

/// The bytes of one asset, open for reading.
///
/// It goes on reading although the asset is removed meanwhile.
final class BlobReader: Sendable {
  /// Bytes read at a time; what one download holds in memory.
  static let chunkLength = 128 * 1024

  let size: Int64
  private let descriptor: Int32

  /// Nil where there is no such file.
  init?(path: String) throws {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw FileFailure("open") }
      return nil
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      close(descriptor)
      throw FileFailure("examine")
    }
    size = Int64(status.st_size)
  }

  deinit { close(descriptor) }

  /// Blocks until it has up to `chunkLength` of the bytes in `range`; empty at their end.
  func read(_ range: Range<Int64>) throws -> ByteBuffer {
    let length = Int(min(range.upperBound - range.lowerBound, Int64(Self.chunkLength)))
    var buffer = ByteBufferAllocator().buffer(capacity: length)
    try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: length) { pointer in
      while true {
        let count = pread(descriptor, pointer.baseAddress, length, off_t(range.lowerBound))
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw FileFailure("read") }
        return count
      }
    }
    return buffer
  }
}
