/// The bytes of a bracketed paste, up to its end marker or the limit.
struct PasteAccumulator: Sendable {
  enum Result: Sendable {
    case more
    /// The limit is reached; the paste goes on.
    case full(String)
    /// The end marker came; nil when nothing was left.
    case end(String?)
  }

  /// One event's worth: far above any message, small beside the memory of a process.
  static let maximumBytes = 1 << 20
  /// A part ends between two scalars; where continuation bytes do not end, after so many.
  static let longestPart = maximumBytes + 8

  private static let endMarker = Array("\u{1B}[201~".utf8)
  private static let carriageReturn: UInt8 = 0x0D
  private static let lineFeed: UInt8 = 0x0A

  private var bytes: [UInt8] = []
  private var matched = 0
  private var isAfterReturn = false

  mutating func append(_ byte: UInt8) -> Result {
    if byte == Self.endMarker[matched] {
      matched += 1
      return matched == Self.endMarker.count ? .end(finish()) : .more
    }
    if matched > 0 {
      let full = fullPart(before: Self.endMarker[0])
      bytes += Self.endMarker[..<matched]
      matched = 0
      isAfterReturn = false
      let result = append(byte)
      return full.map { .full($0) } ?? result
    }
    let full = fullPart(before: byte)
    defer { isAfterReturn = byte == Self.carriageReturn }
    if byte == Self.carriageReturn {
      bytes.append(Self.lineFeed)
    } else if byte != Self.lineFeed || !isAfterReturn {
      bytes.append(byte)
    }
    return full.map { .full($0) } ?? .more
  }

  /// The text so far, without the bytes of an incomplete end marker.
  mutating func finish() -> String? {
    bytes.isEmpty ? nil : take()
  }

  /// The text so far if it is a whole part: it does not end inside a scalar, unless the scalar's
  /// continuation bytes never end.
  private mutating func fullPart(before byte: UInt8) -> String? {
    precondition(bytes.count <= Self.longestPart, "InputDecoder 2: a part of a paste is too long")
    let isContinuation = byte & 0xC0 == 0x80
    guard bytes.count >= Self.maximumBytes, !isContinuation || bytes.count == Self.longestPart
    else { return nil }
    return take()
  }

  private mutating func take() -> String {
    defer { bytes.removeAll(keepingCapacity: true) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
