package import ChatModel
import ChatSecrets
import ChatStore
package import CloudModel
import Foundation
import GRDB

/// What the owner's devices do in sealed chats without being asked: who has left is not in the next list, with which
/// the next epoch begins, and who has come by the open link, or has the next generation of their keys, is.
extension ChatSharing {
  /// The own sealed chats whose list is not right any more; a new value whenever others are.
  package func chatsToList() -> AsyncThrowingStream<[RecordZoneID], any Error> {
    replica.observe(.member, .chat, .parkedRecord) { [replica] db in
      try Self.chatsToList(db, of: replica).map { $0.chat.zoneID }
    }
  }

  /// Makes the next list of these chats.
  ///
  /// Doing so twice changes nothing, and of two devices that do so at once one is first.
  package func listMembers() async throws(ChatError) {
    let chats = try await replica.read { [replica] db in try Self.chatsToList(db, of: replica) }
    for (chat, cards) in chats {
      _ = try await editShare(of: chat, listing: MembershipEdit(cards: cards)) { _ in }
    }
  }

  /// With the cards that belong into the list.
  private static func chatsToList(
    _ db: Database, of replica: Replica
  ) throws -> [(chat: StoredChat, cards: [String: AccountCard])] {
    try StoredChat.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT * FROM chat
          WHERE \(StoredChat.hasSealedName) AND ownerName = ? AND ending IS NULL
          """),
      arguments: [replica.user]
    ).compactMap { stored in
      guard let chat = try replica.sealing.chat(db, stored) else { return nil }
      let present = try String.fetchSet(
        db.cachedStatement(
          sql: """
            SELECT userRecordName FROM member
            WHERE chatID = ? AND userRecordName IS NOT NULL AND status IN ('INVITED', 'ACCEPTED')
            """), arguments: [stored.id])
      // Without anybody the share is not known yet.
      guard !present.isEmpty else { return nil }
      let cards = try replica.sealing.cards(db, in: stored, chat).filter {
        present.contains($0.key)
      }
      let hasLeft = chat.newest.members.contains { !present.contains($0.user) }
      return hasLeft || chat.isOfOldKeys || !cards.isEmpty ? (stored, cards) : nil
    }
  }
}

/// A genuine card in the zone of a chat, with the proof that its account had the link.
struct ChatCard: Sendable {
  let card: AccountCard
  let proof: [UInt8]?

  /// Nil for what is no card, or stands under the name of somebody else's.
  init?(_ record: CloudRecord) {
    guard let card = record[ChatCardRecord.cardKey].flatMap(AccountCard.init),
      record.recordID.recordName == ChatCardRecord.name(of: card.user)
    else { return nil }
    self.card = card
    proof =
      if case .bytes(let proof)? = record[ChatCardRecord.proofKey] { [UInt8](proof) } else { nil }
  }
}

extension SealedChats {
  /// The cards in the zone of an own chat that change its list, by user.
  func cards(
    _ db: Database, in stored: StoredChat, _ chat: SealedChat
  ) throws -> [String: AccountCard] {
    var cards: [String: AccountCard] = [:]
    for shown in try chatCards(db, in: stored) where shown.card.user != chat.secrets.user {
      let card = shown.card
      if chat.isNext(card) { cards[card.user] = card }
      guard chat.newest.member(card.user) == nil, let proof = shown.proof,
        chat.admits(proof, by: card.lineage)
      else { continue }
      // Somebody who is known comes with the keys that are known.
      switch try lineage(db, of: card.user, before: nil)?.verdict(on: card.lineage) {
      case nil, .same, .next: cards[card.user] = card
      case .older, .newKeys, .split, .anotherUser: break
      }
    }
    return cards
  }
}

extension SealedChat {
  /// Whether the account, which owns the chat, has later keys than its list.
  var isOfOldKeys: Bool { secrets.generation > newest.owner.lineage.generation }

  /// Whether a card has a later generation of a member's keys than the list.
  func isNext(_ card: AccountCard) -> Bool {
    guard let known = newest.member(card.user)?.lineage else { return false }
    if case .next = known.verdict(on: card.lineage) { return true }
    return false
  }

  /// Those of the people who have proved that they had the link who are in the share, and not in the list.
  ///
  /// The share can only keep somebody out: whether the link is open, the owner has signed.
  func arrivals(among cards: [String: AccountCard], in share: Share) -> [String] {
    guard isLinkOpen else { return [] }
    return cards.keys.filter {
      newest.member($0) == nil
        && share.participant(withUserRecordName: $0)?.acceptanceStatus == .accepted
    }
  }
}
