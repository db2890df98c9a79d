import CloudModel
import NIOCore

/// Reads a tar archive that comes in pieces, file by file, and keeps no more than a piece.
struct TarReader<Body: AsyncSequence> where Body.Element == ByteBuffer {
  /// Our choice: `tar` fills its last record of 10 KiB.
  private static var mostBehindEnd: Int { 64 * 1024 }

  private var body: Body.AsyncIterator
  private var buffer = ByteBuffer()
  /// The bytes of the current file that are not read yet.
  private var rest: Int64 = 0
  private var padding = 0

  init(_ body: Body) { self.body = body.makeAsyncIterator() }

  /// The next file, once the one before it has been read; nil at the end of the archive.
  ///
  /// Throws `.invalidArguments` for anything that is not a regular file.
  mutating func next() async throws -> TarHeader? {
    precondition(rest == 0, "TarReader: the file before is read first")
    _ = try await exactly(padding)
    padding = 0
    let block = try await exactly(TarHeader.blockBytes)
    if block.readableBytesView.allSatisfy({ $0 == 0 }) { return nil }
    guard let header = TarHeader(block) else {
      throw CloudExport.refusal("a part of it is not a file of a tar archive")
    }
    rest = header.bytes
    padding = header.padding
    return header
  }

  /// The next bytes of the file; nil at its end.
  mutating func read() async throws -> ByteBuffer? {
    guard rest > 0 else { return nil }
    try await fill(1)
    let count = Int(min(Int64(buffer.readableBytes), rest))
    rest -= Int64(count)
    return buffer.readSlice(length: count)
  }

  /// Reads what programs write behind the end, so that the sender is not refused while it sends.
  mutating func drain() async throws {
    var bytes = buffer.readableBytes
    while let piece = try await body.next(isolation: #isolation) {
      bytes += piece.readableBytes
      guard bytes <= Self.mostBehindEnd else {
        throw CloudExport.refusal("it goes on after its end")
      }
    }
  }

  private mutating func exactly(_ count: Int) async throws -> ByteBuffer {
    try await fill(count)
    guard let slice = buffer.readSlice(length: count) else { throw Self.cut }
    return slice
  }

  private mutating func fill(_ count: Int) async throws {
    while buffer.readableBytes < count {
      guard var piece = try await body.next(isolation: #isolation) else { throw Self.cut }
      buffer.discardReadBytes()
      buffer.writeBuffer(&piece)
    }
  }

  private static var cut: CloudError { CloudExport.refusal("its end is missing") }
}
