import CloudModel
package import Foundation

/// Writes JSON byte by byte.
///
/// The general encoder builds a tree first and handles each key twice, which is too slow for pages
/// of records.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  /// Makes the encoder for values whose types do not write themselves.
  private let encoder: () -> JSONEncoder

  package init(encoder: @autoclosure @escaping () -> JSONEncoder = JSONEncoder()) {
    self.encoder = encoder
  }

  package mutating func object(_ members: (inout Self) throws -> Void) rethrows {
    bytes.append(UInt8(ascii: "{"))
    try members(&self)
    bytes.append(UInt8(ascii: "}"))
  }

  package mutating func array<Element>(
    _ elements: some Sequence<Element>, _ write: (inout Self, Element) throws -> Void
  ) rethrows {
    bytes.append(UInt8(ascii: "["))
    for element in elements {
      if bytes.last != UInt8(ascii: "[") { bytes.append(UInt8(ascii: ",")) }
      try write(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// The key of the member whose value is written next.
  package mutating func key(_ key: StaticString) {
    beginMember()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  /// A key that is known only at run time.
  package mutating func key(named key: String) {
    beginMember()
    string(key)
    bytes.append(UInt8(ascii: ":"))
  }

  package mutating func member(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    self.key(key)
    string(value)
  }

  package mutating func member(_ key: StaticString, _ value: Int64?) {
    guard let value else { return }
    self.key(key)
    integer(value)
  }

  package mutating func member(_ key: StaticString, _ value: Bool?) {
    guard let value else { return }
    self.key(key)
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  package mutating func integer(_ value: Int64) {
    bytes.append(contentsOf: String(value).utf8)
  }

  package mutating func null() { bytes.append(contentsOf: "null".utf8) }

  /// Writes a finite number as the general encoder does, except that negative zero keeps its sign.
  package mutating func double(_ value: Double) {
    let text = String(value)
    let isWhole = text.hasSuffix(".0") && !(value == 0 && value.sign == .minus)
    bytes.append(contentsOf: isWhole ? text.dropLast(2).utf8 : text[...].utf8)
  }

  package mutating func string(_ value: String) {
    bytes.append(UInt8(ascii: "\""))
    var value = value
    value.withUTF8 { text in
      // Without an early exit, a processor can examine many bytes at a time.
      if text.reduce(0, { $0 | $1.escapeMark }) != 0 {
        for byte in text { escape(byte) }
      } else {
        bytes.append(contentsOf: text)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  package mutating func value(_ value: some Encodable) throws {
    bytes.append(contentsOf: try encoder().encode(value))
  }

  private mutating func beginMember() {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func escape(_ byte: UInt8) {
    guard byte.needsEscape else { return bytes.append(byte) }
    if byte < 0x20 {
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(contentsOf: CollectionOfOne(byte).hexadecimal.utf8)
    } else {
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    }
  }
}

extension UInt8 {
  /// Source: RFC 8259, section 7.
  fileprivate var needsEscape: Bool { escapeMark != 0 }

  /// Not 0 for a byte that needs an escape; computed without a branch.
  fileprivate var escapeMark: UInt8 {
    (self < 0x20 ? 1 : 0) | (self == UInt8(ascii: "\"") ? 1 : 0)
      | (self == UInt8(ascii: "\\") ? 1 : 0)
  }
}
