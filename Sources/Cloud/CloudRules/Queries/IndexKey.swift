package import CloudModel
import Crypto
package import Foundation

/// A field's value as bytes whose order is the order of the values.
///
/// 1. A missing value has the empty key, which comes before all others; every other key begins with
///    the byte 1.
/// 2. Integers, doubles and dates take eight bytes, the highest first, encoded so that negative
///    values come first; strings, record names and bytes are used as they are.
/// 3. A value longer than `longestPrefix` is cut there and made distinct by its SHA-256, so that
///    every entry is small.
package struct IndexKey: Hashable, Sendable, Comparable {
  package var bytes: Data

  package init(bytes: Data) { self.bytes = bytes }

  package static let null = IndexKey(bytes: Data())
  /// The lower bound of all values; `beyond` is their upper bound.
  package static let lowest = IndexKey(bytes: Data([1]))
  package static let beyond = IndexKey(bytes: Data([2]))
  package static let longestPrefix = 1000

  /// Nil for a value without an order: a list, a location or an asset.
  package init?(_ value: FieldValue) {
    switch value {
    case .string(let string): self.init(raw: Data(string.utf8))
    case .int64(let integer): self.init(ordered: UInt64(bitPattern: integer) ^ (1 << 63))
    case .date(let date):
      self.init(ordered: UInt64(bitPattern: date.millisecondsSince1970) ^ (1 << 63))
    case .double(let double):
      // Source: IEEE 754, the order of bit patterns; -0 is 0.
      let bits = (double == 0 ? 0 : double).bitPattern
      self.init(ordered: bits >> 63 == 1 ? ~bits : bits | (1 << 63))
    case .bytes(let data): self.init(raw: data)
    case .reference(let reference): self.init(raw: Data(reference.recordName.utf8))
    case .location, .asset, .list: return nil
    }
  }

  private init(raw: Data) {
    var bytes = Data([1]) + raw.prefix(Self.longestPrefix)
    if raw.count > Self.longestPrefix { bytes += Data(SHA256.hash(data: raw)) }
    self.init(bytes: bytes)
  }

  private init(ordered: UInt64) {
    let digits = (0..<8).map { UInt8(truncatingIfNeeded: ordered >> (56 - 8 * UInt64($0))) }
    self.init(bytes: Data([1] + digits))
  }

  /// The least key after this one.
  package var next: IndexKey { IndexKey(bytes: bytes + [0]) }

  /// The least key after all keys that begin with this one.
  package var afterPrefix: IndexKey {
    var bytes = bytes
    while let last = bytes.popLast() {
      if last < 0xFF { return IndexKey(bytes: bytes + [last + 1]) }
    }
    return .beyond
  }

  package static func < (a: IndexKey, b: IndexKey) -> Bool {
    a.bytes.lexicographicallyPrecedes(b.bytes)
  }
}
