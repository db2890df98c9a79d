import CloudRules
import CloudModel
import Foundation

/// Links to the bytes of assets; anyone who has a link may read the bytes until it expires, as long as the user for
/// whom it was made may.
///
/// A link holds the checksum, the second in which it expires, the holder for whom it was made, and
/// an authentication code over all of these. It does not say where the bytes are, so it holds no
/// path that could be abused.
package struct AssetLinks: Sendable {
  package enum Failure: Error {
    /// Not made by this cloud, or changed on the way.
    case invalid
    case expired
  }

  /// The beginning of an upload link; its token follows.
  package static let uploadPrefix = "/uploads/"

  /// Our choice: long enough to begin a download, too short to be worth passing on.
  ///
  /// A download that has begun goes on; one that breaks off continues with a new link.
  package static let usualLifetimeSeconds = 600
  /// Our choice: a clock is set back by so much without harm, and no link lives longer by more.
  private static let clockSlackSeconds: TimeInterval = 24 * 3600
  private static let timeLength = 8
  private static let codeLength = 16

  let keys: AssetKeys
  /// A link works for at least this long after it was given out, and at most a minute longer.
  let lifetimeSeconds: Int

  /// The placeholder that a client may replace by a file's name.
  ///
  /// Source: captures of the real service's addresses; `docs/protocol.md`.
  static let fileNamePlaceholder = "${f}"

  /// A path with a query, the same for one reader within a minute.
  func path(for checksum: AssetChecksum, holder: AssetHolder, now: Date) -> String {
    let minute = UInt64(max(0, now.timeIntervalSince1970)) / 60 + 1
    let expiry = minute * 60 + UInt64(lifetimeSeconds)
    let content =
      checksum.bytes
      + (0..<Self.timeLength).reversed().map { UInt8(truncatingIfNeeded: expiry >> (8 * $0)) }
    let holder = Array(holder.text.utf8)
    let token = Base64URL.encode(content + keys.linkCode(for: content + holder))
    return "/assets/\(token)/\(Self.fileNamePlaceholder)?o=\(Base64URL.encode(holder))"
  }

  /// The asset and the holder of a link, from the token in its path and from its query.
  func target(
    ofToken token: String, holder: String, now: Date
  ) throws(Failure) -> (checksum: AssetChecksum, holder: AssetHolder) {
    let contentLength = AssetChecksum.length + Self.timeLength
    guard let bytes = Base64URL.decode(token), bytes.count == contentLength + Self.codeLength,
      let checksum = AssetChecksum(bytes: bytes.prefix(AssetChecksum.length)),
      let holderBytes = Base64URL.decode(holder),
      Self.isEqual(
        keys.linkCode(for: bytes.prefix(contentLength) + holderBytes),
        bytes.suffix(Self.codeLength)),
      let holder = AssetHolder(text: String(decoding: holderBytes, as: UTF8.self))
    else { throw .invalid }
    let expiry = bytes[AssetChecksum.length..<contentLength].reduce(UInt64(0)) {
      $0 << 8 | UInt64($1)
    }
    // A link that ends much later than it may was made before the clock went back.
    let rest = Double(expiry) - now.timeIntervalSince1970
    guard rest > 0, rest <= Double(lifetimeSeconds) + Self.clockSlackSeconds else { throw .expired }
    return (checksum, holder)
  }

  /// Compares in a time that does not depend on where the bytes differ.
  private static func isEqual(_ a: [UInt8], _ b: ArraySlice<UInt8>) -> Bool {
    a.count == b.count && zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
