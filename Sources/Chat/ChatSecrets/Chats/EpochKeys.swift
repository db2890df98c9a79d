/// The keys of one epoch, as the owner grants them to a member.
///
/// The plaintext of a grant is the chat key, the key of names and, for who reads the whole history, the history key:
/// 32 bytes each.
struct EpochKeys: Secret {
  let chat: ChatKey
  let names: NameKey
  let history: HistoryKey?
}

/// What makes a chat another one than all others, before it has an identifier; all its keys are bound to it.
///
/// `identity of the owner 32 | zone | nonce 16`.
struct ChatContext: Sendable {
  /// Two keys and a tag.
  static let backLinkLength = 2 * ChatKey.byteCount + OneTimeSeal.tagLength

  private let bytes: [UInt8]

  init(_ founding: ChatFounding, owner: AccountIdentity) {
    var bytes = owner.bytes
    bytes.append(prefixed: founding.zone)
    self.bytes = bytes + founding.nonce
  }

  private func with(_ number: UInt32) -> [UInt8] {
    var bytes = bytes
    bytes.append(bigEndian: number)
    return bytes
  }

  /// What a statement says of the key of an epoch, so that all members have the same.
  func commitment(to key: ChatKey, epoch: UInt32) -> [UInt8] {
    Label.keyCommitment.code(key.key, with(epoch))
  }

  func commitment(to key: NameKey) -> [UInt8] { Label.nameCommitment.code(key.key, bytes) }

  /// Wraps an epoch's keys for a member whose box key was checked to be that of the lineage.
  func wrap(
    _ keys: EpochKeys, for member: ChatMember, _ box: BoxPublicKey,
    in statement: ChatRoster.Content
  ) -> [UInt8] {
    var secret = keys.chat.secretBytes + keys.names.secretBytes
    if member.readsHistory, let history = keys.history { secret += history.secretBytes }
    return box.wrap(secret, .grant, grantContext(statement, member))
  }

  /// Opens the grant of a member, and compares the keys with what the statement says of them.
  func unwrap(
    _ grant: [UInt8], for member: ChatMember, in statement: ChatRoster.Content,
    with secrets: AccountSecrets
  ) throws(GrantFault) -> EpochKeys {
    let generation = member.lineage.generation
    guard let keys = secrets.keys(of: generation) else { throw .laterKeys(generation) }
    guard let secret = keys.box.unwrap(grant, .grant, grantContext(statement, member)) else {
      throw .doesNotOpen
    }
    let length = ChatKey.byteCount
    guard secret.count == (member.readsHistory ? 3 : 2) * length,
      let chat = ChatKey(secretBytes: secret[..<length]),
      let names = NameKey(secretBytes: secret[length..<2 * length]),
      isEqualInConstantTime(
        commitment(to: chat, epoch: statement.epoch), statement.commitment),
      isEqualInConstantTime(commitment(to: names), statement.nameCommitment)
    else { throw .notCommitted }
    return EpochKeys(
      chat: chat, names: names, history: HistoryKey(secretBytes: secret[(2 * length)...]))
  }

  /// To what a grant is bound: the chat, the number and the epoch of its statement, the member.
  private func grantContext(
    _ statement: ChatRoster.Content, _ member: ChatMember
  ) -> [UInt8] {
    var bytes = with(statement.number)
    bytes.append(bigEndian: statement.epoch)
    bytes.append(prefixed: member.user)
    bytes.append(bigEndian: member.lineage.generation)
    return bytes
  }

  /// Seals the keys of the epoch before under the history key of an epoch.
  func backLink(
    to chat: ChatKey, _ history: HistoryKey, under key: HistoryKey, epoch: UInt32
  ) -> [UInt8] {
    OneTimeSeal.seal(
      chat.secretBytes + history.secretBytes, Label.backLink.key(from: key.key),
      Label.backLink.bytes + with(epoch))
  }

  /// Nil if the back link does not open.
  func open(
    _ backLink: [UInt8], under key: HistoryKey, epoch: UInt32
  ) -> (ChatKey, HistoryKey)? {
    guard
      let secret = OneTimeSeal.open(
        backLink[...], Label.backLink.key(from: key.key), Label.backLink.bytes + with(epoch)),
      let chat = ChatKey(secretBytes: secret[..<ChatKey.byteCount]),
      let history = HistoryKey(secretBytes: secret[ChatKey.byteCount...])
    else { return nil }
    return (chat, history)
  }
}

/// Why a member has no key of an epoch.
package enum GrantFault: Error, Sendable, Hashable {
  /// The statement has none for this member.
  case missing
  /// It is for a generation of the own keys that this device does not have yet.
  case laterKeys(UInt32)
  /// It was made for somebody else, or changed.
  case doesNotOpen
  /// Others have another key, or a key of the wrong length: the owner's client lies to somebody.
  case notCommitted
  /// The statement shows others false keys in the own name.
  case falseEntry
  /// The back link to the epoch before does not open, or to another key.
  case brokenBackLink
}
