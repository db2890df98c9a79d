import ChatModel
import ChatSecrets
import ChatStore
import CloudModel
import Foundation
import GRDB

/// What the owner wants to change in the list of a sealed chat; a plain one has no list.
struct MembershipEdit: Sendable {
  /// Changes the roles of the members beside the owner, by user record name, as the owner wants; the share is as it is
  /// after the edit.
  typealias Change = @Sendable (_ roles: inout [String: ChatRole], Share) -> Void

  var change: Change = { _, _ in }
  var link = LinkChange.none
  /// Cards that people have put into the zone: of those who come by the link, and next generations.
  var cards: [String: AccountCard] = [:]
}

/// The list of members of a sealed chat while its owner changes it: each change is a statement, saved with the share.
///
/// 1. Whom the statement admits, the owner has named, or the statement before has. The share decides nothing, but that
///    somebody who has left it is not kept.
/// 2. Of one number at most one statement leaves, unless the cloud has another one.
struct SealedMembership: Sendable {
  private let sharing: ChatSharing
  private let zoneID: RecordZoneID
  private let edit: MembershipEdit
  private var made: (roles: [String: ChatRole], statement: ChatStatement)?

  init(_ sharing: ChatSharing, _ chat: StoredChat, _ edit: MembershipEdit) {
    (self.sharing, zoneID, self.edit) = (sharing, chat.zoneID, edit)
  }

  /// The record that is to be saved with the share; nil if the list is right already.
  mutating func statement(beside share: Share) async throws(ChatError) -> CloudRecord? {
    let chat = try await newest()
    let people = share.participants.filter { $0.role != .owner && $0.acceptanceStatus != .removed }
    let names = Dictionary(
      people.compactMap { person in
        person.identity.userRecordName.map { ($0, person.identity.accountName ?? $0) }
      }, uniquingKeysWith: { first, _ in first })
    let before = Dictionary(
      uniqueKeysWithValues: chat.newest.members.filter { $0.role != .owner }
        .map { ($0.user, $0.role) })
    var roles = before
    edit.change(&roles, share)
    for user in chat.arrivals(among: edit.cards, in: share) where roles[user] == nil {
      roles[user] = .writer
    }
    for person in people where edit.link.takesAway(person) {
      if let user = person.identity.userRecordName { roles[user] = nil }
    }
    roles = roles.filter { names[$0.key] != nil }
    let isOpening = edit.link == .open && !chat.isLinkOpen
    let isClosing = edit.link == .close && chat.isLinkOpen
    let hasNewKeys = chat.isOfOldKeys || edit.cards.contains { chat.isNext($0.value) }
    guard roles != before || isOpening || isClosing || hasNewKeys else { return nil }
    if let made, made.statement.roster.number == chat.newest.number + 1, made.roles == roles {
      return StatementRecord.record(made.statement, in: zoneID)
    }
    let wanted = names.filter { roles[$0.key] != nil && edit.cards[$0.key] == nil }
    let cards = try await sharing.cards(of: wanted)
      .merging(edit.cards) { published, _ in published }
    let admitted = cards.compactMap { user, card in
      roles[user].map { AdmittedMember(card, role: $0) }
    }
    do {
      let statement = try chat.next(
        admitting: admitted, link: edit.link, time: sharing.replica.time())
      made = (roles, statement)
      return StatementRecord.record(statement, in: zoneID)
    } catch {
      throw .sealing(.cannotSeal(reason: Self.reason(error)))
    }
  }

  /// What is known of the chat, after the statements that other devices of the owner have saved since.
  ///
  /// Everybody who may write can put something else where the next statement belongs; that is deleted, so that nobody
  /// keeps the owner from removing them.
  private func newest() async throws(ChatError) -> SealedChat {
    while true {
      let chat = try await known()
      let id = RecordID(recordName: StatementRecord.name(chat.newest.number + 1), zoneID: zoneID)
      let database = sharing.container.database(with: .private)
      do throws(CloudError) {
        let results = try await database.records(for: [id], desiredKeys: nil)
        guard case .success(let found)? = results[id] else { return chat }
        try? await sharing.replica.keep([found], in: zoneID)  // `known` sees whether it was.
        if let now = try? await known(), now.newest.number > chat.newest.number { continue }
        _ = try await database.modifyRecords(
          saving: [], deleting: [id], savePolicy: .ifServerRecordUnchanged, atomically: true)
        return chat
      } catch {
        throw ChatError(sharing: error)
      }
    }
  }

  private func known() async throws(ChatError) -> SealedChat {
    let zoneID = zoneID
    let chat = try await sharing.replica.read { [sealing = sharing.replica.sealing] db in
      try StoredChat.fetch(db, zoneID: zoneID).flatMap { try sealing.chat(db, $0) }
    }
    guard let chat else { throw .sealing(.noChatKeys) }
    return chat
  }

  private static func reason(_ fault: IssueFault) -> String {
    switch fault {
    case .notOwner: "Only the owner of a sealed chat can change who is in it."
    case .forked: "The cloud shows two lists of members. Nothing is changed before you know why."
    case .noKeys: "This device lacks keys of the chat. Change the members on another device."
    case .newKeys, .badCard: "The cloud shows other keys of a member than those that are known."
    case .members: "Somebody is in the list twice."
    case .tooLarge: "A sealed chat cannot have that many members."
    }
  }
}

extension LinkChange {
  /// Whom the cloud takes out of the share with this change: a link lets in either whoever has it or who is invited.
  fileprivate func takesAway(_ person: Participant) -> Bool {
    switch self {
    case .none: false
    case .open: person.acceptanceStatus == .pending
    case .close: person.role == .publicUser
    }
  }
}

extension ChatRole {
  init(_ permission: Participant.Permission) { self = permission == .readWrite ? .writer : .reader }
}

extension Replica {
  /// Keeps statements that the cloud has, if they follow what is known.
  func keep(_ statements: [CloudRecord], in zoneID: RecordZoneID) async throws(ChatError) {
    try await change(zoneID) { transaction in
      let (db, stored) = (transaction.db, transaction.chat)
      var chain = try transaction.sealing.chain(
        db, stored, after: transaction.sealing.chat(db, stored))
      chain.take(statements)
      for record in chain.kept { try transaction.keepUnknown(record) }
      if let chat = chain.chat { try transaction.sealing.note(chat, db, stored) }
    }
  }
}
