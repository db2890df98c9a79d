import Foundation

/// Reads JSON of a known shape, byte by byte.
///
/// It reads only usual JSON and throws `Unusual` for everything else. `Unusual` does not mean that
/// the text is invalid; the general decoder then decides. It does not recurse.
package struct JSONReader {
  package struct UnusualSyntax: Error {
    package init() {}
  }

  private let text: UnsafeRawBufferPointer
  private(set) var position = 0

  package init(_ text: UnsafeRawBufferPointer) { self.text = text }

  // MARK: - Structure

  /// Reads an object; `member` reads the value of each key.
  package mutating func object(
    _ member: (inout Self, String) throws(UnusualSyntax) -> Void
  ) throws(UnusualSyntax) {
    try expect(UInt8(ascii: "{"))
    if skip(UInt8(ascii: "}")) { return }
    repeat {
      let key = try string()
      try expect(UInt8(ascii: ":"))
      try member(&self, key)
    } while skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"))
  }

  mutating func array<Element>(
    _ element: (inout Self) throws(UnusualSyntax) -> Element
  ) throws(UnusualSyntax) -> [Element] {
    try expect(UInt8(ascii: "["))
    if skip(UInt8(ascii: "]")) { return [] }
    var elements: [Element] = []
    repeat { elements.append(try element(&self)) } while skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
    return elements
  }

  /// Reads an object with `usual`; if that fails, with the general decoder.
  package mutating func object<Value: Decodable>(
    _ usual: (inout Self) throws(UnusualSyntax) -> Value
  ) throws(UnusualSyntax) -> Value {
    let start = position
    do throws(UnusualSyntax) {
      return try usual(&self)
    } catch {
      position = start
      try skipObject()
      let data = Data(text[start..<position])
      guard let value = try? JSONDecoder().decode(Value.self, from: data) else {
        throw UnusualSyntax()
      }
      return value
    }
  }

  package mutating func end() throws(UnusualSyntax) {
    guard peek() == nil else { throw UnusualSyntax() }
  }

  // MARK: - Values

  package mutating func string() throws(UnusualSyntax) -> String {
    try expect(UInt8(ascii: "\""))
    let start = position
    var bits: UInt8 = 0
    while position < text.count, case let byte = text[position], byte != UInt8(ascii: "\"") {
      // Escapes are rare in what the cloud answers.
      guard byte != UInt8(ascii: "\\"), byte >= 0x20 else { throw UnusualSyntax() }
      bits |= byte
      position += 1
    }
    guard position < text.count else { throw UnusualSyntax() }
    let bytes = UnsafeRawBufferPointer(rebasing: text[start..<position])
    position += 1
    // `String(decoding:as:)` repairs invalid UTF-8, so the bytes are compared; 7-bit text is always
    // valid.
    let string = String(decoding: bytes, as: UTF8.self)
    guard bits < 0x80 || string.utf8.elementsEqual(bytes) else { throw UnusualSyntax() }
    return string
  }

  package mutating func integer() throws(UnusualSyntax) -> Int64 {
    let isNegative = skip(UInt8(ascii: "-"))
    let start = position
    var value: Int64 = 0
    while position < text.count, case let digit = text[position], (0x30...0x39).contains(digit) {
      value = value &* 10 &+ Int64(digit - 0x30)
      position += 1
    }
    // Any eighteen digits fit. Leading zeros, fractions and exponents are not accepted here.
    guard (1...18).contains(position - start), position - start == 1 || text[start] != 0x30,
      position == text.count || ![0x2E, 0x45, 0x65].contains(text[position])
    else { throw UnusualSyntax() }
    return isNegative ? -value : value
  }

  mutating func bool() throws(UnusualSyntax) -> Bool {
    switch peek() {
    case UInt8(ascii: "t"):
      try expect("true")
      return true
    case UInt8(ascii: "f"):
      try expect("false")
      return false
    default: throw UnusualSyntax()
    }
  }

  /// Whether the next value is a string.
  package mutating func isString() -> Bool { peek() == UInt8(ascii: "\"") }

  // MARK: - Bytes

  private mutating func peek() -> UInt8? {
    while position < text.count {
      switch text[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case let byte: return byte
      }
    }
    return nil
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(UnusualSyntax) {
    guard skip(byte) else { throw UnusualSyntax() }
  }

  private mutating func expect(_ word: StaticString) throws(UnusualSyntax) {
    for index in 0..<word.utf8CodeUnitCount {
      guard position < text.count, text[position] == word.utf8Start[index] else {
        throw UnusualSyntax()
      }
      position += 1
    }
  }

  /// Skips an object with all its contents.
  private mutating func skipObject() throws(UnusualSyntax) {
    guard peek() == UInt8(ascii: "{") else { throw UnusualSyntax() }
    var depth = 0
    var isInString = false
    while position < text.count {
      let byte = text[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\\") where isInString: position += 1
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "{") where !isInString: depth += 1
      case UInt8(ascii: "}") where !isInString:
        depth -= 1
        if depth == 0 { return }
      default: break
      }
    }
    throw UnusualSyntax()
  }
}
