import Crypto

/// What opens a keyring.
package enum KeyringLock: UInt8, Sendable, CaseIterable {
  case passphrase = 1
  case recoveryCode = 2
}

/// The secret half of an account as the cloud keeps it.
///
/// `header 2 | lock u8 | generation u32 | salt 32 | check 32 | ciphertext | tag 16`. The key follows from the escrow
/// key and the salt, and so does the check, which is compared first: AES-GCM alone would let somebody make a keyring
/// that opens under many passphrases, and learn from what a client says which of them is right.
package enum SealedKeyring {
  private static let longest = 64 << 10
  private static let saltLength = 32
  private static let checkLength = 32

  package static func seal(
    _ secrets: AccountSecrets, under escrow: EscrowKey, lock: KeyringLock
  ) -> [UInt8] {
    var head = [UInt8](headerOf: .keyring) + [lock.rawValue]
    head.append(bigEndian: secrets.generation)
    let salt = [UInt8].random(saltLength)
    head += salt
    head += check(escrow, salt)
    return head
      + OneTimeSeal.seal(secrets.secretBytes, key(escrow, salt), context(head, secrets.user))
  }

  /// Opens the keyring of a user; `generation` is the least that it must have, from the account's card.
  package static func open(
    _ sealed: [UInt8], of user: String, under escrow: EscrowKey, lock: KeyringLock,
    notBefore generation: UInt32
  ) throws(KeyringRefusal) -> AccountSecrets {
    let secrets: AccountSecrets?
    do {
      secrets = try opened(sealed, user, escrow, lock)
    } catch {
      throw .unreadable(error)
    }
    guard let secrets else { throw .wrongSecret }
    guard secrets.generation >= generation else { throw .older(secrets.generation) }
    return secrets
  }

  /// Nil if it is under another lock or escrow key.
  private static func opened(
    _ sealed: [UInt8], _ user: String, _ escrow: EscrowKey, _ lock: KeyringLock
  ) throws(SecretsError) -> AccountSecrets? {
    var reader = try ByteReader(sealed, of: .keyring, atMost: longest)
    let code = try reader.integer(UInt8.self)
    guard let found = KeyringLock(rawValue: code) else { throw .newer(.keyring, .code(code)) }
    let generation = try reader.integer(UInt32.self)
    let salt = try reader.bytes(saltLength)
    let check = try reader.bytes(checkLength)
    guard found == lock, isEqualInConstantTime(check, self.check(escrow, salt)) else { return nil }
    let head = Array(sealed.prefix(sealed.count - reader.rest.count))
    guard
      let bytes = OneTimeSeal.open(reader.rest, key(escrow, salt), context(head, user))
    else { throw .notGenuine(.keyring) }
    let secrets = try AccountSecrets(secretBytes: bytes)
    guard secrets.user == user, secrets.generation == generation else {
      throw .notGenuine(.keyring)
    }
    return secrets
  }

  private static func key(_ escrow: EscrowKey, _ salt: [UInt8]) -> SymmetricKey {
    Label.keyring.key(from: escrow.key, salt: salt)
  }

  private static func check(_ escrow: EscrowKey, _ salt: [UInt8]) -> [UInt8] {
    Label.keyringCheck.key(from: escrow.key, salt: salt, count: checkLength)
      .withUnsafeBytes(Array.init)
  }

  private static func context(_ head: [UInt8], _ user: String) -> [UInt8] {
    var bytes = Label.keyring.bytes + head
    bytes.append(prefixed: user)
    return bytes
  }
}

/// Why a keyring does not open.
package enum KeyringRefusal: Error, Sendable, Hashable {
  /// The passphrase, or the code, is another one; or it is the keyring of the other lock.
  case wrongSecret
  /// The account has a later generation of keys: the cloud shows an old keyring.
  case older(UInt32)
  case unreadable(SecretsError)
}
