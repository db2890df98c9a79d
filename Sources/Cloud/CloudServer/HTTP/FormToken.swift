import Crypto
import Foundation

/// Proof that a form came from a page that this cloud showed to the same browser a moment ago.
///
/// The browser holds a random cookie; the form holds a signature over the cookie, the form's
/// purpose and the time when it was made. Another site can neither read the cookie nor make the
/// signature. All servers of a cloud have the same key, so a form may be shown by one and sent to another.
struct FormToken: Sendable {
  /// The time that a form stays valid, in seconds.
  let life: TimeInterval

  private let key: SymmetricKey

  /// The key comes from the cloud's own secret.
  init(secret: String, life: TimeInterval = 600) {
    // Source: HKDF with SHA-256, RFC 5869.
    key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: Data(secret.utf8)), info: Data("forms".utf8),
      outputByteCount: 32)
    self.life = life
  }

  /// The form's part for a browser with this cookie.
  func token(for cookie: String, purpose: String, at now: Date) -> String {
    let time = String(Int(now.timeIntervalSince1970))
    return time + "." + signature(cookie, purpose, time)
  }

  func isValid(_ token: String, cookie: String, purpose: String, at now: Date) -> Bool {
    let parts = token.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, let time = Double(parts[0]), !cookie.isEmpty,
      (0...life).contains(now.timeIntervalSince1970 - time.rounded(.down))
    else { return false }
    let expected = signature(cookie, purpose, parts[0])
    return SHA256.hash(data: Data(expected.utf8)) == SHA256.hash(data: Data(parts[1].utf8))
  }

  private func signature(_ cookie: String, _ purpose: String, _ time: String) -> String {
    Data(
      HMAC<SHA256>.authenticationCode(
        for: Data("\(time)\n\(purpose)\n\(cookie)".utf8), using: key)
    ).base64EncodedString()
  }
}
