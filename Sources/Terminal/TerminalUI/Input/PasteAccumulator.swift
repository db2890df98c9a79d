/// The bytes of a bracketed paste, up to its end marker.
struct PasteAccumulator: Sendable {
  enum Result: Sendable {
    case more
    /// The end marker came; nil when nothing was pasted.
    case end(String?)
  }

  /// Far above what any text field takes, small beside the memory of a process.
  ///
  /// A longer paste is cut off here; the receiver of the text refuses it whole, because it is too long even so.
  static let maximumBytes = 1 << 20

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
      for byte in Self.endMarker[..<matched] { keep(byte) }
      matched = 0
      isAfterReturn = false
      return append(byte)
    }
    if byte == Self.carriageReturn {
      keep(Self.lineFeed)
    } else if byte != Self.lineFeed || !isAfterReturn {
      keep(byte)
    }
    isAfterReturn = byte == Self.carriageReturn
    return .more
  }

  /// The text so far, without the bytes of an incomplete end marker.
  func finish() -> String? {
    bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < Self.maximumBytes { bytes.append(byte) }
  }
}
