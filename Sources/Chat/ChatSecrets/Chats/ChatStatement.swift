/// Who is in a chat from a number on, and its keys for each of them: the record `keys-<number>`, signed by the owner.
///
/// `header 2 | length u32 | values | signature 64 | length u32 | grants`. The values are 1 number, 2 chat, 3 hash of
/// the one before, 4 zone, 5 nonce, 6 epoch, 7 commitment to the epoch's key, 8 commitment to the key of names, 9
/// members, 10 back link, 11 time, 12 hash of the grants, 13 the number of the one that has opened the link. The first
/// statement has 4 and 5, each other one 2 and 3; one that begins an epoch has 10, if there is an epoch before; 13 is
/// there while the link is open.
package struct ChatStatement: Sendable {
  private static let longest = 1 << 20

  package let roster: ChatRoster
  package let encoded: [UInt8]
  /// The epoch's keys, wrapped for the newest generation of some members.
  private let grants: [String: [UInt8]]

  func grant(for user: String) -> [UInt8]? { grants[user] }
}

/// What a statement says, without the wrapped keys.
package struct ChatRoster: Sendable {
  package var number: UInt32 { content.number }
  package var epoch: UInt32 { content.epoch }
  package var members: [ChatMember] { content.members }
  package var time: Int64 { content.time }
  package let hash: StatementHash
  let content: Content

  /// What the owner signs.
  struct Content: Sendable {
    var number: UInt32
    var origin: Origin
    /// The number of the statement that began the epoch.
    var epoch: UInt32
    /// To the epoch's key, and to the key of names.
    var commitment: [UInt8]
    var nameCommitment: [UInt8]
    /// By ascending bytes of the user's name; one is the owner.
    var members: [ChatMember]
    /// The keys of the epoch before, sealed under this one's history key.
    var backLink: [UInt8]?
    /// In milliseconds, by the owner's clock.
    var time: Int64
    /// The number of the statement that has opened the link of the chat; nil while it is closed.
    var linkOpenedAt: UInt32?
  }

  enum Origin: Sendable {
    case founding(ChatFounding)
    /// The hash of the first statement, and of the one before.
    case after(chat: StatementHash, previous: StatementHash)
  }

  package var owner: ChatMember {
    // Each statement that was read has one.
    members.first { $0.role == .owner } ?? members[0]
  }

  package func member(_ user: String) -> ChatMember? { members.first { $0.user == user } }

  /// Which chat it is about.
  var chat: StatementHash {
    switch content.origin {
    case .founding: hash
    case .after(let chat, _): chat
    }
  }

  /// Whether it begins an epoch.
  var isFirstOfEpoch: Bool { epoch == number }
}

/// SHA-256 of what is signed of a statement; that of the first one is the chat's identifier.
package struct StatementHash: Hashable, Sendable {
  static let byteCount = 32
  static let prefixLength = 8

  package let bytes: [UInt8]

  init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// Enough to see that two clients know different statements.
  var prefix: [UInt8] { Array(bytes.prefix(Self.prefixLength)) }
}

/// What is only in the first statement.
struct ChatFounding: Hashable, Sendable {
  static let nonceLength = 16

  let zone: String
  let nonce: [UInt8]
}

extension ChatStatement {
  private static let header = [UInt8](headerOf: .statement)

  /// Reads a statement, and checks all that can be checked without the others.
  ///
  /// The signature is that of the owner whom the statement itself names.
  package init(_ encoded: [UInt8]) throws(SecretsError) {
    var reader = try ByteReader(encoded, of: .statement, atMost: Self.longest)
    let signed = try reader.prefixed(atMost: Self.longest)
    let signature = try reader.bytes(VerificationKey.signatureLength)
    let grants = try reader.prefixed(atMost: Self.longest)
    try reader.end()
    let values = try TaggedValues(signed, in: .statement, known: 1...13)
    roster = ChatRoster(
      hash: StatementHash(unchecked: Label.statementHash.hash(Self.header + signed)),
      content: try ChatRoster.Content(values))
    self.grants = try [String: [UInt8]](grants)
    self.encoded = encoded
    guard Set(roster.members.map(\.user)).isSuperset(of: self.grants.keys) else {
      throw reader.flaw("a grant for a stranger")
    }
    let key = roster.owner.lineage.newest.verificationKey
    guard try values.bytes(12, count: 32) == Label.grants.hash(grants),
      key.isValid(signature, .statement, Self.header + signed)
    else { throw .notGenuine(.statement) }
  }

  /// Signs a statement, with the keys for some members.
  init(
    _ content: ChatRoster.Content, grants: [String: [UInt8]], signedBy secrets: AccountSecrets
  ) throws(SecretsError) {
    let grants = grants.encoded
    var values = content.values
    values.append(12, Label.grants.hash(grants))
    if let linkOpenedAt = content.linkOpenedAt { values.append(13, linkOpenedAt) }
    var encoded = Self.header
    encoded.append(prefixed: values.bytes)
    encoded += secrets.newest.signing.sign(.statement, Self.header + values.bytes)
    encoded.append(prefixed: grants)
    try self.init(encoded)
  }
}

extension ChatRoster.Content {
  fileprivate init(_ values: TaggedValues) throws(SecretsError) {
    number = try values.integer(1, UInt32.self)
    epoch = try values.integer(6, UInt32.self)
    commitment = try values.bytes(7, count: 32)
    nameCommitment = try values.bytes(8, count: 32)
    members = try [ChatMember](values.bytes(9))
    time = try values.time(11)
    let expected: Set<UInt16> = number == 0 ? [4, 5] : [2, 3]
    guard Set((2...5).filter { values.optional($0) != nil }) == expected else {
      throw .malformed(.statement, "only the first one has a zone, and only others a parent")
    }
    if number == 0 {
      origin = .founding(
        ChatFounding(
          zone: try values.name(4), nonce: try values.bytes(5, count: ChatFounding.nonceLength)))
    } else {
      origin = .after(
        chat: StatementHash(unchecked: try values.bytes(2, count: StatementHash.byteCount)),
        previous: StatementHash(unchecked: try values.bytes(3, count: StatementHash.byteCount)))
    }
    linkOpenedAt = try values.optional(13) == nil ? nil : values.integer(13, UInt32.self)
    let hasBackLink = epoch == number && number > 0
    backLink = hasBackLink ? try values.bytes(10, count: ChatContext.backLinkLength) : nil
    guard linkOpenedAt ?? 0 <= number else {
      throw .malformed(.statement, "its link was opened later")
    }
    guard epoch <= number, hasBackLink || values.optional(10) == nil else {
      throw .malformed(.statement, "its epoch or its back link cannot be")
    }
    let owners = members.filter { $0.role == .owner }
    guard owners.count == 1, owners[0].readsHistory else {
      throw .malformed(.statement, "not one owner who reads everything")
    }
  }

  /// All but the hash of the grants and the link.
  fileprivate var values: TaggedValues {
    var values = TaggedValues(in: .statement)
    values.append(1, number)
    switch origin {
    case .founding(let founding):
      values.append(4, founding.zone.utf8)
      values.append(5, founding.nonce)
    case .after(let chat, let previous):
      values.append(2, chat.bytes)
      values.append(3, previous.bytes)
    }
    values.append(6, epoch)
    values.append(7, commitment)
    values.append(8, nameCommitment)
    values.append(9, members.encoded)
    if let backLink { values.append(10, backLink) }
    values.append(11, time)
    return values
  }
}

extension [String: [UInt8]] {
  /// By ascending bytes of the user: user, wrapped keys.
  fileprivate var encoded: [UInt8] {
    sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.reduce(into: []) {
      $0.append(prefixed: $1.key)
      $0.append(prefixed: $1.value)
    }
  }

  fileprivate init(_ encoded: [UInt8]) throws(SecretsError) {
    self = [:]
    var reader = ByteReader(encoded[...], in: .statement)
    var last: String?
    while !reader.rest.isEmpty {
      let user = try reader.name()
      try reader.check(user, follows: last)
      last = user
      self[user] = try reader.prefixed(atMost: encoded.count)
    }
  }
}
