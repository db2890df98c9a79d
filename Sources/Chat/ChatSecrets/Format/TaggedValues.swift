/// Values by number: tag, length and bytes of each, in ascending order, so that the same values are the same bytes.
///
/// Each value is `tag u16 | length u32 | bytes`. A reader refuses a tag from `firstCriticalTag` on that it does not
/// know, and ignores other unknown ones: signatures and hashes are over the bytes as they came.
struct TaggedValues {
  static let firstCriticalTag: UInt16 = 0x8000
  private static let mostValues = 64

  private(set) var bytes: [UInt8] = []
  private var values: [UInt16: [UInt8]] = [:]
  private let kind: BlobKind

  /// No values, to which some are added in ascending order of their tags.
  init(in kind: BlobKind) { self.kind = kind }

  /// Reads everything that is left; `known` are the tags that the reader understands.
  init(_ bytes: [UInt8], in kind: BlobKind, known: ClosedRange<UInt16>) throws(SecretsError) {
    (self.kind, self.bytes) = (kind, bytes)
    var reader = ByteReader(bytes[...], in: kind)
    var last: UInt16?
    while !reader.rest.isEmpty {
      let tag = try reader.integer(UInt16.self)
      guard last.map({ $0 < tag }) ?? true else { throw reader.flaw("its tags do not ascend") }
      guard values.count < Self.mostValues else { throw reader.flaw("too many values") }
      guard tag < Self.firstCriticalTag || known.contains(tag) else {
        throw .newer(kind, .criticalTag(tag))
      }
      values[tag] = try reader.prefixed(atMost: bytes.count)
      last = tag
    }
  }

  mutating func append(_ tag: UInt16, _ value: some Collection<UInt8>) {
    precondition(values[tag] == nil, "TaggedValues: each tag stands once")
    values[tag] = Array(value)
    bytes.append(bigEndian: tag)
    bytes.append(prefixed: value)
  }

  mutating func append(_ tag: UInt16, _ value: some FixedWidthInteger) {
    var encoded: [UInt8] = []
    encoded.append(bigEndian: value)
    append(tag, encoded)
  }

  func optional(_ tag: UInt16) -> [UInt8]? { values[tag] }

  func bytes(_ tag: UInt16) throws(SecretsError) -> [UInt8] {
    guard let value = values[tag] else { throw .malformed(kind, "value \(tag) is missing") }
    return value
  }

  func bytes(_ tag: UInt16, count: Int) throws(SecretsError) -> [UInt8] {
    let value = try bytes(tag)
    guard value.count == count else {
      throw .malformed(kind, "value \(tag) does not have \(count) bytes")
    }
    return value
  }

  func integer<I: FixedWidthInteger & UnsignedInteger>(
    _ tag: UInt16, _ type: I.Type
  ) throws(SecretsError) -> I {
    try bytes(tag, count: MemoryLayout<I>.size).reduce(0) { $0 << 8 | I($1) }
  }

  func time(_ tag: UInt16) throws(SecretsError) -> Int64 {
    Int64(bitPattern: try integer(tag, UInt64.self))
  }

  func name(_ tag: UInt16) throws(SecretsError) -> String {
    let value = try bytes(tag)
    guard 1...ByteReader.longestName ~= value.count,
      let text = String(validating: value, as: UTF8.self)
    else { throw .malformed(kind, "value \(tag) is no name") }
    return text
  }
}
