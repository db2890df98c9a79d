/// An operating system command or device string of the terminal, up to its end.
struct ControlString: Sendable {
  /// The longest answer that is understood has under 60 bytes; longer strings are read to their end and dropped.
  static let maximumLength = 128

  /// The byte behind `ESC`; with nothing behind it, it may be Alt and that key.
  let introducer: UInt8
  private(set) var isEscaped = false
  private var bytes: [UInt8] = []
  private var isTooLong = false

  init(introducer: UInt8) { self.introducer = introducer }

  enum Result: Sendable {
    case more
    case end(TerminalAnswer?)
    /// The byte cannot be part of a string, and is not taken.
    case broken
  }

  /// Whether no byte has come after the introducer.
  var isEmpty: Bool { bytes.isEmpty && !isTooLong && !isEscaped }

  mutating func append(_ byte: UInt8) -> Result {
    if isEscaped {
      // Any other byte begins a new sequence, or is a key with Alt.
      return byte == UInt8(ascii: "\\") ? .end(answer) : .broken
    }
    switch byte {
    case 0x07: return .end(answer)
    case 0x18, 0x1A: return .end(nil)
    case 0x1B: isEscaped = true
    // Strings hold no controls: a person has pressed Enter or Tab, and the string has lost its end.
    case 0x00..<0x20, 0x7F: return .broken
    default:
      precondition(
        bytes.count <= Self.maximumLength, "InputDecoder 2: a control string is too long")
      if bytes.count == Self.maximumLength { isTooLong = true } else { bytes.append(byte) }
    }
    return .more
  }

  private var answer: TerminalAnswer? {
    guard !isTooLong, let text = String(validating: bytes, as: UTF8.self) else { return nil }
    return TerminalAnswer(introducer: introducer, text: text)
  }
}
