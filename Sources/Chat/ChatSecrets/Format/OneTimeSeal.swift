import Crypto
import Foundation

/// AES-256-GCM under a key that seals one text only, so its nonce is twelve zero bytes.
///
/// A key is for one text because it is random, or follows from a salt that is random and stands beside the text.
enum OneTimeSeal {
  static let tagLength = 16

  /// The ciphertext and its tag.
  static func seal(
    _ plaintext: [UInt8], _ key: SymmetricKey, _ context: [UInt8], nonce: [UInt8] = zeros
  ) -> [UInt8] {
    do {
      let box = try AES.GCM.seal(
        plaintext, using: key, nonce: AES.GCM.Nonce(data: nonce), authenticating: context)
      return Array(box.ciphertext) + Array(box.tag)
    } catch {
      // The library refuses keys and nonces of other lengths, which are constants here.
      preconditionFailure("AES-256-GCM takes a key of 32 bytes and a nonce of 12")
    }
  }

  /// Nil if the bytes are not what was sealed under this key with this context.
  static func open(
    _ sealed: ArraySlice<UInt8>, _ key: SymmetricKey, _ context: [UInt8], nonce: [UInt8] = zeros
  ) -> [UInt8]? {
    guard sealed.count >= tagLength else { return nil }
    // The library's error says only that the tag is wrong.
    guard
      let box = try? AES.GCM.SealedBox(
        nonce: AES.GCM.Nonce(data: nonce), ciphertext: sealed.dropLast(tagLength),
        tag: sealed.suffix(tagLength)),
      let opened = try? AES.GCM.open(box, using: key, authenticating: context)
    else { return nil }
    return Array(opened)
  }

  static let zeros = [UInt8](repeating: 0, count: 12)
}

/// The length to which a text is filled up, so that its size says little.
///
/// Source: Padmé, Nikitin and others, "Reducing Metadata Leakage from Encrypted Files and Communication with PURBs",
/// 2019.
func paddedLength(_ count: Int) -> Int {
  guard count > 2 else { return count }
  let exponent = Int.bitWidth - 1 - count.leadingZeroBitCount
  let bits = Int.bitWidth - exponent.leadingZeroBitCount
  let mask = (1 << max(exponent - bits, 0)) - 1
  return (count + mask) & ~mask
}
