import CloudModel
import Testing

@testable import ChatSecrets

/// What is said in a chat: one blob for a record.
struct RecordTests {
  private let alice = Person("alice")
  private let bob = Person("bob")
  private let carol = Person("carol")
  private let place = RecordPlace(type: "SealedMessage", name: "m1", time: 1_767_225_660_000)

  @Test func `everybody in the chat opens a record, and knows its author`() throws {
    let group = try SealedGroup(alice, [bob])
    let fields = SealedFields(["text": .string("Boat!"), "revision": .int64(-1)])
    let sealed = try group.view(of: bob).seal(fields.encoded, at: place)
    guard case .genuine(let authored) = group.chat.open(sealed, at: place) else {
      Issue.record("it does not open")
      return
    }
    #expect(authored.author == "_bob" && authored.identity == bob.secrets.identity)
    #expect(authored.statement == 0 && authored.epoch == 0)
    #expect(try SealedFields(authored.content) == fields)
  }

  @Test func `attacks 3 and 16: whoever is not in the list of then is ignored`() throws {
    var group = try SealedGroup(alice, [bob, carol])
    let before = try group.view(of: bob)
    try group.next([AdmittedMember(carol.card, role: .writer)])
    // What bob writes with his old keys is what he wrote at statement 0, as the receiver can see.
    let late = try before.seal([1], at: place)
    guard case .genuine(let authored) = group.chat.open(late, at: place) else {
      Issue.record("it does not open")
      return
    }
    #expect(authored.statement == 0 && !group.chat.mayStillWrite(authored))
    #expect(try group.view(of: carol, upTo: 1).mayStillWrite(authored))
    // He cannot say that he knew of later.
    let sealed = try forge(by: bob, at: 1, in: group.chat, key: 0)
    #expect(group.chat.open(sealed, at: place) == .refused(.stranger("_bob")))
    // Nor can a member seal for those who are gone.
    let leak = try forge(by: carol, at: 1, in: group.chat, key: 0)
    #expect(group.chat.open(leak, at: place) == .refused(.epochIsOver(0)))
  }

  @Test func `attack 17: who may only read is not heard`() throws {
    var group = try SealedGroup(alice)
    try group.next([AdmittedMember(bob.card, role: .reader)])
    #expect(throws: SealFault.mayNotWrite) { try group.view(of: bob).seal([1], at: place) }
    let sealed = try forge(by: bob, at: 1, in: group.chat, key: 0)
    #expect(group.chat.open(sealed, at: place) == .refused(.mayNotWrite("_bob")))
  }

  @Test func `attacks 18 to 20: a record opens only in its place`() throws {
    let group = try SealedGroup(alice, [bob])
    let sealed = try group.chat.seal([1], at: place)
    for other in [
      RecordPlace(type: place.type, name: "m2", time: place.time),
      RecordPlace(type: "SealedReaction", name: place.name, time: place.time),
      RecordPlace(type: place.type, name: place.name, time: place.time + 1),
      RecordPlace(type: place.type + place.name, name: "", time: place.time),
    ] {
      #expect(group.chat.open(sealed, at: other) == .refused(.unreadable(.notGenuine(.record))))
    }
    let elsewhere = try SealedGroup(alice, [bob])
    #expect(
      elsewhere.chat.open(sealed, at: place) == .refused(.unreadable(.notGenuine(.record))))
  }

  @Test func `attacks 22 and 23: nobody speaks in another's name`() throws {
    var group = try SealedGroup(alice, [bob, carol])
    for (author, signer) in [(bob, carol), (alice, carol)] {
      let sealed = try forge(by: author, signedBy: signer, at: 0, in: group.chat, key: 0)
      #expect(
        group.chat.open(sealed, at: place) == .refused(.unreadable(.notGenuine(.record))))
    }
    // Also not with keys that were replaced.
    var renewed = bob
    try renewed.renew()
    try group.next([
      AdmittedMember(renewed.card, role: .writer), AdmittedMember(carol.card, role: .writer),
    ])
    let sealed = try forge(by: bob, at: 1, in: group.chat, key: 1)
    #expect(group.chat.open(sealed, at: place) == .refused(.otherKeys("_bob", 1)))
    guard
      case .genuine(let backdated) = group.chat.open(
        try forge(by: bob, at: 0, in: group.chat, key: 1), at: place)
    else {
      Issue.record("it does not open")
      return
    }
    #expect(!group.chat.mayStillWrite(backdated))
  }

  @Test func `a signed record can be moved nowhere by who can open it`() throws {
    let group = try SealedGroup(alice, [bob])
    let key = try #require(group.chat.key(of: 0))
    let sealed = try group.chat.seal([1], at: place)
    var reader = try ByteReader(sealed, of: .record, atMost: 1 << 20)
    _ = try reader.integer(UInt32.self)
    let (signed, signature) = try SealedRecord.open(&reader, sealed, key, group.chat.id, place)
    let other = RecordPlace(type: place.type, name: "m2", time: place.time)
    let moved = SealedRecord.seal(signed, signature, key, epoch: 0, group.chat.id, other)
    #expect(group.chat.open(moved, at: other) == .refused(.unreadable(.notGenuine(.record))))
    // Sealed again in its place, it stays its author's word.
    let again = SealedRecord.seal(signed, signature, key, epoch: 0, group.chat.id, place)
    #expect(again != sealed && group.chat.open(again, at: place).content == [1])
  }

  @Test func `attack 25: a record has one key, that of the epoch it names`() throws {
    var group = try SealedGroup(alice, [bob])
    let sealed = try group.chat.seal([1], at: place)
    try group.next(group.admitted, renewing: true)
    var moved = sealed
    moved[5] = 1
    #expect(group.chat.open(moved, at: place) == .refused(.unreadable(.notGenuine(.record))))
    moved[5] = 9
    #expect(group.chat.open(moved, at: place) == .waits(.statement(9)))
    // A statement that begins no epoch has no key.
    try group.next(group.admitted)
    moved[5] = 2
    #expect(
      group.chat.open(moved, at: place)
        == .refused(.unreadable(.malformed(.record, "no such epoch"))))
  }

  @Test func `a record of later statements waits, and opens when they come`() throws {
    var group = try SealedGroup(alice, [bob])
    var view = try group.view(of: bob)
    try group.next(group.admitted)
    let same = try group.chat.seal([1], at: place)
    try group.next(group.admitted, renewing: true)
    let later = try group.chat.seal([2], at: place)
    #expect(view.open(same, at: place) == .waits(.statement(1)))
    #expect(view.open(later, at: place) == .waits(.statement(2)))
    try view.take(group.statements[1])
    #expect(view.open(same, at: place).content == [1])
    try view.take(group.statements[2])
    #expect(view.open(later, at: place).content == [2])
  }

  @Test func `what a later version has written is named and kept`() throws {
    let group = try SealedGroup(alice)
    var sealed = try group.chat.seal([1], at: place)
    sealed[1] = 2
    #expect(group.chat.open(sealed, at: place) == .newer(.suite(2)))
    // A value that a reader must know; and one that it need not.
    for (tag, expected) in [
      (UInt16(0x8001), OpenedRecord.newer(.criticalTag(0x8001))), (0x7000, nil),
    ] {
      let forged = try forge(by: alice, at: 0, in: group.chat, key: 0) { signed in
        signed.append(bigEndian: tag)
        signed.append(prefixed: [1, 2])
      }
      let opened = group.chat.open(forged, at: place)
      if let expected { #expect(opened == expected) } else { #expect(opened.content == [1]) }
    }
  }

  @Test func `attack 35: what is not in canonical form is refused`() throws {
    let group = try SealedGroup(alice)
    for change: (inout [UInt8]) -> Void in [
      { $0 += [0] }, { $0 += [0, 5, 0, 0, 0, 0] }, { $0 += [0, 9, 0xFF, 0xFF, 0xFF, 0xFF] },
      { $0.removeLast() }, { $0.removeAll() }, { $0 += $0 },
      { for tag in UInt16(10)..<90 { $0.append(bigEndian: tag); $0.append(bigEndian: UInt32(0)) } },
    ] {
      let forged = try forge(by: alice, at: 0, in: group.chat, key: 0, change)
      guard case .refused(.unreadable(.malformed)) = group.chat.open(forged, at: place) else {
        Issue.record("\(group.chat.open(forged, at: place))")
        continue
      }
    }
    for bytes in [[], [5], [5, 1], [5, 1, 0, 0, 0, 0], [UInt8](repeating: 5, count: 300 << 10)] {
      guard case .refused = group.chat.open(bytes, at: place) else {
        Issue.record("\(bytes.count) bytes")
        continue
      }
    }
  }

  @Test func `attack 35: padding that is longer, shorter or not of zeros is refused`() throws {
    let group = try SealedGroup(alice)
    let key = try #require(group.chat.key(of: 0))
    let sealed = try group.chat.seal([1], at: place)
    let head = Array(sealed.prefix(30))
    let context = Label.record.bytes + head + group.chat.id.bytes + place.bytes
    let recordKey = Label.record.key(from: key.contentKey, salt: Array(head.suffix(24)))
    let plaintext = try #require(OneTimeSeal.open(sealed.dropFirst(30), recordKey, context))
    let others: [[UInt8]] = [
      plaintext + [0], plaintext + plaintext.map { _ in 0 }, Array(plaintext.dropLast()),
      plaintext.dropLast() + [1],
    ]
    for other in others {
      let forged = head + OneTimeSeal.seal(other, recordKey, context)
      #expect(
        group.chat.open(forged, at: place)
          == .refused(.unreadable(.malformed(.record, "its padding is wrong"))))
    }
  }

  @Test func `any bit that is turned is noticed`() throws {
    let group = try SealedGroup(alice)
    let sealed = try group.chat.seal(Array("Boat!".utf8), at: place)
    for bit in 0..<sealed.count * 8 {
      #expect(group.chat.open(sealed.turning(bit: bit), at: place).content == nil)
    }
  }

  @Test func `the size says little of the text`() throws {
    let group = try SealedGroup(alice)
    func size(_ count: Int) throws -> Int {
      try group.chat.seal([UInt8](repeating: 1, count: count), at: place).count
    }
    #expect(try Set((0...200).map(size)).count == 1)
    let sizes = try Set(stride(from: 0, through: 65_536, by: 64).map(size))
    #expect(sizes.count < 130)
    #expect(try size(65_536) < 65_536 * 104 / 100)
    #expect(throws: SealFault.tooLong(SealedRecord.longestContent)) {
      try size(SealedRecord.longestContent + 1)
    }
    #expect(try size(SealedRecord.longestContent) <= SealedRecord.longest)
  }

  @Test func `the same text is sealed differently each time`() throws {
    let group = try SealedGroup(alice)
    let sealed = try (0..<50).map { _ in try group.chat.seal([1], at: place) }
    #expect(Set(sealed.map { Array($0[6..<30]) }).count == 50)
  }

  @Test func `names of marks are the same everywhere, and say nothing`() throws {
    var group = try SealedGroup(alice, [bob])
    let name = group.chat.reactionName(message: "m1", user: "_bob", emoji: "❤️")
    #expect(name?.count == 20)
    #expect(try group.view(of: bob).reactionName(message: "m1", user: "_bob", emoji: "❤") == name)
    try group.next(group.admitted, renewing: true)
    #expect(group.chat.reactionName(message: "m1", user: "_bob", emoji: "❤️") == name)
    let others = [
      group.chat.reactionName(message: "m1", user: "_bob", emoji: "👍"),
      group.chat.reactionName(message: "m1", user: "_alice", emoji: "❤️"),
      group.chat.reactionName(message: "m1_", user: "bob", emoji: "❤️"),
      group.chat.readName(message: "m1", user: "_bob"), group.chat.pinName(message: "m1"),
      try SealedGroup(alice).chat.reactionName(message: "m1", user: "_bob", emoji: "❤️"), name,
    ]
    #expect(Set(others).count == others.count)
    #expect(try group.view(of: Person("ghost")).pinName(message: "m1") == nil)
  }

  @Test func `fields come back as they were, those of later versions too`() throws {
    let fields = SealedFields([
      "text": .string(""), "revision": .int64(.min), "timestamp": .timestamp(1),
      "key": .bytes([0]), "messageRef": .reference("m1"), "later": .unknown(type: 0x7F, [1, 2]),
    ])
    #expect(try SealedFields(fields.encoded) == fields)
    let critical = SealedFields(["later": .unknown(type: 0x80, [])])
    #expect(throws: SecretsError.newer(.record, .code(0x80))) {
      try SealedFields(critical.encoded)
    }
  }

  /// A record as a client can make it that has a key of the chat and keeps no rule.
  private func forge(
    by author: Person, signedBy signer: Person? = nil, at number: UInt32, in chat: SealedChat,
    key epoch: UInt32, _ change: (inout [UInt8]) -> Void = { _ in }
  ) throws -> [UInt8] {
    let statement = SealedRecord.Statement(
      author: author.user, generation: author.secrets.generation, number: number,
      hashPrefix: chat.rosters[Int(number)].hash.prefix, content: [1])
    var signed = statement.encoded
    change(&signed)
    let signature = (signer ?? author).secrets.newest.signing.sign(
      .recordSignature, SealedRecord.signedContext(chat.id, place) + signed)
    return SealedRecord.seal(
      signed, signature, try #require(chat.key(of: epoch)), epoch: epoch, chat.id, place)
  }
}
