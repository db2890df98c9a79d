import Testing

@testable import ChatSecrets

/// An account with its keys.
struct Person {
  var secrets: AccountSecrets
  let name: String

  init(_ name: String) {
    (self.name, secrets) = (name, AccountSecrets(user: "_" + name))
  }

  var user: String { secrets.user }
  var card: AccountCard { secrets.card(name: name, time: 1_767_225_600_000) }

  mutating func renew() throws { secrets = try #require(secrets.renewed()) }
}

/// A sealed chat of alice's with others, as an honest cloud keeps it.
struct SealedGroup {
  static let zone = "sealed-lounge"

  let owner: Person
  /// The members beside the owner.
  var admitted: [AdmittedMember]
  /// As the owner's client knows it.
  var chat: SealedChat
  var statements: [[UInt8]]

  init(_ owner: Person, _ others: [Person] = []) throws {
    self.owner = owner
    admitted = others.map { AdmittedMember($0.card, role: .writer) }
    let statement: ChatStatement
    (chat, statement) = try SealedChat.found(
      zone: Self.zone, secrets: owner.secrets, admitting: admitted, time: 1)
    statements = [statement.encoded]
  }

  /// Saves the next statement with these members.
  @discardableResult
  mutating func next(
    _ members: [AdmittedMember], renewing: Bool = false, link: LinkChange = .none
  ) throws -> ChatStatement {
    let statement = try chat.next(
      admitting: members, renewing: renewing, link: link, time: Int64(statements.count))
    try chat.take(statement.encoded)
    statements.append(statement.encoded)
    admitted = members
    return statement
  }

  /// Saves what is not the next statement by the rules.
  mutating func force(_ statement: ChatStatement) { statements.append(statement.encoded) }

  /// The chat as somebody knows it, up to a number of statements.
  func view(of person: Person, upTo count: Int? = nil) throws -> SealedChat {
    var view = try SealedChat(
      founding: statements[0], zone: Self.zone, owner: owner.secrets.identity,
      secrets: person.secrets)
    for statement in statements.prefix(count ?? statements.count).dropFirst() {
      try view.take(statement)
    }
    return view
  }
}

extension [UInt8] {
  /// The same bytes with one bit turned.
  func turning(bit: Int) -> [UInt8] {
    var bytes = self
    bytes[bit / 8] ^= 1 << (bit % 8)
    return bytes
  }
}

extension OpenedRecord {
  var content: [UInt8]? {
    guard case .genuine(let authored) = self else { return nil }
    return authored.content
  }
}

extension ChatStatement {
  /// A statement with other contents, signed by somebody: what an owner's client may lie.
  func lying(
    signedBy secrets: AccountSecrets, grants: [String: [UInt8]]? = nil,
    _ change: (inout ChatRoster.Content) -> Void
  ) throws -> ChatStatement {
    var content = roster.content
    change(&content)
    let kept = Dictionary(
      uniqueKeysWithValues: roster.members.compactMap { member in
        grant(for: member.user).map { (member.user, $0) }
      })
    return try ChatStatement(content, grants: grants ?? kept, signedBy: secrets)
  }
}
