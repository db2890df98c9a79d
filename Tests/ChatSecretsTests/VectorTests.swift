import Foundation
import Subprocess
import Testing

@testable import ChatSecrets

/// The frozen vectors: what a client of today has sealed, with all secrets, for those who write another one.
///
/// `Vectors/vectors.json` never changes: what it holds is in the clouds of people. `ZONECHAT_WRITE_VECTORS=1` makes it
/// anew, which only a new suite justifies.
struct VectorTests {
  struct Page: Codable {
    var accounts: [String: Data]
    var vectors: [Vector]
  }

  /// All values of a vector, by name.
  struct Vector: Codable {
    var kind: String
    var text: [String: String] = [:]
    var numbers: [String: Int64] = [:]
    var bytes: [String: Data] = [:]

    init(
      _ kind: String, text: [String: String] = [:], numbers: [String: Int64] = [:],
      bytes: [String: [UInt8]]
    ) {
      (self.kind, self.text, self.numbers) = (kind, text, numbers)
      self.bytes = bytes.mapValues { Data($0) }
    }

    func text(_ name: String) throws -> String { try #require(text[name], "\(kind): \(name)") }
    func number(_ name: String) throws -> Int64 { try #require(numbers[name], "\(kind): \(name)") }
    func bytes(_ name: String) throws -> [UInt8] {
      try Array(#require(bytes[name], "\(kind): \(name)"))
    }

    func place() throws -> RecordPlace {
      try RecordPlace(type: text("type"), name: text("name"), time: number("time"))
    }
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Vectors")
  private static let file = folder.appending(path: "vectors.json")

  private static func page() throws -> Page {
    if ProcessInfo.processInfo.environment["ZONECHAT_WRITE_VECTORS"] == "1" {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try encoder.encode(VectorWriter.page()).write(to: file)
    }
    return try JSONDecoder().decode(Page.self, from: Data(contentsOf: file))
  }

  @Test func `sixty vectors are read as they were sealed, here and in Python`() async throws {
    let page = try Self.page()
    #expect(page.vectors.count == 60)
    let accounts = try page.accounts.mapValues { try AccountSecrets(secretBytes: Array($0)) }
    var chats: [String: [String: SealedChat]] = [:]
    for (index, vector) in page.vectors.enumerated() {
      do {
        try check(vector, accounts, &chats)
      } catch {
        Issue.record("vector \(index), \(vector.kind): \(error)")
      }
    }
    try await readInPython()
  }

  /// The reader shares no code with this module, so it finds what both directions of it do wrong alike.
  private func readInPython() async throws {
    let probe = try? await Subprocess.run(
      .name("python3"),
      arguments: ["-c", "import cryptography.hazmat.primitives.asymmetric.mlkem"],
      output: .discarded, error: .discarded)
    guard probe?.terminationStatus == .exited(0) else {
      print(
        "The vectors were not read in Python: it, or its package cryptography with ML-KEM, is not there."
      )
      return
    }
    let result = try await Subprocess.run(
      .name("python3"),
      arguments: [Self.folder.appending(path: "read_vectors.py").path],
      output: .string(limit: 64 << 10), error: .string(limit: 64 << 10))
    #expect(result.terminationStatus == .exited(0), "\(result.standardError)")
    #expect(result.standardOutput.contains("60 in all"), "\(result.standardOutput)")
  }

  private func check(
    _ vector: Vector, _ accounts: [String: AccountSecrets],
    _ chats: inout [String: [String: SealedChat]]
  ) throws {
    let account = vector.text["account"].flatMap { accounts[$0] }
    let views = vector.text["chat"].flatMap { chats[$0] } ?? [:]
    let chat = views["owner"]
    switch vector.kind {
    case "card":
      let card = try AccountCard(vector.bytes("card"))
      #expect(try card.name == vector.text("name") && card.time == vector.number("time"))
      #expect(try card.generation == vector.number("generation"))
      #expect(try card.identity.bytes == vector.bytes("identity"))
      #expect(account?.identity == card.identity)
    case "passphrase":
      let split = try #require(
        try SplitPassphrase(vector.text("passphrase"), accountName: vector.text("accountName")))
      #expect(try split.signIn.secretBytes == vector.bytes("signIn"))
      try checkKeyring(vector, #require(account), split.escrow, .passphrase)
    case "code":
      let account = try #require(account)
      let code = try #require(try RecoveryCode(vector.text("code")))
      try checkKeyring(vector, account, code.escrow(of: account.user), .recoveryCode)
    case "vault":
      let opened = try #require(account)
        .open(vector.bytes("vault"), named: vector.text("name"))
      #expect(try opened.content == vector.bytes("content"))
    case "safety number":
      let one = try #require(try AccountIdentity(vector.bytes("one")))
      let other = try #require(try AccountIdentity(vector.bytes("other")))
      #expect(try SafetyNumber(of: one, and: other).description == vector.text("groups"))
    case "statement": try checkStatement(vector, accounts, &chats)
    case "record":
      let place = try vector.place()
      let opened = try #require(chat).open(vector.bytes("record"), at: place)
      guard case .genuine(let authored) = opened else {
        Issue.record("\(place.name): \(opened)")
        return
      }
      #expect(try authored.author == vector.text("author"))
      #expect(try authored.statement == vector.number("statement"))
      #expect(try authored.epoch == vector.number("epoch"))
      #expect(try authored.content == vector.bytes("content"))
      if let text = vector.text["field text"] {
        #expect(try SealedFields(authored.content).values["text"] == .string(text))
      }
    case "name":
      let chat = try #require(chat)
      let (message, user) = (try vector.text("message"), vector.text["user"] ?? "")
      let name =
        switch try vector.text("label") {
        case "reaction-name":
          chat.reactionName(message: message, user: user, emoji: try vector.text("emoji"))
        case "read-name": chat.readName(message: message, user: user)
        default: chat.pinName(message: message)
        }
      #expect(try name == vector.bytes("name"))
    case "join proof":
      let chat = try #require(chat)
      let token = try #require(try InvitationToken(secretBytes: vector.bytes("token")))
      let invitation = ChatInvitation(owner: chat.secrets.identity, token: token)
      #expect(
        try invitation.accepts(
          vector.bytes("proof"), chat.id, by: #require(account).lineage))
    case "file":
      let key = try #require(try FileKey(secretBytes: vector.bytes("key")))
      #expect(
        try VectorWriter.digestOfFile(key, size: Int(vector.number("size")))
          == vector.bytes("digest"))
    case "refused":
      let bytes = try vector.bytes("blob")
      switch try vector.text("what") {
      case "card": #expect(throws: SecretsError.self) { try AccountCard(bytes) }
      case "record":
        #expect(try #require(chat).open(bytes, at: vector.place()).content == nil)
      default:
        var view = try #require(chat)
        #expect(throws: ChainFault.self) { try view.take(bytes) }
      }
    default: Issue.record("no such kind")
    }
  }

  private func checkKeyring(
    _ vector: Vector, _ account: AccountSecrets, _ escrow: EscrowKey, _ lock: KeyringLock
  ) throws {
    let opened = try SealedKeyring.open(
      vector.bytes("keyring"), of: account.user, under: escrow, lock: lock,
      notBefore: account.generation)
    #expect(opened.secretBytes == account.secretBytes)
  }

  /// Each account takes the statement; the owner's keys are those of the vector.
  private func checkStatement(
    _ vector: Vector, _ accounts: [String: AccountSecrets],
    _ chats: inout [String: [String: SealedChat]]
  ) throws {
    let (name, encoded) = (try vector.text("chat"), try vector.bytes("statement"))
    let owner = try #require(try accounts[vector.text("owner")])
    let people = ["owner": owner].merging(accounts) { first, _ in first }
    for (person, secrets) in people {
      if var view = chats[name]?[person] {
        try view.take(encoded)
        chats[name]?[person] = view
      } else {
        chats[name, default: [:]][person] = try SealedChat(
          founding: encoded, zone: vector.text("zone"), owner: owner.identity, secrets: secrets)
      }
    }
    let chat = try #require(chats[name]?["owner"])
    #expect(try chat.newest.hash.bytes == vector.bytes("hash"))
    #expect(try chat.newest.number == vector.number("number"))
    #expect(try chat.newest.epoch == vector.number("epoch"))
    #expect(try chat.key(of: chat.newest.epoch)?.secretBytes == vector.bytes("chatKey"))
    #expect(try chat.historyKey(of: chat.newest.epoch)?.secretBytes == vector.bytes("historyKey"))
    #expect(try chat.nameKey?.secretBytes == vector.bytes("nameKey"))
  }
}
