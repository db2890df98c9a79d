import CloudModel
package import Foundation

/// The cloud's source of time and randomness; nothing in the cloud reads a clock or a random
/// generator itself.
package struct Surroundings: Sendable {
  package var now: @Sendable () -> Date
  /// The time of changes, where it is not that of the clock: a clock that is set back must not make a change earlier
  /// than those before it.
  package var changeTime: (@Sendable () -> Date)?
  /// Returns `count` bytes that nobody can guess.
  package var randomBytes: @Sendable (_ count: Int) -> [UInt8]

  package init(
    now: @escaping @Sendable () -> Date,
    randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8]
  ) {
    self.now = now
    self.randomBytes = randomBytes
  }
}

extension Surroundings {
  /// The time of a change that is made now.
  func stampTime() -> Date { changeTime?() ?? now() }

  /// Lower-case hexadecimal digits, two for each of `byteCount` random bytes.
  package func randomHex(byteCount: Int) -> String {
    randomBytes(byteCount).hexadecimal
  }

  /// Random bytes in the alphabet that needs no escaping in a URL.
  package func randomURLSafe(byteCount: Int) -> String { Base64URL.encode(randomBytes(byteCount)) }

  /// A random UUID in its usual spelling.
  ///
  /// Source: RFC 9562, section 5.4.
  package func randomUUID() -> String {
    var bytes = randomBytes(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return [bytes[0..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10..<16]]
      .map(\.hexadecimal).joined(separator: "-")
  }
}
