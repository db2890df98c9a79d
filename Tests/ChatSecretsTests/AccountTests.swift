import CloudModel
import Foundation
import Testing

@testable import ChatSecrets

/// Who an account is: cards, lineages, and what somebody who knows one says of another.
///
/// The numbers of attacks are those of the list in `docs/decisions/0041-one-module-for-secrets.md`.
struct AccountTests {
  private let alice = Person("alice")

  @Test func `a card is read as it was made`() throws {
    let card = try AccountCard(alice.card.encoded)
    #expect(card == alice.card)
    #expect(card.user == "_alice" && card.name == "alice" && card.generation == 1)
    #expect(card.lineage == alice.secrets.lineage)
  }

  @Test func `later generations follow silently`() throws {
    var renewed = alice
    let known = alice.secrets.lineage
    for generation in UInt32(2)...4 {
      try renewed.renew()
      let card = try AccountCard(renewed.card.encoded)
      #expect(known.verdict(on: card.lineage) == .next(generation))
      #expect(card.identity == known.identity)
    }
    #expect(renewed.secrets.lineage.verdict(on: renewed.card.lineage) == .same)
  }

  @Test func `a lineage ends with its last generation`() throws {
    var renewed = alice
    for _ in 1..<KeyLineage.mostGenerations { try renewed.renew() }
    #expect(renewed.secrets.renewed() == nil)
    #expect(try AccountCard(renewed.card.encoded).generation == 64)
  }

  @Test func `attack 4: with another card before first use, the safety numbers differ`() {
    let (bob, mallory) = (Person("bob"), Person("bob"))
    let alices = SafetyNumber(of: alice.secrets.identity, and: mallory.secrets.identity)
    let bobs = SafetyNumber(of: bob.secrets.identity, and: alice.secrets.identity)
    #expect(alices != bobs)
    #expect(bobs == SafetyNumber(of: alice.secrets.identity, and: bob.secrets.identity))
    #expect(bobs.groups.count == 12 && bobs.groups.allSatisfy { $0.wholeMatch(of: /\d{5}/) != nil })
    // A person's own six groups are the same for everybody.
    #expect(Set(alices.groups).intersection(bobs.groups).count >= 6)
  }

  @Test func `attack 5: another card after first use is a verdict of its own`() {
    let mallory = AccountSecrets(user: "_alice").card(name: "alice", time: 2)
    #expect(alice.secrets.lineage.verdict(on: mallory.lineage) == .newKeys)
  }

  @Test func `attack 6: an older card is recognised`() throws {
    var renewed = alice
    try renewed.renew()
    #expect(renewed.secrets.lineage.verdict(on: alice.card.lineage) == .older(1))
  }

  @Test func `attack 7: nobody else can add a generation or a box key`() throws {
    var renewed = alice
    try renewed.renew()
    let encoded = renewed.card.encoded
    // A generation that mallory signs, in alice's name.
    let mallory = AccountSecrets(user: "_alice")
    let lineage = alice.secrets.lineage.adding(
      mallory.newest.signing, mallory.newest.box.publicKey, signedBy: mallory.newest.signing)
    #expect(throws: SecretsError.notGenuine(.card)) {
      try KeyLineage(lineage.encoded, of: "_alice", in: .card)
    }
    // Any bit of a card.
    var random = SplitMix64(seed: 7)
    for bit in (0..<200).map({ _ in Int.random(in: 0..<encoded.count * 8, using: &random) }) {
      #expect(throws: SecretsError.self, "bit \(bit)") {
        try AccountCard(encoded.turning(bit: bit))
      }
    }
  }

  @Test func `replaced keys cannot make another next generation unnoticed`() throws {
    var (honest, thief) = (alice, alice)
    try honest.renew()
    try thief.renew()
    #expect(honest.secrets.lineage.verdict(on: thief.card.lineage) == .split(2))
    try thief.renew()
    #expect(honest.secrets.lineage.verdict(on: thief.card.lineage) == .split(2))
  }

  @Test func `a card of somebody else is not taken for one's own`() {
    let bob = Person("bob")
    #expect(alice.secrets.lineage.verdict(on: bob.card.lineage) == .anotherUser)
  }

  @Test func `attack 34: keys of small order are refused`() throws {
    let points =
      FieldElement.smallOrderOfEdwards + [
        // Not canonical: 2^255 − 19 and 2^255 − 18.
        [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        [0xEE] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
      ]
    for point in points {
      for sign in [UInt8(0), 0x80] {
        let bytes = point.dropLast() + [point[31] | sign]
        var reader = ByteReader(bytes[...], in: .card)
        #expect(throws: SecretsError.weakKey(.card)) { try VerificationKey(&reader) }
      }
    }
    let box = alice.card.boxKey.bytes
    let low =
      FieldElement.smallOrderOfMontgomery + [
        [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        [0xEE] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
      ]
    for point in low {
      #expect(throws: SecretsError.weakKey(.card)) {
        try BoxPublicKey(box.dropLast(32) + point, in: .card)
      }
    }
    // A number that is no residue of ML-KEM.
    #expect(throws: SecretsError.weakKey(.card)) {
      try BoxPublicKey([0xFF, 0xFF, 0xFF] + box.dropFirst(3), in: .card)
    }
  }

  @Test func `the secret half is read as it was made, and refuses roots of others`() throws {
    var renewed = alice
    try renewed.renew()
    let bytes = renewed.secrets.secretBytes
    let read = try AccountSecrets(secretBytes: bytes)
    #expect(read.lineage == renewed.secrets.lineage)
    #expect(try read.open(alice.secrets.seal([1, 2], named: "a"), named: "a").content == [1, 2])
    #expect(throws: SecretsError.notGenuine(.keyring)) {
      try AccountSecrets(secretBytes: bytes.turning(bit: bytes.count * 8 - 1))
    }
  }

  @Test func `the vault binds user, name and generation`() throws {
    let sealed = alice.secrets.seal(Array("bob".utf8), named: "known_1")
    #expect(try alice.secrets.open(sealed, named: "known_1").generation == 1)
    let lineage = alice.secrets.lineage
    #expect(try KeyLineage(lineage.encoded, of: lineage.user) == lineage)
    #expect(throws: SecretsError.notGenuine(.vault)) {
      try alice.secrets.open(sealed, named: "known_2")
    }
    #expect(throws: SecretsError.notGenuine(.vault)) {
      try Person("bob").secrets.open(sealed, named: "known_1")
    }
    var renewed = alice
    try renewed.renew()
    let later = renewed.secrets.seal([], named: "known_1")
    #expect(throws: SecretsError.notGenuine(.vault)) {
      try alice.secrets.open(later, named: "known_1")
    }
  }

  @Test func `no secret shows itself`() throws {
    let secrets: [any Secret] = [
      alice.secrets, alice.secrets.newest, alice.secrets.newest.root, alice.secrets.newest.signing,
      alice.secrets.newest.box, alice.secrets.newest.vault, ChatKey.random(), HistoryKey.random(),
      NameKey.random(), FileKey.random(), EscrowKey.random(), SignInSecret.random(),
      InvitationToken.random(), RecoveryCode.random(),
      ChatInvitation(owner: alice.secrets.identity, token: .random()),
      EpochKeys(chat: .random(), names: .random(), history: .random()),
    ]
    for secret in secrets {
      var dumped = ""
      dump(secret, to: &dumped)
      #expect(String(describing: secret) == "(secret)" && String(reflecting: secret) == "(secret)")
      #expect(dumped.count < 60, "\(dumped)")
      #expect(!(secret is any Encodable))
    }
  }

  @Test func `no label is the beginning of another one`() {
    let labels = Label.allCases.map(\.bytes)
    for (index, label) in labels.enumerated() {
      for (other, longer) in labels.enumerated() where other != index {
        #expect(!longer.starts(with: label))
      }
    }
  }
}
