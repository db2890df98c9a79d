import CloudModel

/// The bounds of a JSON text, checked byte by byte before it is decoded.
///
/// The check allocates no memory and does not recurse. The decoder therefore receives only texts
/// within the bounds.
enum JSONBounds {
  /// Levels of nested objects and arrays; the protocol needs eight.
  static let depth = 32
  /// Values and keys in all; far more than 200 records of a megabyte together use.
  static let items = 250_000
  /// Digits in one number; no number of the protocol has more.
  static let numberBytes = 400

  /// Throws `.invalidArguments` for a text that is too deep or too long, or is not UTF-8.
  static func check(_ bytes: UnsafeRawBufferPointer) throws(CloudError) {
    var scan = Scan()
    var utf8 = UTF8Check()
    var index = 0
    while index < bytes.count {
      // Most of a body is text within strings, which is not counted.
      if scan.isInPlainText, utf8.isComplete {
        while index < bytes.count, case let byte = bytes[index], byte.isPlainText { index += 1 }
        guard index < bytes.count else { break }
      }
      let byte = bytes[index]
      index += 1
      if byte >= 0x80 || !utf8.isComplete {
        guard utf8.accepts(byte) else { throw refused("the body is not UTF-8") }
      } else if scan.read(byte) {
        try check(scan)
      }
    }
    guard utf8.isComplete else { throw refused("the body is not UTF-8") }
  }

  private static func check(_ scan: Scan) throws(CloudError) {
    if scan.depth > depth { throw refused("more than \(depth) levels of nesting") }
    if scan.items > items { throw refused("more than \(items) values") }
    if scan.numberBytes > numberBytes {
      throw refused("a number of more than \(numberBytes) digits")
    }
  }

  private static func refused(_ what: String) -> CloudError {
    CloudError(.invalidArguments, "BadRequestException: \(what)")
  }
}

extension JSONBounds {
  /// Counts levels, values and digits; the decoder reports text that is not JSON.
  private struct Scan {
    var depth = 0
    var items = 0
    var numberBytes = 0
    private var isInString = false
    private var isEscaped = false

    /// Whether only a quotation mark or a backslash can change the state.
    var isInPlainText: Bool { isInString && !isEscaped }

    /// Reads an ASCII byte, and returns whether the counts may have changed; other bytes are parts
    /// of strings.
    mutating func read(_ byte: UInt8) -> Bool {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        return false
      }
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
        numberBytes += 1
        return true
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        items += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","), UInt8(ascii: ":"): items += 1
      default: break
      }
      numberBytes = 0
      return true
    }
  }

  /// A check that bytes are well-formed UTF-8.
  ///
  /// Source: The Unicode Standard, table 3-7.
  private struct UTF8Check {
    private var pending = 0
    private var next: ClosedRange<UInt8> = 0x80...0xBF

    var isComplete: Bool { pending == 0 }

    mutating func accepts(_ byte: UInt8) -> Bool {
      if pending > 0 {
        guard next.contains(byte) else { return false }
        pending -= 1
        next = 0x80...0xBF
        return true
      }
      switch byte {
      case 0...0x7F: return true
      case 0xC2...0xDF: pending = 1
      case 0xE0: (pending, next) = (2, 0xA0...0xBF)
      case 0xED: (pending, next) = (2, 0x80...0x9F)
      case 0xE1...0xEF: pending = 2
      case 0xF0: (pending, next) = (3, 0x90...0xBF)
      case 0xF1...0xF3: pending = 3
      case 0xF4: (pending, next) = (3, 0x80...0x8F)
      default: return false
      }
      return true
    }
  }
}

extension UInt8 {
  fileprivate var isPlainText: Bool {
    self < 0x80 && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}
