import Foundation
package import NIOCore

/// Extracts the file from a multipart form while the form streams.
///
/// Holds no more than one chunk and a boundary.
///
/// Source: RFC 2046, section 5.1, and RFC 7578. The file is the part called `files`, or `file`.
package struct MultipartScanner {
  private enum State: Equatable {
    case outside
    case afterBoundary
    case headers
    case file
    case finished
  }

  /// Our choice: far more than a part's headers have.
  private static let headerLength = 8 * 1024
  private static let fileNames: Set<String> = ["files", "file"]

  private let delimiter: [UInt8]
  private var state = State.outside
  private var pending: ByteBuffer
  package private(set) var hasFile = false

  /// Whether the closing boundary has been read.
  package var isFinished: Bool { state == .finished }

  /// Nil where the content type is not that of a form; throws where the boundary is missing.
  package init?(contentType: String?) throws {
    guard let contentType,
      contentType.lowercased().drop(while: \.isWhitespace).hasPrefix("multipart/")
    else { return nil }
    guard let boundary = HeaderParameter.named("boundary", in: contentType),
      (1...70).contains(boundary.utf8.count)
    else { throw AssetFailure.malformed("the multipart body has no boundary") }
    delimiter = Array("\r\n--\(boundary)".utf8)
    // The first boundary may open the body, without the line break of the others.
    pending = ByteBuffer(string: "\r\n")
  }

  /// Takes the next chunk of the body; returns the bytes of the file that it reveals.
  package mutating func consume(_ chunk: ByteBuffer) throws -> [ByteBuffer] {
    pending.writeImmutableBuffer(chunk)
    var found: [ByteBuffer] = []
    while let piece = try step() {
      if piece.readableBytes > 0 { found.append(piece) }
    }
    pending.discardReadBytes()
    return found
  }

  /// One step forward, perhaps with a piece of the file; nil where more bytes are needed.
  private mutating func step() throws -> ByteBuffer? {
    switch state {
    case .outside, .file:
      let isFile = state == .file
      if let place = pending.offset(of: delimiter) {
        let piece = pending.readSlice(length: place) ?? ByteBuffer()
        pending.moveReaderIndex(forwardBy: delimiter.count)
        state = .afterBoundary
        return isFile ? piece : ByteBuffer()
      }
      let safe = pending.readableBytes - (delimiter.count - 1)
      guard safe > 0, let piece = pending.readSlice(length: safe) else { return nil }
      return isFile ? piece : ByteBuffer()
    case .afterBoundary:
      guard let mark = pending.getBytes(at: pending.readerIndex, length: 2) else { return nil }
      if mark == Array("--".utf8) {
        state = .finished
        return ByteBuffer()
      }
      guard mark == Array("\r\n".utf8) else {
        throw AssetFailure.malformed("the multipart body has a boundary within a line")
      }
      // The line break stays unread: if the part has no headers, it begins the end of the headers.
      state = .headers
      return ByteBuffer()
    case .headers:
      guard let end = pending.offset(of: Array("\r\n\r\n".utf8)) else {
        guard pending.readableBytes <= Self.headerLength else {
          throw AssetFailure.malformed("a part of the multipart body has too long headers")
        }
        return nil
      }
      let headers = pending.readString(length: end) ?? ""
      pending.moveReaderIndex(forwardBy: 4)
      try open(headers)
      return ByteBuffer()
    case .finished:
      pending.clear()
      return nil
    }
  }

  private mutating func open(_ headers: String) throws {
    let disposition = headers.split(whereSeparator: \.isNewline).first {
      $0.lowercased().hasPrefix("content-disposition:")
    }
    let name = disposition.flatMap { HeaderParameter.named("name", in: String($0)) }
    guard let name, Self.fileNames.contains(name) else {
      state = .outside
      return
    }
    guard !hasFile else { throw AssetFailure.malformed("the form has more than one file") }
    hasFile = true
    state = .file
  }
}

extension ByteBuffer {
  /// The offset of `pattern` from the reader index; nil if it is not there.
  fileprivate func offset(of pattern: [UInt8]) -> Int? {
    withUnsafeReadableBytes { bytes in
      guard let start = bytes.baseAddress, let first = pattern.first else { return nil }
      var place = 0
      while bytes.count - place >= pattern.count {
        let rest = bytes.count - place - pattern.count + 1
        guard let found = memchr(start + place, Int32(first), rest) else { return nil }
        place = UnsafeRawPointer(found) - start
        if memcmp(start + place, pattern, pattern.count) == 0 { return place }
        place += 1
      }
      return nil
    }
  }
}
