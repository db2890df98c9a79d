package import ChatModel
package import ChatSecrets
import ChatStore
import CloudModel
import Foundation
import GRDB

/// The next generation of an account's keys, signed by the one before: who has stolen a device has the keys until then.
///
/// 1. The new root is on this device before it is in the keyring, and there before the card names its public half.
/// 2. The card decides which generation is the account's; of two devices that renew at once one is first.
/// 3. Each own chat gets a new key with the change itself. Owners of other chats get the new card in their zone, and
///    their devices make the next list.
/// 4. Killed at any point, renewing again goes on, and makes no other generation.
extension ChatSharing {
  /// Renews the keys of the account; `escrow` opens them on its other devices, and nothing else does any more.
  ///
  /// - Returns: the names of the chats that have the new keys later, because the cloud could not be asked for them.
  package func renewKeys(
    sealedUnder escrow: EscrowKey, _ lock: KeyringLock
  ) async throws(ChatError) -> [String] {
    guard let card = try await ownCard() else { throw .sealing(.noKeys) }
    guard let present = try replica.sealing.keys.secrets() else { throw .sealing(.keysElsewhere) }
    switch present.lineage.verdict(on: card.lineage) {
    case .same, .older: break
    case .next: throw .sealing(.keysRenewed)
    case .newKeys, .split, .anotherUser: throw .sealing(.otherKeys)
    }
    try await check(escrow, lock)
    let behind = try await chatsWithout(present)
    let isUnderWay = present.generation > card.generation || !behind.isEmpty
    let secrets = isUnderWay ? present : try await nextSecrets(after: present)
    if secrets.generation > card.generation {
      let sealed = Data(SealedKeyring.seal(secrets, under: escrow, lock: lock))
      try await changeKeyring { $0.hold(sealed, under: lock) }
      try await publishCard(of: secrets)
      // Another device that was not first may have changed it meanwhile.
      try await changeKeyring { $0.hold(sealed, under: lock) }
    }
    var left: [String] = []
    for chat in try await chatsWithout(secrets) {
      do throws(ChatError) {
        try await show(secrets, in: chat)
      } catch {
        left.append(chat.name)
      }
    }
    return left
  }

  /// Refuses a passphrase or a code that does not open the keys now: nobody could type it later.
  private func check(_ escrow: EscrowKey, _ lock: KeyringLock) async throws(ChatError) {
    guard case .bytes(let sealed)? = try await keyring()[lock.field] else {
      throw .sealing(.notSealedUnder(lock.words))
    }
    do throws(KeyringRefusal) {
      _ = try SealedKeyring.open(
        [UInt8](sealed), of: replica.user, under: escrow, lock: lock, notBefore: 1)
    } catch {
      switch error {
      case .wrongSecret: throw .sealing(.wrongSecret(lock.words))
      case .older, .unreadable: throw .sealing(.badKeyring)
      }
    }
  }

  /// The next generation, kept on this device; that of another process which was quicker.
  private func nextSecrets(
    after present: AccountSecrets
  ) async throws(ChatError) -> AccountSecrets {
    guard let next = present.renewed() else { throw .sealing(.noMoreKeys) }
    // One process writes at a time, so none replaces what another one is about to publish.
    return try await replica.write { [keys = replica.sealing.keys] _ in try keys.keep(next) }
  }

  private func publishCard(of secrets: AccountSecrets) async throws(ChatError) {
    let id = Self.cardID(of: replica.user)
    let card = secrets.card(name: replica.account.name, time: replica.time())
    for _ in 0..<Self.conflictLimit {
      guard var record = try await found([id], in: .public)[replica.user],
        let shown = record[CardRecord.key].flatMap(AccountCard.init)
      else { throw .sealing(.otherKeys) }
      switch secrets.lineage.verdict(on: shown.lineage) {
      case .same: return
      case .older: break
      case .next, .newKeys, .split, .anotherUser: throw .sealing(.otherKeys)
      }
      record.recordID = id
      record.fields = [CardRecord.key: .bytes(Data(card.encoded))]
      if try await save(record, in: .public) { return }
    }
    throw Self.otherDevices
  }

  /// The sealed chats in which others have not been shown the account's newest keys.
  private func chatsWithout(_ secrets: AccountSecrets) async throws(ChatError) -> [StoredChat] {
    try await replica.read { [replica] db in
      try StoredChat.fetchAll(
        db.cachedStatement(
          sql: "SELECT * FROM chat WHERE \(StoredChat.hasSealedName) AND ending IS NULL")
      ).filter { stored in
        guard let entry = try replica.sealing.chat(db, stored)?.newest.member(replica.user),
          entry.lineage.generation < secrets.generation
        else { return false }
        if entry.role == .owner { return true }
        let cards = try StoredStatement.cards(
          db, chatID: stored.requireID(), in: stored.zoneID)
        return entry.role.mayWrite
          && !cards.contains { ChatCard($0)?.card.lineage == secrets.lineage }
      }
    }
  }

  private func show(_ secrets: AccountSecrets, in chat: StoredChat) async throws(ChatError) {
    if chat.ownerName == replica.user {
      _ = try await editShare(of: chat) { _ in }
    } else {
      try await putCard(of: secrets, into: chat.zoneID)
    }
  }
}

extension CloudRecord {
  /// Holds the keys under one lock, and under no other one.
  fileprivate mutating func hold(_ sealed: Data, under lock: KeyringLock) {
    for other in KeyringLock.allCases where other != lock && self[other.field] != nil {
      clear(other.field)
    }
    self[lock.field] = .bytes(sealed)
  }
}
