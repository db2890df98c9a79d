package import Crypto

/// Bytes that nobody else may have: no description and no mirror shows them, and no coder takes them.
package protocol Secret: Sendable, CustomStringConvertible, CustomReflectable {}

extension Secret {
  package var description: String { "(secret)" }
  package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

/// A secret that is a row of random or derived bytes.
package protocol SymmetricSecret: Secret {
  static var byteCount: Int { get }
  var key: SymmetricKey { get }
  init(_ key: SymmetricKey)
}

extension SymmetricSecret {
  package static var byteCount: Int { 32 }

  package static func random() -> Self { Self(SymmetricKey(data: [UInt8].random(byteCount))) }

  /// Nil for another number of bytes.
  package init?(secretBytes: some Collection<UInt8>) {
    guard secretBytes.count == Self.byteCount else { return nil }
    self.init(SymmetricKey(data: Array(secretBytes)))
  }

  /// The bytes themselves, for what is sealed or belongs into a file that only its owner can read.
  package var secretBytes: [UInt8] { key.withUnsafeBytes(Array.init) }
}

/// What all keys of one generation of an account follow from.
struct AccountRoot: SymmetricSecret {
  let key: SymmetricKey
  init(_ key: SymmetricKey) { self.key = key }
}

/// Encrypts what an account keeps for itself.
struct VaultKey: SymmetricSecret {
  let key: SymmetricKey
  init(_ key: SymmetricKey) { self.key = key }
}

/// Opens the keyring of an account; it follows from the passphrase or from the recovery code.
package struct EscrowKey: SymmetricSecret {
  package let key: SymmetricKey
  package init(_ key: SymmetricKey) { self.key = key }
}

/// The half of a passphrase with which an account signs in; the cloud sees it.
package struct SignInSecret: SymmetricSecret {
  package let key: SymmetricKey
  package init(_ key: SymmetricKey) { self.key = key }
}

/// Encrypts the records of one epoch of a chat.
struct ChatKey: SymmetricSecret {
  let key: SymmetricKey
  /// From which the keys of records follow.
  let contentKey: SymmetricKey
  /// With which the salts of records are made.
  let saltKey: SymmetricKey

  init(_ key: SymmetricKey) {
    self.key = key
    contentKey = Label.contentKey.key(from: key)
    saltKey = Label.saltKey.key(from: key)
  }
}

/// Opens the back link of an epoch to the one before; who has it reads everything that was written earlier.
struct HistoryKey: SymmetricSecret {
  let key: SymmetricKey
  init(_ key: SymmetricKey) { self.key = key }
}

/// From which the names of a chat's reactions, read marks and pins follow; it is the same in all epochs.
struct NameKey: SymmetricSecret {
  let key: SymmetricKey
  init(_ key: SymmetricKey) { self.key = key }
}

/// Encrypts one file.
package struct FileKey: SymmetricSecret {
  package let key: SymmetricKey
  package init(_ key: SymmetricKey) { self.key = key }
}

/// Proves that somebody had the link of an invitation.
package struct InvitationToken: SymmetricSecret {
  package static let byteCount = 16
  package let key: SymmetricKey
  package init(_ key: SymmetricKey) { self.key = key }
}
