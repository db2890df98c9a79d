import CloudModel
import Foundation
import Testing

@testable import ChatSecrets

/// Bytes of every format, right ones with mistakes and random ones: nothing crashes, and what is read is canonical.
///
/// `ZONECHAT_FUZZ_BLOBS` says how many for each format, `ZONECHAT_FUZZ_SEED` which; a failure names its seed.
struct FuzzTests {
  private static let seed = setting("ZONECHAT_FUZZ_SEED") ?? 1
  private static let count = setting("ZONECHAT_FUZZ_BLOBS") ?? 400

  private let alice = Person("alice")
  private let bob = Person("bob")

  private static func setting(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  /// Calls `body` with variants of some right blobs, each with the seed that makes it.
  private func vary(_ blobs: [[UInt8]], _ body: ([UInt8], UInt64) throws -> Void) rethrows {
    for number in 0..<Self.count {
      let seed = Self.seed &* 1_000_003 &+ number
      var random = SplitMix64(seed: seed)
      let blob = blobs[Int.random(in: 0..<blobs.count, using: &random)]
      try body(Mutation.apply(to: blob, &random), seed)
    }
  }

  @Test func `no card that was changed is read`() throws {
    var renewed = alice
    try renewed.renew()
    vary([alice.card.encoded, renewed.card.encoded]) { bytes, seed in
      // A refusal is what is expected of most.
      guard let card = try? AccountCard(bytes) else { return }
      #expect(card.encoded == bytes, "seed \(seed)")
      #expect(bytes == alice.card.encoded || bytes == renewed.card.encoded, "seed \(seed)")
    }
  }

  @Test func `lineages and lists of members are canonical`() throws {
    var renewed = alice
    try renewed.renew()
    let lineages = [alice.secrets.lineage, renewed.secrets.lineage]
    vary(lineages.map(\.encoded)) { bytes, seed in
      guard let lineage = try? KeyLineage(bytes, of: "_alice", in: .card) else { return }
      #expect(lineage.encoded == bytes, "seed \(seed)")
    }
    let group = try SealedGroup(alice, [bob, Person("carol")])
    vary([group.chat.newest.members.encoded]) { bytes, seed in
      guard let members = try? [ChatMember](bytes) else { return }
      #expect(members.encoded == bytes, "seed \(seed)")
    }
  }

  @Test func `no statement that was changed is read, and none stops a chat`() throws {
    var group = try SealedGroup(alice, [bob])
    try group.next(group.admitted, renewing: true)
    vary(group.statements) { bytes, seed in
      guard !group.statements.contains(bytes) else { return }
      #expect(throws: SecretsError.self, "seed \(seed)") { try ChatStatement(bytes) }
      var view = group.chat
      #expect(throws: ChainFault.self, "seed \(seed)") { try view.take(bytes) }
      #expect(view.forkedAt == nil, "seed \(seed)")
    }
  }

  @Test func `no record that was changed opens, and what is in one is canonical`() throws {
    let group = try SealedGroup(alice, [bob])
    let place = RecordPlace(type: "SealedMessage", name: "m1", time: 5)
    let fields = SealedFields(["text": .string("Boat!"), "timestamp": .timestamp(5)])
    let sealed = try group.chat.seal(fields.encoded, at: place)
    vary([sealed]) { bytes, seed in
      guard bytes != sealed else { return }
      #expect(group.chat.open(bytes, at: place).content == nil, "seed \(seed)")
    }
    let said = SealedRecord.Statement(
      author: "_alice", generation: 1, number: 0, hashPrefix: [0, 1, 2, 3, 4, 5, 6, 7],
      content: fields.encoded)
    vary([said.encoded]) { bytes, seed in
      guard let read = try? SealedRecord.Statement(bytes) else { return }
      let values = try? TaggedValues(bytes, in: .record, known: 1...5)
      #expect(values?.bytes == bytes, "seed \(seed)")
      // What has no values of later versions is written as it was read.
      if bytes.count == said.encoded.count { #expect(read.encoded == bytes, "seed \(seed)") }
    }
    vary([fields.encoded]) { bytes, seed in
      guard let read = try? SealedFields(bytes) else { return }
      #expect(read.encoded == bytes, "seed \(seed)")
    }
  }

  @Test func `no keyring or vault that was changed opens`() throws {
    let escrow = EscrowKey.random()
    let sealed = SealedKeyring.seal(alice.secrets, under: escrow, lock: .passphrase)
    vary([sealed]) { bytes, seed in
      guard bytes != sealed else { return }
      #expect(throws: KeyringRefusal.self, "seed \(seed)") {
        try SealedKeyring.open(
          bytes, of: "_alice", under: escrow, lock: .passphrase, notBefore: 1)
      }
    }
    vary([alice.secrets.secretBytes]) { bytes, seed in
      guard let secrets = try? AccountSecrets(secretBytes: bytes) else { return }
      // The name of the user and unknown values are not derived from anything.
      #expect(secrets.generation == 1, "seed \(seed)")
    }
    let vault = alice.secrets.seal([1, 2, 3], named: "a")
    vary([vault]) { bytes, seed in
      guard bytes != vault else { return }
      #expect(throws: SecretsError.self, "seed \(seed)") {
        try alice.secrets.open(bytes, named: "a")
      }
    }
  }

  @Test func `no chunk that was changed opens`() throws {
    let asset = try #require(SealedAsset(.random(), size: 1000))
    let sealed = asset.seal([UInt8](repeating: 3, count: 1000), chunk: 0)
    vary([SealedAsset.header]) { bytes, seed in
      guard bytes != SealedAsset.header else { return }
      #expect(throws: SecretsError.self, "seed \(seed)") { try SealedAsset.check(header: bytes) }
    }
    vary([sealed]) { bytes, seed in
      guard bytes != sealed else { return }
      #expect(throws: SecretsError.self, "seed \(seed)") { try asset.open(bytes, chunk: 0) }
    }
  }

  @Test func `a code that is read is written alike`() {
    vary([Array(RecoveryCode(bytes: Array(1...16)).text.utf8)]) { bytes, seed in
      let text = String(decoding: bytes, as: UTF8.self)
      guard let code = RecoveryCode(text) else { return }
      #expect(RecoveryCode(code.text)?.text == code.text, "seed \(seed)")
    }
  }
}

/// A mistake in a row of bytes.
private enum Mutation: CaseIterable {
  case bit, byte, length, cut, addition, repetition, exchange, noise

  static func apply(to blob: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = blob
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      guard !bytes.isEmpty, let kind = allCases.randomElement(using: &random) else { return bytes }
      kind.apply(to: &bytes, &random)
    }
    return bytes
  }

  private func apply(to bytes: inout [UInt8], _ random: inout SplitMix64) {
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch self {
    case .bit: bytes = bytes.turning(bit: place * 8 + Int.random(in: 0..<8, using: &random))
    case .byte: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case .length:
      // What looks like a length becomes a very large or a very small one.
      let value: UInt8 = [0, 1, 0x7F, 0xFF].randomElement(using: &random) ?? 0
      for index in place..<min(place + 4, bytes.count) { bytes[index] = value }
    case .cut: bytes.removeSubrange(place..<min(place + 40, bytes.count))
    case .addition:
      let count = Int.random(in: 1...40, using: &random)
      bytes.insert(
        contentsOf: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }, at: place)
    case .repetition: bytes += bytes[place...]
    case .exchange: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
    case .noise: bytes = bytes.map { _ in UInt8.random(in: 0...255, using: &random) }
    }
  }
}
