package import ChatModel
package import ChatSecrets
import ChatStore
import CloudModel
import Foundation

/// Where the keys of an account are, and what opens them on another device.
package struct KeyStatus: Sendable, Equatable {
  /// Whether the account has keys: the cloud shows its card.
  package var areMade: Bool
  /// Whether this device has them.
  package var areHere: Bool
  /// What opens them on a device that has none.
  package var locks: Set<KeyringLock>

  package init(areMade: Bool = false, areHere: Bool = false, locks: Set<KeyringLock> = []) {
    self.areMade = areMade
    self.areHere = areHere
    self.locks = locks
  }
}

/// The keyring of an account: its keys in its private database, sealed, for its other devices.
///
/// 1. Only a device that has the keys of the account's card seals them.
/// 2. The card says which keys are the account's. A keyring with others, or with an earlier generation, is not taken.
extension ChatSharing {
  package func keyStatus() async throws(ChatError) -> KeyStatus {
    let (card, keyring) = try await (ownCard(), keyring())
    guard let card else { return KeyStatus() }
    let own = try replica.sealing.keys.secrets()
    guard own.map({ $0.identity == card.identity }) ?? true else { throw .sealing(.otherKeys) }
    return KeyStatus(
      areMade: true, areHere: own.map { $0.generation >= card.generation } ?? false,
      locks: Set(KeyringLock.allCases.filter { keyring[$0.field] != nil }))
  }

  /// Seals the account's keys under a secret, in the place of what was sealed under another one of its kind.
  package func sealKeys(under escrow: EscrowKey, _ lock: KeyringLock) async throws(ChatError) {
    guard let card = try await ownCard() else { throw .sealing(.noKeys) }
    guard let secrets = try replica.sealing.keys.secrets() else { throw .sealing(.keysElsewhere) }
    guard secrets.identity == card.identity else { throw .sealing(.otherKeys) }
    let sealed = SealedKeyring.seal(secrets, under: escrow, lock: lock)
    try await changeKeyring { $0[lock.field] = .bytes(Data(sealed)) }
  }

  /// Opens the account's keys with a secret, keeps them on this device, and opens what has waited for them.
  package func openKeys(with escrow: EscrowKey, _ lock: KeyringLock) async throws(ChatError) {
    guard let card = try await ownCard() else { throw .sealing(.noKeys) }
    guard case .bytes(let sealed)? = try await keyring()[lock.field] else {
      throw .sealing(.notSealedUnder(lock.words))
    }
    let secrets: AccountSecrets
    do throws(KeyringRefusal) {
      secrets = try SealedKeyring.open(
        [UInt8](sealed), of: replica.user, under: escrow, lock: lock, notBefore: card.generation)
    } catch {
      switch error {
      case .wrongSecret: throw .sealing(.wrongSecret(lock.words))
      case .older, .unreadable: throw .sealing(.badKeyring)
      }
    }
    switch secrets.lineage.verdict(on: card.lineage) {
    case .same, .older: break
    case .next, .newKeys, .split, .anotherUser: throw .sealing(.otherKeys)
    }
    guard try replica.sealing.keys.keep(secrets).lineage == secrets.lineage else {
      throw .sealing(.otherKeys)
    }
    do {
      try await replica.openWhatWaits()
    } catch {
      throw ChatError(storage: error, path: replica.path)
    }
  }

  /// Takes away what the passphrase opens, because the account gets one that the cloud sees.
  package func unsealFromPassphrase() async throws(ChatError) {
    try await changeKeyring {
      if $0[KeyringLock.passphrase.field] != nil { $0.clear(KeyringLock.passphrase.field) }
    }
  }

  /// Does what a device does that has just signed in with a passphrase: a new account gets keys, and those of another
  /// one are opened, or sealed under what is its passphrase now.
  package func arrive(with escrow: EscrowKey, isNewAccount: Bool) async throws(ChatError) {
    let status = try await keyStatus()
    if isNewAccount { try await prepareKeys() }
    if status.areMade, !status.areHere { return try await openKeys(with: escrow, .passphrase) }
    if status.areHere || isNewAccount { try await sealKeys(under: escrow, .passphrase) }
  }

  func ownCard() async throws(ChatError) -> AccountCard? {
    let id = Self.cardID(of: replica.user)
    guard let field = try await found([id], in: .public)[id.recordName]?[CardRecord.key] else {
      return nil
    }
    guard let card = AccountCard(field), card.user == replica.user else {
      throw .sealing(.otherKeys)
    }
    return card
  }

  func keyring() async throws(ChatError) -> CloudRecord {
    let id = KeyringRecord.id(of: replica.user)
    return try await found([id], in: .private)[id.recordName]
      ?? CloudRecord(recordType: KeyringRecord.recordType, recordID: id)
  }

  func changeKeyring(_ change: (inout CloudRecord) -> Void) async throws(ChatError) {
    for _ in 0..<Self.conflictLimit {
      let before = try await keyring()
      var record = before
      change(&record)
      guard record != before else { return }
      if try await save(record, in: .private) { return }
    }
    throw Self.otherDevices
  }
}

extension KeyringLock {
  var field: String {
    switch self {
    case .passphrase: KeyringRecord.passphraseKey
    case .recoveryCode: KeyringRecord.codeKey
    }
  }

  package var words: String {
    switch self {
    case .passphrase: "passphrase"
    case .recoveryCode: "recovery code"
    }
  }
}
