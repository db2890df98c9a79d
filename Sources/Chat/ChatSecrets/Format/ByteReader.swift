import Foundation

/// Reads bytes from the front; integers are big endian.
///
/// Nothing is taken for a length before it is compared with what is there, so a blob costs no more memory than itself.
struct ByteReader {
  /// In which kind of blob the bytes are, for errors.
  let kind: BlobKind
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>, in kind: BlobKind) {
    (rest, self.kind) = (bytes, kind)
  }

  func flaw(_ what: String) -> SecretsError { .malformed(kind, what) }

  mutating func bytes(_ count: Int) throws(SecretsError) -> [UInt8] {
    guard rest.count >= count else { throw flaw("it ends too early") }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func integer<I: FixedWidthInteger & UnsignedInteger>(
    _ type: I.Type
  ) throws(SecretsError) -> I {
    let size = MemoryLayout<I>.size
    guard rest.count >= size else { throw flaw("it ends too early") }
    defer { rest = rest.dropFirst(size) }
    return rest.prefix(size).reduce(0) { $0 << 8 | I($1) }
  }

  /// Bytes behind their length, which is 32 bits.
  mutating func prefixed(atMost limit: Int) throws(SecretsError) -> [UInt8] {
    let count = try integer(UInt32.self)
    guard count <= limit else { throw flaw("a part is longer than \(limit) bytes") }
    return try bytes(Int(count))
  }

  /// A text behind its length; not empty.
  mutating func name(atMost limit: Int = Self.longestName) throws(SecretsError) -> String {
    let bytes = try prefixed(atMost: limit)
    guard !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self) else {
      throw flaw("a name is empty or no UTF-8")
    }
    return text
  }

  /// Checks that the names of a list ascend by their bytes, and are in NFC.
  ///
  /// Two spellings of one text are equal as texts of Swift, so they must not stand in one list.
  func check(_ name: String, follows last: String?) throws(SecretsError) {
    guard last.map({ $0.utf8.lexicographicallyPrecedes(name.utf8) }) ?? true,
      name.utf8.elementsEqual(name.precomposedStringWithCanonicalMapping.utf8)
    else { throw flaw("its names are not in order or not in NFC") }
  }

  func end() throws(SecretsError) {
    guard rest.isEmpty else { throw flaw("something follows its end") }
  }

  /// Names of records, zones and users have at most 255 bytes in the cloud.
  static let longestName = 255
}

extension [UInt8] {
  mutating func append(bigEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }

  /// Appends the length in 32 bits, and the bytes.
  mutating func append(prefixed bytes: some Collection<UInt8>) {
    append(bigEndian: UInt32(bytes.count))
    append(contentsOf: bytes)
  }

  mutating func append(prefixed text: String) { append(prefixed: text.utf8) }
}
