/// The bytes of one scalar, as they come.
///
/// Source: the Unicode standard, table 3-7, well-formed byte sequences.
struct UTF8Accumulator: Sendable {
  enum Result: Sendable {
    case more
    case scalar(Unicode.Scalar)
    /// The byte does not continue the scalar; it is not taken.
    case invalid
  }

  private var value: UInt32
  private var remaining: Int
  private var allowed: ClosedRange<UInt8>

  /// Begins with the lead byte of a scalar of two or more bytes; nil if it is not one.
  init?(lead: UInt8) {
    let continuation: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: (value, remaining, allowed) = (UInt32(lead & 0x1F), 1, continuation)
    case 0xE0: (value, remaining, allowed) = (0, 2, 0xA0...0xBF)
    case 0xED: (value, remaining, allowed) = (0xD, 2, 0x80...0x9F)
    case 0xE1...0xEF: (value, remaining, allowed) = (UInt32(lead & 0x0F), 2, continuation)
    case 0xF0: (value, remaining, allowed) = (0, 3, 0x90...0xBF)
    case 0xF1...0xF3: (value, remaining, allowed) = (UInt32(lead & 0x07), 3, continuation)
    case 0xF4: (value, remaining, allowed) = (4, 3, 0x80...0x8F)
    default: return nil
    }
  }

  mutating func append(_ byte: UInt8) -> Result {
    guard allowed.contains(byte) else { return .invalid }
    allowed = 0x80...0xBF
    value = value << 6 | UInt32(byte & 0x3F)
    remaining -= 1
    guard remaining == 0 else { return .more }
    return Unicode.Scalar(value).map { .scalar($0) } ?? .invalid
  }
}
