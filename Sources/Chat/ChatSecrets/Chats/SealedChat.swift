/// A sealed chat as one member knows it: the statements of its owner, and the keys that follow from them.
///
/// 1. The statements are numbered without a gap; each has the hash of the one before, and is signed by the owner, whose
///    identity is known from an invitation or from the account's own vault, never from the cloud.
/// 2. Members are those in the newest statement. Nothing here knows the share.
/// 3. Who is removed, or has other keys, is so in a statement that begins an epoch.
/// 4. No key is used that the statement of its epoch has not committed to.
///
/// It can be made again at any time from the statements and the account's secrets, so no key of a chat is stored.
package struct SealedChat: Sendable {
  package let secrets: AccountSecrets
  let context: ChatContext
  /// What the statements say, by number.
  package private(set) var rosters: [ChatRoster]
  private var keys: [UInt32: ChatKey] = [:]
  private var historyKeys: [UInt32: HistoryKey] = [:]
  private(set) var nameKey: NameKey?
  /// Why this member lacks the key of an epoch of which it should have one.
  package private(set) var missingKeys: [UInt32: GrantFault] = [:]
  /// The number of which the owner has signed two statements; nothing is sealed any more.
  package private(set) var forkedAt: UInt32?

  /// The hash of the first statement.
  package var id: StatementHash { rosters[0].hash }
  package var newest: ChatRoster { rosters[rosters.count - 1] }

  /// Takes the first statement of a chat in `zone` whose owner is `owner`.
  package init(
    founding encoded: [UInt8], zone: String, owner: AccountIdentity, secrets: AccountSecrets
  ) throws(ChainFault) {
    let statement = try Self.read(encoded)
    let roster = statement.roster
    guard case .founding(let founding) = roster.content.origin else { throw .gap(expected: 0) }
    guard roster.owner.lineage.identity == owner else { throw .owner(.newKeys) }
    guard founding.zone.utf8.elementsEqual(zone.utf8) else { throw .anotherChat }
    guard roster.members.allSatisfy({ $0.readsHistory }) else { throw .rule(.history) }
    (self.secrets, rosters) = (secrets, [roster])
    context = ChatContext(founding, owner: owner)
    takeKeys(of: statement)
  }

  /// Takes the next statement; false if it is known already.
  @discardableResult
  package mutating func take(_ encoded: [UInt8]) throws(ChainFault) -> Bool {
    let statement = try Self.read(encoded)
    let roster = statement.roster
    guard Int(roster.number) < rosters.count else {
      try check(roster)
      rosters.append(roster)
      takeKeys(of: statement)
      return true
    }
    let known = rosters[Int(roster.number)]
    if known.hash == roster.hash { return false }
    guard roster.number > 0, roster.chat == id else { throw .anotherChat }
    // Whoever has keys of the owner that were replaced can sign, and must not be able to stop the chat.
    let verdict = known.owner.lineage.verdict(on: roster.owner.lineage)
    switch verdict {
    case .same, .next:
      forkedAt = min(forkedAt ?? roster.number, roster.number)
      throw .fork(roster.number)
    case .older, .newKeys, .split, .anotherUser: throw .owner(verdict)
    }
  }

  private static func read(_ encoded: [UInt8]) throws(ChainFault) -> ChatStatement {
    do {
      return try ChatStatement(encoded)
    } catch {
      throw .unreadable(error)
    }
  }

  func key(of epoch: UInt32) -> ChatKey? { keys[epoch] }
  func historyKey(of epoch: UInt32) -> HistoryKey? { historyKeys[epoch] }
}

/// How a statement lies, or why it cannot be taken yet.
package enum ChainFault: Error, Sendable, Hashable {
  case unreadable(SecretsError)
  /// There are statements between the newest known and this one.
  case gap(expected: UInt32)
  /// It is right in itself, and of another chat or zone.
  case anotherChat
  /// It does not follow the statement of the number before that is known.
  case wrongParent(UInt32)
  /// It is signed by somebody else, or by keys of the owner that were replaced.
  case owner(LineageVerdict)
  /// The owner has signed two statements of this number: the cloud shows members different lists.
  case fork(UInt32)
  /// It shows keys of a member that do not follow those of the statement before.
  case member(String, LineageVerdict)
  case rule(ChainRule)
}

/// The rules that connect a statement with the one before.
package enum ChainRule: Sendable, Hashable {
  /// The epoch is neither that of the statement before nor begun here, or the same one has another key.
  case epoch
  /// The key of names has changed.
  case names
  /// A member who was removed, or has other keys, could go on reading.
  case newEpoch(String)
  /// A member would read from an epoch that is neither the first nor begun here, or less than before.
  case history
}

extension SealedChat {
  /// Checks that a statement follows the newest one.
  private func check(_ roster: ChatRoster) throws(ChainFault) {
    guard case .after(let chat, let previous) = roster.content.origin, chat == id else {
      throw .anotherChat
    }
    guard roster.number == rosters.count else {
      throw .gap(expected: UInt32(rosters.count))
    }
    let last = newest
    guard previous == last.hash else { throw .wrongParent(roster.number) }
    let verdict = last.owner.lineage.verdict(on: roster.owner.lineage)
    switch verdict {
    case .same, .next: break
    case .older, .newKeys, .split, .anotherUser: throw .owner(verdict)
    }
    guard roster.content.nameCommitment == last.content.nameCommitment else {
      throw .rule(.names)
    }
    guard
      roster.isFirstOfEpoch
        || roster.epoch == last.epoch && roster.content.commitment == last.content.commitment
    else { throw .rule(.epoch) }
    for member in last.members { try check(roster, keeps: member) }
    for member in roster.members
    where last.member(member.user)?.lineage.identity != member.lineage.identity {
      let beginsHere = roster.isFirstOfEpoch && member.readsFrom == roster.epoch
      guard member.readsHistory || beginsHere else { throw .rule(.history) }
    }
  }

  /// Checks what has become of somebody who was a member before.
  private func check(
    _ roster: ChatRoster, keeps member: ChatMember
  ) throws(ChainFault) {
    guard let now = roster.member(member.user) else {
      if !roster.isFirstOfEpoch { throw .rule(.newEpoch(member.user)) }
      return
    }
    let verdict = member.lineage.verdict(on: now.lineage)
    switch verdict {
    case .same: break
    case .next, .newKeys:
      guard roster.isFirstOfEpoch else { throw .rule(.newEpoch(member.user)) }
    case .older, .split, .anotherUser: throw .member(member.user, verdict)
    }
    guard verdict == .newKeys || now.readsHistory || now.readsFrom == member.readsFrom else {
      throw .rule(.history)
    }
  }
}

extension SealedChat {
  /// What the newest statement says of the account itself.
  package enum OwnEntry: Sendable, Hashable {
    case absent
    case member(ChatRole)
    /// It has other keys: somebody shows others false ones in the account's name.
    case falseKeys
  }

  package var ownEntry: OwnEntry { Self.ownEntry(in: newest, secrets) }

  private static func ownEntry(in roster: ChatRoster, _ secrets: AccountSecrets) -> OwnEntry {
    guard let member = roster.member(secrets.user) else { return .absent }
    switch secrets.lineage.verdict(on: member.lineage) {
    case .same, .next, .older: return .member(member.role)
    case .newKeys, .split, .anotherUser: return .falseKeys
    }
  }

  /// Takes the keys that a statement has for the account, and by its back links those of earlier epochs.
  private mutating func takeKeys(of statement: ChatStatement) {
    let roster = statement.roster
    guard let member = roster.member(secrets.user) else { return }
    let epoch = roster.epoch
    let isComplete = keys[epoch] != nil && (historyKeys[epoch] != nil || !member.readsHistory)
    guard !isComplete else { return }
    do throws(GrantFault) {
      guard Self.ownEntry(in: roster, secrets) != .falseKeys else { throw .falseEntry }
      guard let grant = statement.grant(for: secrets.user) else { throw .missing }
      let granted = try context.unwrap(grant, for: member, in: roster.content, with: secrets)
      keys[epoch] = granted.chat
      historyKeys[epoch] = granted.history
      nameKey = granted.names
      missingKeys[epoch] = nil
      followBackLinks(from: epoch)
    } catch {
      missingKeys[epoch] = error
    }
  }

  private mutating func followBackLinks(from newest: UInt32) {
    var epoch = newest
    while epoch > 0, let history = historyKeys[epoch] {
      let earlier = rosters[Int(epoch) - 1].epoch
      if historyKeys[earlier] != nil { return }
      guard let backLink = rosters[Int(epoch)].content.backLink,
        let (key, older) = context.open(backLink, under: history, epoch: epoch),
        isEqualInConstantTime(
          context.commitment(to: key, epoch: earlier),
          rosters[Int(earlier)].content.commitment)
      else {
        missingKeys[earlier] = .brokenBackLink
        return
      }
      (keys[earlier], historyKeys[earlier]) = (key, older)
      missingKeys[earlier] = nil
      epoch = earlier
    }
  }
}
