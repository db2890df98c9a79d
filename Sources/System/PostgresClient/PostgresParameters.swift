import Foundation

/// The values of one statement in the form in which they travel: one buffer, and where each begins in it.
struct PostgresParameters {
  private(set) var types: [UInt32] = []
  // A value without bytes must have an address too: without one it is NULL.
  private var bytes: [UInt8] = [0]
  private var places: [Int?] = []
  private var lengths: [Int32] = []

  init(_ values: [PostgresValue]) {
    for value in values {
      types.append(value.type)
      let place = bytes.count
      let isNull = !append(value)
      places.append(isNull ? nil : place)
      lengths.append(Int32(bytes.count - place))
    }
  }

  /// Calls `body` with the number of values, their pointers, lengths and formats, which end with the call.
  func withPointers<Answer>(
    _ body: (Int32, LibPQ.Texts?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Answer
  ) -> Answer {
    let binary = [Int32](repeating: 1, count: lengths.count)
    return bytes.withUnsafeBytes { buffer in
      let pointers = places.map { place in
        place.flatMap { buffer.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
      }
      return pointers.withUnsafeBufferPointer { list in
        body(Int32(list.count), list.baseAddress, lengths, binary)
      }
    }
  }

  /// False for nil.
  private mutating func append(_ value: PostgresValue) -> Bool {
    switch value {
    case .bigint(let number): append(number, Self.append)
    case .text(let text): append(text, Self.append)
    case .bytea(let data): append(data, Self.append)
    case .boolean(let flag): append(flag, Self.append)
    case .double(let number): append(number, Self.append)
    case .bigints(let list): append(list, of: PostgresType.bigint, Self.append)
    case .texts(let list): append(list, of: PostgresType.text, Self.append)
    case .byteas(let list): append(list, of: PostgresType.bytea, Self.append)
    case .booleans(let list): append(list, of: PostgresType.boolean, Self.append)
    case .doubles(let list): append(list, of: PostgresType.double, Self.append)
    }
  }

  private mutating func append<Value>(
    _ value: Value?, _ encode: (Value, inout [UInt8]) -> Void
  ) -> Bool {
    guard let value else { return false }
    encode(value, &bytes)
    return true
  }

  /// Dimensions, whether there are NULLs, the type; then for the one dimension its length and first index; then each
  /// value with its length.
  ///
  /// Source: `array_recv` in arrayfuncs.c.
  private mutating func append<Value>(
    _ values: [Value?], of type: UInt32, _ encode: (Value, inout [UInt8]) -> Void
  ) -> Bool {
    bytes.append(bigEndian: Int32(values.isEmpty ? 0 : 1))
    bytes.append(bigEndian: Int32(values.contains { $0 == nil } ? 1 : 0))
    bytes.append(bigEndian: type)
    guard !values.isEmpty else { return true }
    bytes.append(bigEndian: Int32(values.count))
    bytes.append(bigEndian: Int32(1))
    for value in values {
      guard let value else {
        bytes.append(bigEndian: Int32(-1))
        continue
      }
      let place = bytes.count
      bytes.append(bigEndian: Int32(0))
      encode(value, &bytes)
      let length = Int32(bytes.count - place - 4)
      withUnsafeBytes(of: length.bigEndian) { bytes.replaceSubrange(place..<place + 4, with: $0) }
    }
    return true
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    bytes.append(bigEndian: Int64(number))
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: text.utf8)
  }

  private static func append(_ data: Data, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: data)
  }

  private static func append(_ flag: Bool, to bytes: inout [UInt8]) {
    bytes.append(flag ? 1 : 0)
  }

  private static func append(_ number: Double, to bytes: inout [UInt8]) {
    bytes.append(bigEndian: number.bitPattern)
  }
}

extension PostgresValue {
  /// The number of the type.
  fileprivate var type: UInt32 {
    switch self {
    case .bigint: PostgresType.bigint
    case .text: PostgresType.text
    case .bytea: PostgresType.bytea
    case .boolean: PostgresType.boolean
    case .double: PostgresType.double
    case .bigints: PostgresType.bigintArray
    case .texts: PostgresType.textArray
    case .byteas: PostgresType.byteaArray
    case .booleans: PostgresType.booleanArray
    case .doubles: PostgresType.doubleArray
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }
}
