import Foundation

/// Links to the bytes of assets: whoever has one may read, until it expires.
///
/// A link is the checksum, the second in which it expires and a code over both. It says nothing
/// about where the bytes are, so there is no path in it to play tricks with.
struct AssetLinks: Sendable {
  enum Failure: Error {
    /// Not one of ours, or changed on the way.
    case invalid
    case expired
  }

  private static let timeLength = 8
  private static let codeLength = 16

  let keys: AssetKeys
  /// At least this long after it was given out a link works, and a minute more at most.
  let lifetimeSeconds: Int

  /// The same for all readers within a minute.
  func token(for checksum: AssetChecksum, now: Date) -> String {
    let minute = UInt64(max(0, now.timeIntervalSince1970)) / 60 + 1
    let expiry = minute * 60 + UInt64(lifetimeSeconds)
    let content =
      checksum.bytes
      + (0..<Self.timeLength).reversed().map { UInt8(truncatingIfNeeded: expiry >> (8 * $0)) }
    return Base64URL.encode(content + keys.linkCode(for: content))
  }

  func checksum(from token: String, now: Date) throws(Failure) -> AssetChecksum {
    let contentLength = AssetChecksum.length + Self.timeLength
    guard let bytes = Base64URL.decode(token), bytes.count == contentLength + Self.codeLength,
      let checksum = AssetChecksum(bytes: bytes.prefix(AssetChecksum.length)),
      Self.isEqual(
        keys.linkCode(for: Array(bytes.prefix(contentLength))), bytes.suffix(Self.codeLength))
    else { throw .invalid }
    let expiry = bytes[AssetChecksum.length..<contentLength].reduce(UInt64(0)) {
      $0 << 8 | UInt64($1)
    }
    guard now.timeIntervalSince1970 < Double(expiry) else { throw .expired }
    return checksum
  }

  /// Compares without telling by its time where they differ.
  private static func isEqual(_ a: [UInt8], _ b: ArraySlice<UInt8>) -> Bool {
    a.count == b.count && zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
