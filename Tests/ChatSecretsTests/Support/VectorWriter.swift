import Crypto
import Foundation
import Testing

@testable import ChatSecrets

/// Makes the frozen vectors of `VectorTests`.
struct VectorWriter {
  private typealias Vector = VectorTests.Vector

  private static let zone = "sealed-0f9f"

  private var alice = Person("alice")
  private var bob = Person("bob")
  private let carol = Person("carol")
  private var accounts: [String: Data] = [:]
  private var vectors: [Vector] = []

  static func page() throws -> VectorTests.Page {
    var writer = VectorWriter()
    try writer.write()
    return VectorTests.Page(accounts: writer.accounts, vectors: writer.vectors)
  }

  private mutating func write() throws {
    try writeAccounts()
    try writeKeyrings()
    try writeChat()
    try writeOwnChat()
    try writeFiles()
  }

  private mutating func add(_ name: String, _ person: Person, time: Int64) {
    accounts[name] = Data(person.secrets.secretBytes)
    let card = person.secrets.card(name: person.name, time: time)
    vectors.append(
      Vector(
        "card", text: ["account": name, "name": person.name],
        numbers: ["time": time, "generation": Int64(card.generation)],
        bytes: ["card": card.encoded, "identity": card.identity.bytes]))
  }

  private mutating func writeAccounts() throws {
    let first = [alice, bob]
    add("alice", alice, time: 1_767_225_600_000)
    add("bob", bob, time: 0)
    add("carol", carol, time: 253_402_300_799_999)
    try alice.renew()
    try bob.renew()
    add("alice 2", alice, time: 1_767_225_600_001)
    add("bob 2", bob, time: 1)
    for (one, other) in [
      (alice, bob), (bob, alice), (alice, carol), (carol, bob),
    ] {
      let pair = (one.secrets.identity, other.secrets.identity)
      vectors.append(
        Vector(
          "safety number", text: ["groups": SafetyNumber(of: pair.0, and: pair.1).description],
          bytes: ["one": pair.0.bytes, "other": pair.1.bytes]))
    }
    for (account, person, content) in [
      ("alice", first[0], ""), ("alice 2", alice, "bob"), ("bob", first[1], "Ünï"),
    ] {
      let bytes = Array(content.utf8)
      vectors.append(
        Vector(
          "vault", text: ["account": account, "name": "known_1"],
          bytes: ["vault": person.secrets.seal(bytes, named: "known_1"), "content": bytes]))
    }
    var card = alice.card.encoded
    card[card.count - 1] ^= 1
    vectors.append(Vector("refused", text: ["what": "card"], bytes: ["blob": card]))
  }

  private mutating func writeKeyrings() throws {
    for (account, passphrase) in [
      ("alice 2", "correct horse battery staple again"),
      ("carol", "cafe\u{301}-au-lait-pour \u{212B}se"),
    ] {
      let secrets = try AccountSecrets(secretBytes: Array(#require(accounts[account])))
      let name = String(account.prefix { $0 != " " })
      let split = try #require(try SplitPassphrase(passphrase, accountName: name))
      vectors.append(
        Vector(
          "passphrase",
          text: ["account": account, "accountName": name.capitalized, "passphrase": passphrase],
          bytes: [
            "signIn": split.signIn.secretBytes,
            "keyring": SealedKeyring.seal(secrets, under: split.escrow, lock: .passphrase),
          ]))
    }
    for account in ["alice", "bob 2", "carol"] {
      let secrets = try AccountSecrets(secretBytes: Array(#require(accounts[account])))
      let code = RecoveryCode.random()
      vectors.append(
        Vector(
          "code", text: ["account": account, "code": code.text],
          bytes: [
            "keyring": SealedKeyring.seal(
              secrets, under: code.escrow(of: secrets.user), lock: .recoveryCode)
          ]))
    }
  }

  private mutating func add(
    _ statement: ChatStatement, _ chat: SealedChat, _ name: String, owner: String, zone: String
  ) throws {
    let epoch = chat.newest.epoch
    vectors.append(
      Vector(
        "statement", text: ["chat": name, "owner": owner, "zone": zone],
        numbers: [
          "number": Int64(chat.newest.number), "epoch": Int64(epoch), "time": chat.newest.time,
        ],
        bytes: [
          "statement": statement.encoded, "hash": chat.newest.hash.bytes,
          "chatKey": try #require(chat.key(of: epoch)).secretBytes,
          "historyKey": try #require(chat.historyKey(of: epoch)).secretBytes,
          "nameKey": try #require(chat.nameKey).secretBytes,
        ]))
  }

  private mutating func add(
    _ sealed: [UInt8], by author: Person, _ content: [UInt8], _ text: String?,
    _ place: RecordPlace, _ chat: SealedChat, _ name: String
  ) {
    var texts = ["chat": name, "type": place.type, "name": place.name, "author": author.user]
    if let text { texts["field text"] = text }
    vectors.append(
      Vector(
        "record", text: texts,
        numbers: [
          "time": place.time, "statement": Int64(chat.newest.number),
          "epoch": Int64(chat.newest.epoch),
        ],
        bytes: ["record": sealed, "content": content]))
  }

  /// A chat with everything that can happen to its members, and what they say in between.
  private mutating func writeChat() throws {
    let (firstAlice, firstBob) = (
      try AccountSecrets(secretBytes: Array(#require(accounts["alice"]))),
      try AccountSecrets(secretBytes: Array(#require(accounts["bob"])))
    )
    let bobs = firstBob.card(name: "bob", time: 0)
    let (bobs2, carols) = (bob.card, carol.card)
    let zone = Self.zone
    var (chat, founding) = try SealedChat.found(
      zone: zone, secrets: firstAlice, admitting: [AdmittedMember(bobs, role: .writer)],
      time: 1_767_225_600_000)
    try add(founding, chat, "lounge", owner: "alice 2", zone: zone)
    let steps: [(members: [AdmittedMember], isRenewal: Bool, hasNewOwner: Bool)] = [
      (
        [
          AdmittedMember(bobs, role: .writer),
          AdmittedMember(carols, role: .writer, history: .fromNow),
        ],
        false, false
      ),
      ([AdmittedMember(bobs, role: .reader), AdmittedMember(carols, role: .writer)], false, false),
      ([AdmittedMember(bobs, role: .writer), AdmittedMember(carols, role: .writer)], true, false),
      (
        [AdmittedMember(bobs2, role: .writer), AdmittedMember(carols, role: .writer)], false, false
      ),
      ([AdmittedMember(bobs2, role: .writer)], false, false),
      ([AdmittedMember(bobs2, role: .writer)], false, true),
      ([AdmittedMember(bobs2, role: .writer), AdmittedMember(carols, role: .reader)], false, true),
    ]
    var statements = [founding.encoded]
    for (index, step) in steps.enumerated() {
      try say("message \(index)", in: chat, as: [1, 3].contains(index) ? carol : nil, statements)
      if step.hasNewOwner {
        chat = try view(statements, zone, alice.secrets)
      }
      let next = try chat.next(
        admitting: step.members, renewing: step.isRenewal,
        time: 1_767_225_600_000 + Int64(index))
      try chat.take(next.encoded)
      statements.append(next.encoded)
      try add(next, chat, "lounge", owner: "alice 2", zone: zone)
    }
    try writeRecords(in: chat, statements)
    var next = try chat.next(admitting: [], time: 0).encoded
    next[20] ^= 1
    vectors.append(
      Vector("refused", text: ["what": "statement", "chat": "lounge"], bytes: ["blob": next]))
    let token = InvitationToken.random()
    for account in ["bob", "carol"] {
      let secrets = try AccountSecrets(secretBytes: Array(#require(accounts[account])))
      let invitation = ChatInvitation(owner: alice.secrets.identity, token: token)
      vectors.append(
        Vector(
          "join proof", text: ["chat": "lounge", "account": account],
          bytes: [
            "token": token.secretBytes, "proof": invitation.proof(chat.id, by: secrets.lineage),
          ]))
    }
  }

  private func view(
    _ statements: [[UInt8]], _ zone: String, _ secrets: AccountSecrets
  ) throws -> SealedChat {
    var view = try SealedChat(
      founding: statements[0], zone: zone, owner: alice.secrets.identity, secrets: secrets)
    for statement in statements.dropFirst() { try view.take(statement) }
    return view
  }

  /// A message of the owner's, or of somebody else who may write.
  private mutating func say(
    _ text: String, in chat: SealedChat, as person: Person?, _ statements: [[UInt8]]
  ) throws {
    let author = person ?? alice
    let speaker =
      try person.map { try view(statements, Self.zone, $0.secrets) } ?? chat
    let content = SealedFields([
      "text": .string(text), "timestamp": .timestamp(1_767_225_600_000), "revision": .int64(0),
    ]).encoded
    let place = RecordPlace(type: "SealedMessage", name: text, time: 1_767_225_600_000)
    try add(speaker.seal(content, at: place), by: author, content, text, place, chat, "lounge")
  }

  private mutating func writeRecords(in chat: SealedChat, _ statements: [[UInt8]]) throws {
    let bobs = try view(statements, Self.zone, bob.secrets)
    let contents: [[UInt8]] = [
      [], [0], [UInt8](repeating: 1, count: 400), [UInt8](repeating: 255, count: 2000),
      SealedFields([
        "messageRef": .reference("m1"), "emoji": .string("👍"), "isRemoved": .int64(-1),
        "key": .bytes([1, 2, 3]), "later": .unknown(type: 9, [7]),
      ]).encoded,
    ]
    for (index, content) in contents.enumerated() {
      let place = RecordPlace(type: "SealedReaction", name: "reaction_\(index)", time: -1)
      try add(bobs.seal(content, at: place), by: bob, content, nil, place, chat, "lounge")
    }
    let place = RecordPlace(type: "SealedMessage", name: "m1", time: 1)
    let sealed = try bobs.seal([1], at: place)
    for (name, time) in [("m2", Int64(1)), ("m1", 2)] {
      vectors.append(
        Vector(
          "refused",
          text: ["what": "record", "chat": "lounge", "type": place.type, "name": name],
          numbers: ["time": time], bytes: ["blob": sealed]))
    }
    let emoji = "❤\u{FE0F}"
    for (label, name, texts) in [
      (
        "reaction-name", chat.reactionName(message: "m1", user: "_bob", emoji: emoji),
        ["message": "m1", "user": "_bob", "emoji": "❤"]
      ),
      (
        "reaction-name", chat.reactionName(message: "m1", user: "_carol", emoji: "👍"),
        ["message": "m1", "user": "_carol", "emoji": "👍"]
      ),
      ("read-name", chat.readName(message: "m1", user: "_bob"), ["message": "m1", "user": "_bob"]),
      ("read-name", chat.readName(message: "ü", user: "_bob"), ["message": "ü", "user": "_bob"]),
      ("pin-name", chat.pinName(message: "m1"), ["message": "m1"]),
      ("pin-name", chat.pinName(message: ""), ["message": ""]),
    ] {
      vectors.append(
        Vector(
          "name", text: texts.merging(["chat": "lounge", "label": label]) { first, _ in first },
          bytes: ["name": try #require(name)]))
    }
  }

  /// A chat of one person, in a zone with letters of more than one byte.
  private mutating func writeOwnChat() throws {
    let zone = "sealed-ünï"
    var (chat, founding) = try SealedChat.found(zone: zone, secrets: bob.secrets, time: -1)
    try add(founding, chat, "own", owner: "bob 2", zone: zone)
    let place = RecordPlace(type: "SealedSession", name: "session")
    let content = SealedFields(["text": .string("ß")]).encoded
    try add(chat.seal(content, at: place), by: bob, content, "ß", place, chat, "own")
    let next = try chat.next(admitting: [], renewing: true, time: 0)
    try chat.take(next.encoded)
    try add(next, chat, "own", owner: "bob 2", zone: zone)
    try add(chat.seal(content, at: place), by: bob, content, "ß", place, chat, "own")
  }

  private mutating func writeFiles() throws {
    for size in [0, 1, 2, 1000, 65_536, 65_537, 200_000] {
      let key = FileKey.random()
      vectors.append(
        Vector(
          "file", numbers: ["size": Int64(size)],
          bytes: ["key": key.secretBytes, "digest": try Self.digestOfFile(key, size: size)]))
    }
  }

  /// SHA-256 of what is stored of a file of which byte i is 7 i modulo 251.
  static func digestOfFile(_ key: FileKey, size: Int) throws -> [UInt8] {
    let asset = try #require(SealedAsset(key, size: size))
    let stored = (0..<asset.chunkCount).reduce(into: SealedAsset.header) { stored, chunk in
      stored += asset.seal(
        asset.range(ofChunk: chunk).map { UInt8($0 * 7 % 251) }, chunk: chunk)
    }
    return Array(SHA256.hash(data: stored))
  }
}
