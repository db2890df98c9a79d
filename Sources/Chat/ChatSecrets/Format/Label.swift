import Crypto
import Foundation

/// What a hash, a signature or a derived key is for; each of them begins with one label.
///
/// No label is the beginning of another one, because each ends with a zero byte. So nothing that was made for one
/// purpose is valid for another.
enum Label: String, CaseIterable {
  // Accounts.
  case identity, boxKey = "box-key", succession, card
  case signingSeed = "signing-seed", boxSeed = "box-seed", vaultSeed = "vault-seed", vault
  case safetyNumber = "safety-number"
  // Passphrase and code.
  case passphraseSalt = "passphrase-salt", signIn = "sign-in", escrow, recovery
  case recoveryCheck = "recovery-check"
  case keyring, keyringCheck = "keyring-check"
  // Chats.
  case statement, statementHash = "statement-hash", grant, grants, backLink = "back-link"
  case keyCommitment = "key-commitment", nameCommitment = "name-commitment"
  case joinProof = "join-proof", invitationToken = "invitation-token"
  // Records and files.
  case contentKey = "content-key", saltKey = "salt-key", record, recordSignature =
    "record-signature"
  case reactionName = "reaction-name", readName = "read-name", pinName = "pin-name"
  case file

  var bytes: [UInt8] { Self.prefix + Array(rawValue.utf8) + [0] }
  private static let prefix = Array("zonechat/1/".utf8)

  /// SHA-256 of the label and the bytes.
  func hash(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(data: self.bytes)
    hash.update(data: bytes)
    return Array(hash.finalize())
  }

  /// HMAC-SHA256 of the label and the bytes.
  func code(_ key: SymmetricKey, _ bytes: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: self.bytes + bytes, using: key))
  }

  /// HKDF-SHA256 with the label and `context` as its info.
  func key(
    from key: SymmetricKey, salt: [UInt8] = [], context: [UInt8] = [], count: Int = 32
  ) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, salt: salt, info: bytes + context, outputByteCount: count)
  }
}

/// Whether two codes are equal; it takes the same time wherever they differ.
func isEqualInConstantTime(_ one: [UInt8], _ other: [UInt8]) -> Bool {
  SymmetricKey(data: one) == SymmetricKey(data: other)
}

extension [UInt8] {
  /// Random bytes of the system.
  ///
  /// Keys, salts and HPKE take theirs from the library, which accepts no other source. So no caller can pass a weak
  /// one.
  static func random(_ count: Int) -> [UInt8] {
    SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes(Array.init)
  }
}
