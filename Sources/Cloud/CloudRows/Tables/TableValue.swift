import Crypto
package import Foundation

/// A value of a column, as every engine can store it.
package enum TableValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes(Data)
}

/// How many rows there are, and the sum of their fingerprints, so that the rows of two stores can be compared in any
/// order.
package struct TableDigest: Sendable, Equatable {
  package private(set) var rows = 0
  private var sum: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  package init() {}

  package mutating func add(_ row: [TableValue]) {
    var hash = SHA256()
    for value in row { value.update(&hash) }
    let words = hash.finalize().withUnsafeBytes { bytes in
      (0..<4).map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self) }
    }
    sum = (sum.0 &+ words[0], sum.1 &+ words[1], sum.2 &+ words[2], sum.3 &+ words[3])
    rows += 1
  }

  package static func == (a: TableDigest, b: TableDigest) -> Bool {
    a.rows == b.rows && a.sum == b.sum
  }
}

extension TableValue {
  /// Each value with its kind and its length, so that no two rows look alike.
  fileprivate func update(_ hash: inout SHA256) {
    func add(_ kind: UInt8, _ bytes: some DataProtocol) {
      hash.update(data: [kind])
      withUnsafeBytes(of: UInt64(bytes.count).bigEndian) { hash.update(bufferPointer: $0) }
      hash.update(data: bytes)
    }
    switch self {
    case .null: add(0, [UInt8]())
    case .integer(let number): add(1, withUnsafeBytes(of: number.bigEndian) { Array($0) })
    case .real(let number): add(2, withUnsafeBytes(of: number.bitPattern.bigEndian) { Array($0) })
    case .text(let text): add(3, Array(text.utf8))
    case .bytes(let data): add(4, data)
    }
  }
}
