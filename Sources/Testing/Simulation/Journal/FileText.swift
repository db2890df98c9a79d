/// A file's bytes as the journal has them: a short text as it is, anything else by its size and a checksum.
enum FileText {
  /// Our choice: longer texts would hide the rest of a line.
  private static let longestText = 100

  static func of(_ bytes: some Collection<UInt8>) -> String {
    if bytes.count <= longestText, let text = String(validating: bytes, as: UTF8.self) {
      return text
    }
    var checksum = Checksum()
    checksum.add(bytes)
    return "\(bytes.count) bytes \(String(checksum.value, radix: 16))"
  }
}

/// Source: FNV-1a, 64 bits.
struct Checksum {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
