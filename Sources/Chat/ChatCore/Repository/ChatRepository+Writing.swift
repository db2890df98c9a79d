package import ChatModel
import ChatSecrets
import ChatStore
import CloudModel
import Foundation
import GRDB

/// Writing to one person by the name of their account.
///
/// Source: decision 34.
extension ChatRepository {
  /// The chat of the account and just one other person, which begins here where there is none.
  ///
  /// Somebody whom the account has met is known without the cloud; everybody else is looked up there.
  ///
  /// - Parameters:
  ///   - name: the name of the person's account, also with an `@` before it.
  ///   - sharing: the way to the cloud; nil where there is none.
  ///   - kind: what a new chat is.
  /// - Returns: the chat; a new one is in the cloud with its first message.
  /// - Throws: a `ChatError` that says why nobody can be written to under the name.
  package func chat(
    with name: String, asking sharing: ChatSharing?, kind: DirectChatKind = .plain
  ) async throws(ChatError) -> ChatID {
    let known = try await addressee(named: name)
    guard let sharing else {
      guard let known, kind == .plain else {
        throw .offline(reason: "No cloud is configured.")
      }
      return try await chat(with: known)
    }
    let person: Addressee
    if let known {
      person = known
    } else {
      person = try await sharing.addressee(named: name)
      try await refuseBlocked(person.userRecordName, named: person.name)
    }
    if kind != .plain { return try await sealedChat(with: person, kind, sharing) }
    if let link = try await waitingChat(of: person) {
      // Whoever answers accepts. If the cloud cannot be asked now, there are two chats later.
      if let joined = try? await sharing.join(link) { return joined }
    }
    return try await chat(with: person)
  }

  /// Somebody whom the account has met, by the name of their account.
  ///
  /// - Parameter name: the name, in whatever case, also with an `@` before it.
  /// - Returns: nil also where nobody of the name was met.
  /// - Throws: `ChatError.malformedAccountName`, `ChatError.writesToOneself`, `ChatError.writesToBlocked`, or an error
  ///   of the disk.
  package func addressee(named name: String) async throws(ChatError) -> Addressee? {
    guard let wanted = Addressee.name(typed: name) else { throw .malformedAccountName(name) }
    guard wanted.caseInsensitiveCompare(account.name) != .orderedSame else {
      throw .writesToOneself
    }
    let found = try await replica.read { db in
      try StoredPerson.find(db, wanted, amongBlocked: false).map {
        Addressee(userRecordName: $0.user, name: $0.name.isEmpty ? wanted : $0.name)
      }
    }
    guard let found else { return nil }
    guard found.userRecordName != account.userRecordName else { throw .writesToOneself }
    try await refuseBlocked(found.userRecordName, named: found.name)
    return found
  }

  /// The sealed chat with somebody, whose keys are in its first list; one that is there already, if it may be plain.
  private func sealedChat(
    with person: Addressee, _ kind: DirectChatKind, _ sharing: ChatSharing
  ) async throws(ChatError) -> ChatID {
    let user = person.userRecordName
    let known = try await replica.read { [account] db in
      try StoredMember.chatOfTwo(db, with: user, of: account, isSealed: kind == .sealedAlone)
    }
    if let known { return known }
    guard let card = try await sharing.cards(of: [user: person.name])[user] else {
      throw .sealing(.noCard(person.name))
    }
    return try await chat(with: person, kind, admitting: card)
  }

  /// The chat with somebody, which begins here where there is none.
  package func chat(with person: Addressee) async throws(ChatError) -> ChatID {
    try await chat(with: person, .plain, admitting: nil)
  }

  /// `card` is what the person gets the keys of a sealed chat by.
  private func chat(
    with person: Addressee, _ kind: DirectChatKind, admitting card: AccountCard?
  ) async throws(ChatError) -> ChatID {
    let zoneID = RecordZoneID(
      zoneName: ChatZone.name(unique: makeUnique(), isSealed: card != nil),
      ownerName: account.userRecordName)
    let statement = try card.map { card throws(ChatError) in
      try replica.sealing.firstStatement(of: zoneID, admitting: card, replica.time())
    }
    // In one transaction: two windows find the same chat.
    return try await replica.write { [replica] db in
      let account = replica.account
      let known = try StoredMember.chatOfTwo(
        db, with: person.userRecordName, of: account, isSealed: kind == .sealedAlone)
      if let known { return known }
      var chat = StoredChat(
        zoneID: zoneID, name: "", createdAt: replica.time(), permission: .readWrite)
      chat.isHistoryComplete = true
      chat.isResyncing = true
      chat.changeOrder = try DatabaseChangeWriter.nextOrder(db)
      try chat.insert(db)
      let id = try chat.requireID()
      try StoredMember.expect(db, person, beside: account, chatID: id)
      if let statement {
        try ChatTransaction(db, chat: chat, in: replica).keepUnknown(statement)
      }
      return ChatID(rawValue: id)
    }
  }

  /// The chat that somebody has begun with the account, and that waits for an answer; nil if there is a chat with them.
  private func waitingChat(of person: Addressee) async throws(ChatError) -> InvitationLink? {
    let server = server
    return try await replica.read { [account] db in
      let user = person.userRecordName
      guard try StoredMember.chatOfTwo(db, with: user, of: account) == nil else { return nil }
      return try StoredInvitation.ofTwo(db, from: user).map {
        InvitationLink(shortGUID: $0, title: nil, server: server)
      }
    }
  }

  private func refuseBlocked(_ user: String, named name: String) async throws(ChatError) {
    let isBlocked = try await replica.read { [account] db in
      try BlockedPeople(db, account: account).has(user)
    }
    if isBlocked { throw .writesToBlocked(name) }
  }
}

extension ChatSharing {
  /// Somebody by the name of their account, as the cloud knows them.
  ///
  /// - Throws: `ChatError.unknownAccount`, `ChatError.writesToOneself`, or an error of the cloud.
  func addressee(named name: String) async throws(ChatError) -> Addressee {
    guard let wanted = Addressee.name(typed: name) else { throw .malformedAccountName(name) }
    let identity = try await identity(ofAccount: wanted)
    guard let user = identity.userRecordName else { throw .unknownAccount(wanted) }
    guard user != replica.user else { throw .writesToOneself }
    return Addressee(
      userRecordName: user, name: identity.accountName ?? identity.lookupName ?? wanted)
  }
}
