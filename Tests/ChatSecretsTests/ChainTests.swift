import Testing

@testable import ChatSecrets

/// Who is in a chat: statements, one after the other, and all the ways in which they can lie.
struct ChainTests {
  private let alice = Person("alice")
  private let bob = Person("bob")
  private let carol = Person("carol")
  private let place = RecordPlace(type: "SealedMessage", name: "m1", time: 5)

  @Test func `everybody in the list reads, and a new member reads what was before`() throws {
    var group = try SealedGroup(alice, [bob])
    let early = try group.chat.seal(Array("early".utf8), at: place)
    try group.next(group.admitted, renewing: true)
    try group.next(group.admitted + [AdmittedMember(carol.card, role: .reader)])
    #expect(group.chat.newest.epoch == 1 && group.chat.newest.number == 2)
    for person in [alice, bob, carol] {
      let view = try group.view(of: person)
      #expect(view.missingKeys.isEmpty)
      #expect(view.open(early, at: place).content == Array("early".utf8))
      #expect(view.id == group.chat.id)
    }
  }

  @Test func `who comes without the history reads from then on, also after a renewal`() throws {
    var group = try SealedGroup(alice, [bob])
    let early = try group.chat.seal([1], at: place)
    try group.next(group.admitted + [AdmittedMember(carol.card, role: .writer, history: .fromNow)])
    #expect(group.chat.newest.epoch == 1)
    let late = try group.chat.seal([2], at: place)
    try group.next(group.admitted.map { AdmittedMember($0.card, role: $0.role) }, renewing: true)
    let latest = try group.chat.seal([3], at: place)
    let view = try group.view(of: carol)
    #expect(view.open(early, at: place) == .waits(.key(epoch: 0)))
    #expect(view.open(late, at: place).content == [2])
    #expect(view.open(latest, at: place).content == [3])
    #expect(try group.view(of: bob).open(early, at: place).content == [1])
    // The owner gives her the history later.
    try group.next(group.admitted.map { AdmittedMember($0.card, role: $0.role, history: .whole) })
    #expect(group.chat.newest.epoch == 2)
    #expect(try group.view(of: carol).open(early, at: place).content == [1])
  }

  @Test func `a member with new keys of the same lineage follows, and the epoch is another one`()
    throws
  {
    var group = try SealedGroup(alice, [bob])
    let early = try group.chat.seal([1], at: place)
    var renewed = bob
    try renewed.renew()
    try group.next([AdmittedMember(renewed.card, role: .writer)])
    #expect(group.chat.newest.epoch == 1)
    let late = try group.chat.seal([2], at: place)
    let view = try group.view(of: renewed)
    #expect(view.open(early, at: place).content == [1])
    #expect(view.open(late, at: place).content == [2])
    // The device with the old keys only.
    let lost = try group.view(of: bob)
    #expect(lost.missingKeys == [1: .laterKeys(2)])
    #expect(lost.open(late, at: place) == .waits(.key(epoch: 1)))
    #expect(throws: SealFault.noKey(epoch: 1)) { try lost.seal([3], at: place) }
  }

  @Test func `the owner's next generation goes on, in an epoch of its own`() throws {
    var group = try SealedGroup(alice, [bob])
    var renewed = alice
    try renewed.renew()
    var chat = try group.view(of: renewed)
    let statement = try chat.next(admitting: group.admitted, time: 9)
    try chat.take(statement.encoded)
    #expect(chat.newest.epoch == 1)
    group.force(statement)
    let record = try chat.seal([4], at: place)
    #expect(try group.view(of: bob).open(record, at: place).content == [4])
    // Who has the keys that were replaced can neither go on with the chat nor stop it.
    var thief = group.chat
    let stolen = try thief.next(admitting: group.admitted, renewing: true, time: 9)
    try thief.take(stolen.encoded)
    #expect(throws: ChainFault.owner(.older(1))) { try chat.take(stolen.encoded) }
    let further = try thief.next(admitting: group.admitted, time: 10)
    #expect(throws: ChainFault.wrongParent(2)) { try chat.take(further.encoded) }
    #expect(chat.forkedAt == nil)
  }

  @Test func `attack 2: whoever is in the share and not in the list has no key`() throws {
    let group = try SealedGroup(alice, [bob])
    let record = try group.chat.seal([1], at: place)
    let ghost = try group.view(of: Person("ghost"))
    #expect(ghost.open(record, at: place) == .waits(.key(epoch: 0)))
    #expect(throws: SealFault.notAMember) { try ghost.seal([1], at: place) }
    #expect(ghost.ownEntry == .absent)
  }

  @Test func `attack 5: an owner grants to replaced keys only with consent`() throws {
    var group = try SealedGroup(alice, [bob])
    let stranger = Person("bob")
    #expect(throws: IssueFault.newKeys("_bob")) {
      try group.next([AdmittedMember(stranger.card, role: .writer)])
    }
    try group.next([AdmittedMember(stranger.card, role: .writer, acceptsNewKeys: true)])
    #expect(group.chat.newest.isFirstOfEpoch)
    let view = try group.view(of: bob)
    #expect(view.ownEntry == .falseKeys && view.missingKeys == [1: .falseEntry])
    #expect(throws: SealFault.falseKeys) { try view.seal([1], at: place) }
  }

  @Test func `attack 6: an owner does not go back to an older card`() throws {
    var renewed = bob
    try renewed.renew()
    var group = try SealedGroup(alice, [renewed])
    #expect(throws: IssueFault.badCard("_bob", .older(1))) {
      try group.next([AdmittedMember(bob.card, role: .writer)])
    }
    // The same as a lie of the owner's client.
    let content = ChatMember(lineage: bob.secrets.lineage, role: .writer, readsFrom: 0)
    let next = try group.chat.next(admitting: group.admitted, renewing: true, time: 2)
    let lie = try next.lying(signedBy: alice.secrets) { $0.members[1] = content }
    #expect(throws: ChainFault.member("_bob", .older(1))) { try group.chat.take(lie.encoded) }
  }

  @Test func `attack 8: who comes by a link joins the chat of the link's owner only`() throws {
    let group = try SealedGroup(alice, [bob])
    let mallory = Person("alice")
    let impostor = try SealedGroup(mallory, [bob])
    let invitation = ChatInvitation(owner: alice.secrets.identity, token: .random())
    let read = try #require(ChatInvitation(secretBytes: invitation.secretBytes))
    #expect(throws: ChainFault.owner(.newKeys)) {
      try SealedChat(
        founding: impostor.statements[0], zone: SealedGroup.zone, owner: read.owner,
        secrets: bob.secrets)
    }
    #expect(throws: ChainFault.anotherChat) {
      try SealedChat(
        founding: group.statements[0], zone: "sealed-other", owner: read.owner,
        secrets: bob.secrets)
    }
    let proof = read.proof(group.chat.id, by: bob.secrets.lineage)
    #expect(invitation.accepts(proof, group.chat.id, by: bob.secrets.lineage))
    #expect(!invitation.accepts(proof, group.chat.id, by: Person("bob").secrets.lineage))
    #expect(!invitation.accepts(proof, impostor.chat.id, by: bob.secrets.lineage))
    #expect(ChatInvitation(secretBytes: Array(invitation.secretBytes.dropLast())) == nil)
  }

  @Test func `a link is valid from the statement that opens it to the one that closes it`() throws {
    var group = try SealedGroup(alice, [bob])
    let lineage = carol.secrets.lineage
    func proof(_ chat: SealedChat) throws -> [UInt8] {
      try #require(chat.invitation).proof(chat.id, by: lineage)
    }
    let closed = try proof(group.chat)
    #expect(!group.chat.isLinkOpen && !group.chat.admits(closed, by: lineage))
    let opening = try group.next(group.admitted, link: .open)
    let first = try proof(group.chat)
    #expect(group.chat.admits(first, by: lineage) && !group.chat.admits(closed, by: lineage))
    #expect(!group.chat.admits(first, by: bob.secrets.lineage))
    // Others see that it is open, and cannot make one.
    let view = try group.view(of: bob)
    #expect(view.isLinkOpen && view.invitation.map(\.owner) == nil)
    try group.next(group.admitted, renewing: true, link: .open)
    #expect(group.chat.admits(first, by: lineage))
    try group.next(group.admitted, link: .close)
    #expect(!group.chat.admits(first, by: lineage))
    try group.next(group.admitted, link: .open)
    let second = try proof(group.chat)
    #expect(group.chat.admits(second, by: lineage) && !group.chat.admits(first, by: lineage))
    #expect(throws: SecretsError.self) {
      try opening.lying(signedBy: alice.secrets) { $0.linkOpenedAt = 99 }
    }
  }

  @Test func `attack 9: replays, gaps and other parents are refused`() throws {
    var group = try SealedGroup(alice, [bob])
    let first = try group.next(group.admitted + [AdmittedMember(carol.card, role: .writer)])
    try group.next(group.admitted, renewing: true)
    var view = try group.view(of: bob, upTo: 1)
    #expect(throws: ChainFault.gap(expected: 1)) { try view.take(group.statements[2]) }
    #expect(try view.take(group.statements[1]))
    #expect(try !view.take(group.statements[1]))
    #expect(try !view.take(group.statements[0]))
    // Number 1 said again as number 2.
    let replayed = try first.lying(signedBy: alice.secrets) { $0.number = 2 }
    #expect(throws: ChainFault.wrongParent(2)) { try view.take(replayed.encoded) }
    let other = try SealedGroup(alice, [bob])
    #expect(throws: ChainFault.anotherChat) { try view.take(other.statements[0]) }
    let strange = try other.chat.next(admitting: other.admitted, time: 3)
    #expect(throws: ChainFault.anotherChat) { try view.take(strange.encoded) }
    #expect(view.forkedAt == nil)
    #expect(throws: ChainFault.gap(expected: 0)) {
      try SealedChat(
        founding: group.statements[1], zone: SealedGroup.zone, owner: alice.secrets.identity,
        secrets: bob.secrets)
    }
    try view.take(group.statements[2])
    #expect(view.newest.hash == group.chat.newest.hash)
  }

  @Test func `attack 10: nobody but the owner makes statements`() throws {
    var group = try SealedGroup(alice, [bob])
    #expect(throws: IssueFault.notOwner) {
      try group.view(of: bob).next(admitting: group.admitted, time: 2)
    }
    let next = try group.chat.next(admitting: group.admitted, renewing: true, time: 2)
    // In alice's name.
    #expect(throws: SecretsError.notGenuine(.statement)) {
      try next.lying(signedBy: bob.secrets) { _ in }
    }
    // As a list of which he is the owner.
    let lie = try next.lying(signedBy: bob.secrets) { content in
      content.members = content.members.map {
        ChatMember(
          lineage: $0.lineage, role: $0.user == "_bob" ? .owner : .writer, readsFrom: 0)
      }
    }
    #expect(throws: ChainFault.owner(.anotherUser)) { try group.chat.take(lie.encoded) }
  }

  @Test func `attack 11: a grant that was swapped or cut out opens nothing`() throws {
    var group = try SealedGroup(alice, [bob, carol])
    let next = try group.chat.next(admitting: group.admitted, renewing: true, time: 2)
    let grants = ["_alice": "_alice", "_bob": "_carol", "_carol": "_bob"].compactMapValues {
      next.grant(for: $0)
    }
    let swapped = try next.lying(signedBy: alice.secrets, grants: grants) { _ in }
    group.force(swapped)
    #expect(try group.view(of: bob).missingKeys == [1: .doesNotOpen])
    group.statements.removeLast()
    let cut = try next.lying(
      signedBy: alice.secrets, grants: ["_alice": try #require(next.grant(for: "_alice"))]
    ) { _ in }
    group.force(cut)
    #expect(try group.view(of: carol).missingKeys == [1: .missing])
    #expect(try group.view(of: alice).missingKeys.isEmpty)
    // A participant who exchanges grants breaks the signature.
    var bytes = next.encoded
    bytes[bytes.count - 1] ^= 1
    #expect(throws: ChainFault.unreadable(.notGenuine(.statement))) {
      try group.chat.take(bytes)
    }
  }

  @Test func `attack 12: a key that the statement has not committed to is not taken`() throws {
    var group = try SealedGroup(alice, [bob])
    let next = try group.chat.next(admitting: group.admitted, renewing: true, time: 2)
    let member = try #require(next.roster.member("_bob"))
    let right = try #require(
      try group.chat.context.unwrapped(next, for: member, bob.secrets))
    for (chat, names, history) in [
      (ChatKey.random(), right.names, right.history),
      (right.chat, NameKey.random(), right.history), (right.chat, right.names, nil),
    ] {
      let grant = group.chat.context.wrap(
        EpochKeys(chat: chat, names: names, history: history), for: member, bob.card.boxKey,
        in: next.roster.content)
      var other = group
      other.force(try next.lying(signedBy: alice.secrets, grants: ["_bob": grant]) { _ in })
      #expect(try other.view(of: bob).missingKeys == [1: .notCommitted])
    }
    // A back link to another key than that of the epoch before.
    let link = group.chat.context.backLink(
      to: .random(), .random(), under: try #require(right.history), epoch: 1)
    group.force(try next.lying(signedBy: alice.secrets) { $0.backLink = link })
    group.statements.append(
      try alicesNext(group, admitting: group.admitted + [AdmittedMember(carol.card, role: .writer)])
    )
    #expect(try group.view(of: carol).missingKeys == [0: .brokenBackLink])
  }

  /// The statement that alice's own client makes after others of hers.
  private func alicesNext(
    _ group: SealedGroup, admitting admitted: [AdmittedMember]
  ) throws -> [UInt8] {
    try group.view(of: alice).next(admitting: admitted, time: 3).encoded
  }

  @Test func `attack 13: two lists for two halves are noticed where they meet`() throws {
    var left = try SealedGroup(alice, [bob, carol])
    var right = left
    try left.next(left.admitted, renewing: true)
    try right.next([AdmittedMember(bob.card, role: .writer)])
    var bobs = try left.view(of: bob)
    #expect(throws: ChainFault.fork(1)) { try bobs.take(right.statements[1]) }
    #expect(bobs.forkedAt == 1)
    #expect(throws: SealFault.forked(1)) { try bobs.seal([1], at: place) }
    var alices = left.chat
    #expect(throws: ChainFault.fork(1)) { try alices.take(right.statements[1]) }
    #expect(throws: IssueFault.forked(1)) {
      try alices.next(admitting: left.admitted, time: 9)
    }
    // At the first message that crosses, where both halves still have the key.
    var same = try SealedGroup(alice, [bob, carol])
    var other = same
    try same.next(same.admitted)
    try other.next(other.admitted.map { AdmittedMember($0.card, role: .reader) })
    let record = try same.view(of: bob).seal([1], at: place)
    #expect(
      try other.view(of: carol).open(record, at: place)
        == .refused(.otherStatement(1, author: "_bob")))
  }

  @Test func `attack 15: a removed member has the keys of before, and none of later`() throws {
    var group = try SealedGroup(alice, [bob, carol])
    let early = try group.chat.seal([1], at: place)
    try group.next([AdmittedMember(carol.card, role: .writer)])
    let late = try group.chat.seal([2], at: place)
    let view = try group.view(of: bob)
    #expect(view.open(early, at: place).content == [1])
    #expect(view.open(late, at: place) == .waits(.key(epoch: 1)))
    #expect(throws: SealFault.notAMember) { try view.seal([3], at: place) }
    #expect(try group.view(of: carol).open(late, at: place).content == [2])
  }

  @Test func `a removal, or other keys, without a new epoch is refused`() throws {
    var renewed = bob
    try renewed.renew()
    let group = try SealedGroup(alice, [bob, carol])
    let next = try group.chat.next(admitting: group.admitted, time: 2)
    let lies: [(ChainFault, (inout ChatRoster.Content) -> Void)] = [
      (.rule(.newEpoch("_bob")), { $0.members.removeAll { $0.user == "_bob" } }),
      (
        .rule(.newEpoch("_bob")),
        {
          $0.members[1] = ChatMember(
            lineage: renewed.secrets.lineage, role: .writer, readsFrom: 0)
        }
      ),
      (
        .rule(.newEpoch("_bob")),
        {
          $0.members[1] = ChatMember(
            lineage: Person("bob").secrets.lineage, role: .writer, readsFrom: 0)
        }
      ),
      (.rule(.epoch), { $0.commitment[0] ^= 1 }),
      (.rule(.names), { $0.nameCommitment[0] ^= 1 }),
      (
        .rule(.history),
        { $0.members[1] = ChatMember(lineage: $0.members[1].lineage, role: .writer, readsFrom: 1) }
      ),
      (
        .rule(.history),
        {
          $0.members.append(
            ChatMember(lineage: Person("dora").secrets.lineage, role: .writer, readsFrom: 1))
        }
      ),
    ]
    for (fault, lie) in lies {
      var view = try group.view(of: carol)
      let statement = try next.lying(signedBy: alice.secrets, lie)
      #expect(throws: fault) { try view.take(statement.encoded) }
      #expect(view.newest.number == 0)
    }
    let later = try group.chat.next(admitting: group.admitted, renewing: true, time: 2)
    let leap = try later.lying(signedBy: alice.secrets) { content in
      content.origin = .after(chat: group.chat.id, previous: group.chat.newest.hash)
      content.backLink = nil
      content.epoch = 0
    }
    var view = try group.view(of: carol)
    #expect(throws: ChainFault.rule(.epoch)) { try view.take(leap.encoded) }
  }

  @Test func `a list without one owner, with a user twice or with an epoch to come is none`() throws
  {
    let group = try SealedGroup(alice, [bob])
    let next = try group.chat.next(admitting: group.admitted, renewing: true, time: 2)
    let lies: [(inout ChatRoster.Content) -> Void] = [
      { $0.members.removeFirst() },
      { $0.members.append($0.members[0]) },
      { $0.members.swapAt(0, 1) },
      { $0.members[0] = ChatMember(lineage: $0.members[0].lineage, role: .owner, readsFrom: 1) },
      { $0.epoch = 2 },
      { $0.epoch = 0 },
      { $0.backLink = nil },
      { $0.number = 0 },
      { $0.commitment = [] },
    ]
    for (index, lie) in lies.enumerated() {
      #expect(throws: SecretsError.self, "\(index)") {
        try next.lying(signedBy: alice.secrets, lie)
      }
    }
    #expect(throws: IssueFault.members) {
      try group.chat.next(admitting: group.admitted + group.admitted, time: 2)
    }
    #expect(throws: IssueFault.members) {
      try group.chat.next(admitting: [AdmittedMember(alice.card, role: .writer)], time: 2)
    }
  }

  @Test func `a list has a bound for the signatures in it`() throws {
    let keys = bob.secrets.newest
    let box = keys.box.publicKey
    func members(_ count: Int) -> [ChatMember] {
      (10..<10 + count).map { number in
        var lineage = KeyLineage(user: "_\(number)", keys.signing, box)
        for _ in 1..<KeyLineage.mostGenerations {
          lineage = lineage.adding(keys.signing, box, signedBy: keys.signing)
        }
        return ChatMember(lineage: lineage, role: .writer, readsFrom: 0)
      }
    }
    #expect(try [ChatMember](members(16).encoded).count == 16)
    #expect(throws: SecretsError.malformed(.statement, "too many generations")) {
      try [ChatMember](members(17).encoded)
    }
  }

  @Test func `a statement has room for a hundred members`() throws {
    let people = (0..<99).map { Person("person\($0)") }
    var group = try SealedGroup(alice, people)
    try group.next(Array(group.admitted.dropLast()))
    #expect((group.statements.last ?? []).count < 256 << 10)
    #expect(try group.view(of: people[50]).missingKeys.isEmpty)
    #expect(throws: IssueFault.tooLarge) {
      try SealedGroup(alice, (0..<1000).map { Person("person\($0)") })
    }
  }
}

extension ChatContext {
  fileprivate func unwrapped(
    _ statement: ChatStatement, for member: ChatMember, _ secrets: AccountSecrets
  ) throws -> EpochKeys? {
    try statement.grant(for: member.user).map {
      try unwrap($0, for: member, in: statement.roster.content, with: secrets)
    }
  }
}
