/// Somebody whom the owner lets into a chat, or keeps in it.
package struct AdmittedMember: Sendable {
  /// What somebody reads of what was written before.
  package enum History: Sendable {
    /// As it is for a member; everything for a new one.
    case unchanged
    case whole
    /// Nothing for a new member; as it is for another one.
    case fromNow
  }

  /// Checked by the caller: it is the card of the person, as far as the account knows.
  package let card: AccountCard
  package let role: ChatRole
  package let history: History
  /// Whether the person of the account has accepted that this member has new keys.
  package let acceptsNewKeys: Bool

  package init(
    _ card: AccountCard, role: ChatRole, history: History = .unchanged,
    acceptsNewKeys: Bool = false
  ) {
    (self.card, self.role) = (card, role)
    (self.history, self.acceptsNewKeys) = (history, acceptsNewKeys)
  }

  /// The first epoch that the member reads; `epoch` is that which begins if one does.
  fileprivate func readsFrom(
    _ known: ChatMember?, epoch: UInt32
  ) throws(IssueFault) -> UInt32 {
    let user = card.user
    guard let known else { return history == .fromNow ? epoch : 0 }
    let verdict = known.lineage.verdict(on: card.lineage)
    switch verdict {
    case .same, .next:
      return history == .whole ? 0 : known.readsFrom
    case .newKeys:
      guard acceptsNewKeys else { throw .newKeys(user) }
      return known.readsHistory || history == .whole ? 0 : epoch
    case .older, .split, .anotherUser:
      throw .badCard(user, verdict)
    }
  }
}

/// What a statement does with the link of the chat.
package enum LinkChange: Sendable, Hashable {
  case none
  /// Another link is open then; if one is open already, it stays.
  case open
  case close

  fileprivate func apply(to openedAt: UInt32?, at number: UInt32) -> UInt32? {
    switch self {
    case .none: openedAt
    case .open: openedAt ?? number
    case .close: nil
    }
  }
}

/// Why no statement can be made.
package enum IssueFault: Error, Sendable, Hashable {
  case notOwner
  case forked(UInt32)
  /// This device lacks keys of the newest epoch.
  case noKeys(UInt32)
  /// Only a person can accept that somebody has new keys.
  case newKeys(String)
  /// A card that is older than what members know, or of another lineage.
  case badCard(String, LineageVerdict)
  /// The same user twice, or the owner among the others.
  case members
  /// More than a statement can hold.
  case tooLarge
}

extension SealedChat {
  /// Founds a chat, and returns it with its first statement.
  package static func found(
    zone: String, secrets: AccountSecrets, admitting admitted: [AdmittedMember] = [], time: Int64
  ) throws(IssueFault) -> (chat: SealedChat, statement: ChatStatement) {
    let founding = ChatFounding(zone: zone, nonce: .random(ChatFounding.nonceLength))
    let context = ChatContext(founding, owner: secrets.identity)
    let names = NameKey.random()
    let content = ChatRoster.Content(
      number: 0, origin: .founding(founding), epoch: 0, commitment: [],
      nameCommitment: context.commitment(to: names),
      members: try members(admitted, after: nil, secrets, epoch: 0), backLink: nil, time: time)
    let keys = EpochKeys(chat: .random(), names: names, history: .random())
    let statement = try issue(
      content, keys, for: content.members, admitted, context, secrets)
    do {
      let chat = try SealedChat(
        founding: statement.encoded, zone: zone, owner: secrets.identity, secrets: secrets)
      return (chat, statement)
    } catch {
      throw .tooLarge
    }
  }

  /// The next statement, with these members beside the owner; `renewing` begins an epoch in any case.
  ///
  /// It is not taken yet: the caller stores the bytes, saves them in one batch with the share, and then takes them.
  package func next(
    admitting admitted: [AdmittedMember], renewing: Bool = false, link: LinkChange = .none,
    time: Int64
  ) throws(IssueFault) -> ChatStatement {
    guard newest.owner.user == secrets.user, ownEntry == .member(.owner) else { throw .notOwner }
    if let forkedAt { throw .forked(forkedAt) }
    let number = newest.number + 1
    guard let key = key(of: newest.epoch), let history = historyKey(of: newest.epoch),
      let names = nameKey
    else { throw .noKeys(newest.epoch) }
    let kept = try Self.members(admitted, after: newest, secrets, epoch: number)
    let begins = renewing || needsEpoch(kept)
    let keys = EpochKeys(
      chat: begins ? .random() : key, names: names, history: begins ? .random() : history)
    let content = ChatRoster.Content(
      number: number, origin: .after(chat: id, previous: newest.hash),
      epoch: begins ? number : newest.epoch, commitment: [],
      nameCommitment: newest.content.nameCommitment, members: kept,
      backLink: begins
        ? keys.history.map {
          context.backLink(to: key, history, under: $0, epoch: number)
        } : nil, time: time, linkOpenedAt: link.apply(to: newest.content.linkOpenedAt, at: number))
    let granted = kept.filter { member in
      begins || newest.member(member.user)?.readsFrom != member.readsFrom
    }
    return try Self.issue(content, keys, for: granted, admitted, context, secrets)
  }

  /// Whether somebody has left or has other keys, or a new member does not read what was written before.
  private func needsEpoch(_ members: [ChatMember]) -> Bool {
    let now = Dictionary(uniqueKeysWithValues: members.map { ($0.user, $0.lineage) })
    return newest.members.contains { member in
      now[member.user].map { member.lineage.verdict(on: $0) != .same } ?? true
    } || members.contains { $0.readsFrom == newest.number + 1 }
  }

  /// The list of a statement: the owner, and those who are admitted.
  private static func members(
    _ admitted: [AdmittedMember], after last: ChatRoster?, _ secrets: AccountSecrets,
    epoch: UInt32
  ) throws(IssueFault) -> [ChatMember] {
    var members = [ChatMember(lineage: secrets.lineage, role: .owner, readsFrom: 0)]
    for member in admitted {
      members.append(
        ChatMember(
          lineage: member.card.lineage, role: member.role,
          readsFrom: try member.readsFrom(last?.member(member.card.user), epoch: epoch)))
    }
    guard Set(members.map(\.user)).count == members.count,
      members.count(where: { $0.role == .owner }) == 1
    else { throw .members }
    return members.sorted { $0.user.utf8.lexicographicallyPrecedes($1.user.utf8) }
  }

  private static func issue(
    _ content: ChatRoster.Content, _ keys: EpochKeys, for granted: [ChatMember],
    _ admitted: [AdmittedMember], _ context: ChatContext, _ secrets: AccountSecrets
  ) throws(IssueFault) -> ChatStatement {
    var content = content
    content.commitment = context.commitment(to: keys.chat, epoch: content.epoch)
    var boxes = Dictionary(
      admitted.map { ($0.card.user, $0.card.boxKey) }, uniquingKeysWith: { first, _ in first })
    boxes[secrets.user] = secrets.newest.box.publicKey
    var grants: [String: [UInt8]] = [:]
    for member in granted {
      guard let box = boxes[member.user] else { throw .members }
      grants[member.user] = context.wrap(keys, for: member, box, in: content)
    }
    do {
      return try ChatStatement(content, grants: grants, signedBy: secrets)
    } catch {
      // What was just made is right in its form; only its length depends on the members.
      throw .tooLarge
    }
  }
}
