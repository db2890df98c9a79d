/// Takes a JSON document apart while it is read: the objects of one array of the outermost object, and the texts beside
/// that array.
///
/// It does not check the document; who decodes an element does. Invariants:
/// 1. `depth` is the number of brackets that are open, outside of texts.
/// 2. At most one element, up to the limit, and `textLimit` short texts are kept.
struct JSONElements {
  /// Our choice: names of rooms are shorter.
  private static let textLimitBytes = 4096
  private static let textLimit = 100

  let array: String
  let limitBytes: Int
  /// The texts of the outermost object, by their keys, as JSON.
  private(set) var texts: [String: [UInt8]] = [:]
  private var depth = 0
  private var isInText = false
  private var isEscaped = false
  /// The last text at the outermost level, with its quotation marks, and the key whose value comes.
  private var text: [UInt8] = []
  private var key: String?
  private var isInArray = false
  private var element: [UInt8] = []
  private var isTooLong = false

  init(of array: String, limitBytes: Int) {
    self.array = array
    self.limitBytes = limitBytes
  }

  /// Whether the outermost object has ended.
  private(set) var isWhole = false

  /// Takes more bytes; `body` is called with each element that ends in them, and with nil for one that is too long.
  mutating func take(_ bytes: some Sequence<UInt8>, _ body: ([UInt8]?) throws -> Void) rethrows {
    for byte in bytes {
      if depth >= 3, isInArray { keep(byte) }
      if isInText {
        if depth == 1, text.count < Self.textLimitBytes { text.append(byte) }
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
          if depth == 1, let key, texts.count < Self.textLimit { texts[key] = text }
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        isInText = true
        if depth == 1 { text = [byte] }
      case UInt8(ascii: ":"):
        if depth == 1 { key = String(decoding: text.dropFirst().dropLast(), as: UTF8.self) }
      case UInt8(ascii: ","):
        if depth == 1 { key = nil }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth == 2 { isInArray = key == array && byte == UInt8(ascii: "[") }
        if depth == 3, isInArray {
          (element, isTooLong) = ([], false)
          keep(byte)
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 2, isInArray { try body(isTooLong ? nil : element) }
        if depth == 1 { isInArray = false }
        if depth == 0 { isWhole = true }
      default: break
      }
    }
  }

  private mutating func keep(_ byte: UInt8) {
    if element.count < limitBytes { element.append(byte) } else { isTooLong = true }
  }
}
