import Foundation
import NIOCore

/// The block before each file of a tar archive: its name and its size.
///
/// Source: POSIX.1-2017, pax, "ustar Interchange Format". Only regular files with short names are written and read.
struct TarHeader: Equatable {
  static let blockBytes = 512
  /// Two blocks of zeros.
  static let end = ByteBuffer(repeating: 0, count: 2 * blockBytes)
  private static let checksumField = 148..<156

  var name: String
  var bytes: Int64

  /// The number of bytes that fill the last block of the file.
  var padding: Int { Int(-bytes & Int64(Self.blockBytes - 1)) }
  /// The number of bytes that the file takes in the archive.
  var archivedBytes: Int64 { Int64(Self.blockBytes) + bytes + Int64(padding) }

  init(name: String, bytes: Int64) {
    self.name = name
    self.bytes = bytes
  }

  /// Reads a block; nil where it is not one that `block` writes.
  ///
  /// Time, owner and mode may be anything.
  init?(_ block: ByteBuffer) {
    let block = Array(block.readableBytesView)
    guard block.count == Self.blockBytes, Self.text(block[257..<262]) == "ustar",
      [0, UInt8(ascii: "0")].contains(block[156]), Self.text(block[345..<500]) == "",
      let name = Self.text(block[0..<100]), !name.isEmpty,
      let bytes = Self.number(block[124..<136]),
      Self.number(block[Self.checksumField]) == Self.sum(block)
    else { return nil }
    self.init(name: name, bytes: bytes)
  }

  /// Nil where the name has more than 100 bytes, or the file more than 8 GiB.
  var block: ByteBuffer? {
    guard name.utf8.count <= 100, (0..<(1 << 33)).contains(bytes) else { return nil }
    var block = [UInt8](repeating: 0, count: Self.blockBytes)
    func put(_ text: String, at place: Int) {
      block.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
    }
    put(name, at: 0)
    put("0000600", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    put(Self.octal(bytes, digits: 11), at: 124)
    put(Self.octal(0, digits: 11), at: 136)
    put("0", at: 156)
    put("ustar", at: 257)
    put("00", at: 263)
    put(Self.octal(Self.sum(block), digits: 6), at: Self.checksumField.lowerBound)
    block[Self.checksumField.upperBound - 1] = UInt8(ascii: " ")
    return ByteBuffer(bytes: block)
  }

  private static func octal(_ number: Int64, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// The sum of all bytes, with blanks in the place of the sum.
  private static func sum(_ block: [UInt8]) -> Int64 {
    block.indices.reduce(0) { $0 + (checksumField.contains($1) ? 32 : Int64(block[$1])) }
  }

  /// The text before the first zero byte; nil if it is not ASCII.
  private static func text(_ field: ArraySlice<UInt8>) -> String? {
    let text = field.prefix { $0 != 0 }
    return text.allSatisfy { $0 < 0x80 } ? String(decoding: text, as: UTF8.self) : nil
  }

  private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
    text(field).flatMap { Int64($0.trimmingCharacters(in: .whitespaces), radix: 8) }
      .flatMap { $0 < 0 ? nil : $0 }
  }
}
