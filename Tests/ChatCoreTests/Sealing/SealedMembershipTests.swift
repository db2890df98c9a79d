import ChatCore
import ChatModel
import ChatSecrets
import CloudModel
import Foundation
import TestSupport
import Testing

/// Who reads a sealed chat: the owner's list, whatever the share says.
struct SealedMembershipTests {
  /// Changes the share as a cloud, or somebody who has broken into it, can.
  private func editShare(
    _ chat: SharedChat, _ edit: (inout Share) -> Void
  ) async throws -> String {
    let database = chat.owner.container.database(with: .private)
    let id = RecordID.zoneWideShare(in: chat.zoneID)
    var share = try #require(try await database.records(for: [id], desiredKeys: nil)[id]?.get())
    var content = try #require(share.share)
    edit(&content)
    share.share = content
    let saved = try await database.modifyRecords(
      saving: [share], deleting: [], savePolicy: .ifServerRecordUnchanged, atomically: true
    ).saveResults[id]
    return try #require(try saved?.get().share?.shortGUID)
  }

  @Test func `15: who is removed has no key of what is written then`() async throws {
    try await withSealedPair { world, alice, bob, chat in
      let carol = try world.device(of: "carol")
      try await carol.sharing.prepareKeys()
      try await alice.repository.send("before", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let hands = try await SealedHands(bob, in: chat)
      try await alice.sharing.remove("bob", from: chat.ownerChat)
      let link = try await alice.sharing.invite(
        ["carol"], to: chat.ownerChat, permission: .readWrite)
      let carols = try await carol.sharing.join(link)
      try await alice.repository.send("after", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, carol])
      #expect(try await carol.lines(in: carols) == ["alice: before", "alice: after"])
      // The cloud hands bob all that it has.
      let records = try await SealedHands.records(chat.zoneID, alice)
      var bobs = hands.chat
      for record in records.filter({ $0.recordType == StatementRecord.recordType }) {
        try bobs.take(try #require(record[StatementRecord.key]?.data))
      }
      #expect(bobs.newest.number == 3 && bobs.newest.epoch == 2)
      let opened = records.filter { $0.recordType == SealedType.message.rawValue }.map {
        bobs.open($0[SealedType.contentKey]?.data ?? [], at: place($0))
      }
      #expect(opened.count == 2)
      #expect(opened.filter { if case .genuine = $0 { true } else { false } }.count == 1)
      #expect(opened.contains(.waits(.key(epoch: 2))))
      await bob.sync()
    }
  }

  @Test func `E4: what waited without a connection leaves under the newest key`() async throws {
    try await withTwo { world, alice, bob in
      let carol = try world.device(of: "carol")
      let chat = try await SharedChat.make(isSealed: true, owner: alice, guests: [bob, carol])
      try await world.syncUntilQuiet([alice, bob, carol])
      try await bob.repository.send("not for carol", to: chat.id(on: bob))
      try await alice.sharing.remove("carol", from: chat.ownerChat)
      await bob.sync()
      let hands = try await SealedHands(alice, in: chat)
      let message = try #require(
        try await hands.records().first { $0.recordType == SealedType.message.rawValue })
      let opened = hands.chat.open(message[SealedType.contentKey]?.data ?? [], at: place(message))
      guard case .genuine(let said) = opened else {
        Issue.record("\(opened)")
        return
      }
      #expect(said.epoch == 2 && said.author == bob.account.userRecordName)
      try await world.syncUntilQuiet([alice, bob, carol])
    }
  }

  private func place(_ record: Record) -> RecordPlace {
    RecordPlace(
      type: record.recordType, name: record.recordID.recordName,
      time: record["timestamp"]?.dateValue?.millisecondsSince1970 ?? 0)
  }

  @Test func `2, 3: who is put into the share reads nothing and says nothing`() async throws {
    try await withSealedPair { world, alice, bob, chat in
      let mallory = try world.device(of: "mallory")
      try await mallory.sharing.prepareKeys()
      let guid = try await editShare(chat) { share in
        share.participants.append(
          Participant(
            identity: UserIdentity(
              userRecordName: mallory.account.userRecordName, lookupName: "mallory")))
      }
      let id = try await mallory.sharing.join(InvitationLink(shortGUID: guid, title: nil))
      try await alice.repository.send("for bob", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob, mallory])
      // The owner is told, and nobody else.
      #expect(try await alice.summary(of: chat.ownerChat).signs == [.strangers(["mallory"])])
      #expect(try await bob.summary(of: chat.id(on: bob)).signs == [])
      #expect(try await mallory.lines(in: id) == [])
      try await mallory.repository.send("let me in", to: id)
      await mallory.sync()
      #expect(
        try await mallory.lines(in: id).allSatisfy { $0.contains("(failed: The owner of the chat") }
      )
      mallory.discard()
      // Not even the owner admits them unawares: by a later change of the members.
      try await alice.sharing.setPermission(of: "bob", in: chat.ownerChat, to: .readOnly)
      try await world.syncUntilQuiet([alice, bob])
      let hands = try await SealedHands(alice, in: chat)
      #expect(hands.chat.newest.members.count == 2)
      #expect(hands.chat.newest.member(bob.account.userRecordName)?.role == .reader)
    }
  }

  @Test func `whoever has the open link is let in by the owner's device, and nobody without it`()
    async throws
  {
    try await withTwo { world, alice, bob in
      let chat = try await SharedChat.make(isSealed: true, owner: alice, guests: [])
      let mallory = try world.device(of: "mallory")
      for device in [bob, mallory] { try await device.sharing.prepareKeys() }
      try await alice.repository.send("before", to: chat.ownerChat)
      await alice.sync()
      await #expect(throws: ChatError.sealing(.openLink(chat: "Tea"))) {
        try await alice.sharing.openLink(of: chat.ownerChat, permission: .readOnly)
      }
      let link = try InvitationLink(
        parsing: try await alice.sharing.openLink(of: chat.ownerChat, permission: .readWrite)
          .description)
      var withoutKey = link
      withoutKey.others = [:]
      _ = try await mallory.sharing.join(withoutKey)
      var changes = alice.sharing.chatsToList().makeAsyncIterator()
      await alice.sync()
      #expect(try await changes.next() == [])
      // Twice is harmless.
      for _ in 1...2 { _ = try await bob.sharing.join(link) }
      await bob.sync()
      let zone = chat.zoneID.zoneName
      let bobs = try await bob.repository.chat(matching: zone)
      #expect(bobs.trouble == SealingProblem.waitsForOwner.description)
      try await bob.repository.send("after", to: bobs.id)
      await bob.sync()
      #expect(try await bob.lines(in: bobs.id).map { $0.hasPrefix("bob: after (queued") } == [true])
      await alice.sync()
      #expect(try await changes.next() == [chat.zoneID])
      #expect(
        try await alice.summary(of: chat.ownerChat).signs == [.strangers(["mallory"])])
      try await alice.sharing.listMembers()
      try await world.syncUntilQuiet([alice, bob])
      for device in [alice, bob] {
        #expect(
          try await device.lines(in: chat.id(on: device)) == ["alice: before", "bob: after"])
      }
      #expect(try await bob.repository.chat(matching: zone).trouble == nil)
      // A link that was closed is never valid again, even if the cloud opens it.
      _ = try await alice.sharing.openLink(of: chat.ownerChat, permission: .none)
      let next = try await alice.sharing.openLink(of: chat.ownerChat, permission: .readWrite)
      #expect(next.others != link.others)
      _ = try await mallory.sharing.join(link)
      await alice.sync()
      try await alice.sharing.listMembers()
      let members = try await SealedHands(alice, in: chat).chat.newest.members
      #expect(members.map(\.user) == [alice.account.userRecordName])
      mallory.discard()
    }
  }

  @Test func `8: a link to another owner's chat than it says is refused`() async throws {
    try await withSealedPair { world, alice, bob, chat in
      let carol = try world.device(of: "carol")
      try await carol.sharing.prepareKeys()
      var link = try await alice.sharing.invite(
        ["carol"], to: chat.ownerChat, permission: .readWrite)
      let key = try #require(link.others["key"])
      #expect(key.count == 64)
      // The cloud shows a chat of bob's in the place of the chat whose link carol has.
      let other = try await SharedChat.make(isSealed: true, owner: bob, guests: [])
      link.shortGUID = try await bob.sharing.invite(
        ["carol"], to: other.ownerChat, permission: .readWrite
      ).shortGUID
      await #expect(throws: ChatError.sealing(.otherOwner)) { try await carol.sharing.join(link) }
      link.others["key"] = String(key.dropLast(4))
      await #expect(throws: ChatError.sealing(.brokenLink)) { try await carol.sharing.join(link) }
      await carol.sync()
      #expect(try await carol.repository.currentChatSummaries().isEmpty)
      try await world.syncUntilQuiet([alice, bob])
    }
  }

  @Test func `who has stolen a device reads nothing that is written after the keys were renewed`()
    async throws
  {
    try await withSealedPair { world, alice, bob, chat in
      let other = try await SharedChat.make(isSealed: true, owner: bob, guests: [alice])
      let code = RecoveryCode.random().escrow(of: alice.account.userRecordName)
      try await alice.sharing.sealKeys(under: code, .recoveryCode)
      try await alice.sharing.sealKeys(under: .random(), .passphrase)
      let stolen = try world.device(of: "alice", named: "stolen")
      try stolen.takeKeys(of: alice)
      try await world.syncUntilQuiet([alice, bob, stolen])
      await #expect(throws: ChatError.sealing(.wrongSecret("recovery code"))) {
        try await alice.sharing.renewKeys(sealedUnder: .random(), .recoveryCode)
      }
      // Stopped in the middle, the next one goes on.
      alice.faults.order(.lostAnswer, for: .modifyRecords)
      _ = try? await alice.sharing.renewKeys(sealedUnder: code, .recoveryCode)
      #expect(try await alice.sharing.renewKeys(sealedUnder: code, .recoveryCode) == [])
      await bob.sync()
      try await bob.sharing.listMembers()
      try await world.syncUntilQuiet([alice, bob])
      for shared in [chat, other] {
        try await alice.repository.send("new keys", to: try await shared.id(on: alice))
      }
      try await world.syncUntilQuiet([alice, bob, stolen])
      for shared in [chat, other] {
        #expect(try await bob.lines(in: shared.id(on: bob)) == ["alice: new keys"])
        let thief = try await SealedHands(stolen, in: shared)
        let newest = thief.chat.newest
        #expect(newest.member(alice.account.userRecordName)?.lineage.generation == 2)
        let message = try #require(
          try await thief.records().first { $0.recordType == SealedType.message.rawValue })
        let opened = thief.chat.open(message[SealedType.contentKey]?.data ?? [], at: place(message))
        #expect(opened == .waits(.key(epoch: newest.epoch)))
      }
      // Where it was not stolen, the code opens the new keys.
      let summary = try await stolen.repository.chat(matching: chat.zoneID.zoneName)
      #expect(summary.trouble == SealingProblem.keysRenewed.description)
      let status = try await stolen.sharing.keyStatus()
      #expect(!status.areHere && status.locks == [.recoveryCode])
      try await stolen.sharing.openKeys(with: code, .recoveryCode)
      try await world.syncUntilQuiet([stolen])
      #expect(try await stolen.lines(in: summary.id) == ["alice: new keys"])
    }
  }

  @Test func `who has left is not in the next list, and a new epoch begins`() async throws {
    try await withSealedPair { world, alice, bob, chat in
      let carol = try world.device(of: "carol")
      try await carol.sharing.prepareKeys()
      try await bob.repository.leave(chat.id(on: bob))
      try await world.syncUntilQuiet([alice, bob])
      _ = try await alice.sharing.invite(["carol"], to: chat.ownerChat, permission: .readOnly)
      let newest = try await SealedHands(alice, in: chat).chat.newest
      #expect(newest.members.map(\.user).contains(bob.account.userRecordName) == false)
      #expect(newest.members.count == 2 && newest.epoch == newest.number)
      await alice.sync()
    }
  }

  @Test func `an epoch ends when the owner's device sees that somebody has left`() async throws {
    try await withTwo { world, alice, bob in
      let carol = try world.device(of: "carol")
      let chat = try await SharedChat.make(isSealed: true, owner: alice, guests: [bob, carol])
      try await world.syncUntilQuiet([alice, bob, carol])
      let hands = try await SealedHands(bob, in: chat)
      var departures = alice.sharing.chatsToList().makeAsyncIterator()
      #expect(try await departures.next() == [])
      try await bob.repository.leave(chat.id(on: bob))
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await departures.next() == [chat.zoneID])
      // Twice is harmless, also on another device of hers.
      for _ in 1...2 { try await alice.sharing.listMembers() }
      #expect(try await departures.next() == [])
      try await alice.repository.send("not for bob", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, carol])
      #expect(try await carol.lines(in: chat.id(on: carol)) == ["alice: not for bob"])
      let newest = try await SealedHands(alice, in: chat)
      #expect(newest.chat.newest.members.count == 2 && newest.chat.newest.number == 2)
      let message = try #require(
        try await newest.records().first { $0.recordType == SealedType.message.rawValue })
      let opened = hands.chat.open(
        message[SealedType.contentKey]?.data ?? [], at: place(message))
      guard case .waits = opened else {
        Issue.record("\(opened)")
        return
      }
    }
  }

  @Test(arguments: [Fault.doubled, .incomplete])
  func `E9, E10: share and list change together, whatever becomes of the answer`(
    fault: Fault
  ) async throws {
    try await withSealedPair { world, alice, bob, chat in
      let carol = try world.device(of: "carol")
      try await carol.sharing.prepareKeys()
      alice.faults.order(fault, for: .modifyRecords)
      _ = try await alice.sharing.invite(["carol"], to: chat.ownerChat, permission: .readWrite)
      try await expectOneList(chat, of: ["alice", "bob", "carol"], in: world)
      await alice.sync()
    }
  }

  @Test func `E9, E10, 38: an owner's program that dies as members change leaves one list`()
    async throws
  {
    for isDone in [false, true] {
      var (moment, hasDied) = (0, true)
      while hasDied {
        hasDied = try await changeMembers(dyingAt: moment, ofWhichIsDone: isDone)
        moment += 1
      }
      // The last one lives through all of them.
      #expect(moment > 10, "requests of one admission, one removal and one departure")
    }
  }

  /// Admits carol, removes bob and leaves out dave, who has left; answers whether the program has died.
  ///
  /// It dies at one of its requests, and the next one does the same again.
  private func changeMembers(
    dyingAt moment: Int, ofWhichIsDone isDone: Bool
  ) async throws -> Bool {
    var hasDied = false
    try await withTwo { world, alice, bob in
      let (carol, dave) = (try world.device(of: "carol"), try world.device(of: "dave"))
      let chat = try await SharedChat.make(isSealed: true, owner: alice, guests: [bob, dave])
      try await carol.sharing.prepareKeys()
      try await dave.repository.leave(chat.id(on: dave))
      try await world.syncUntilQuiet([dave, alice])
      let life = Lifeline(isDone ? .afterRequest(moment) : .beforeRequest(moment))
      alice.faults.ask { operation in
        let fate = life.request("\(operation)")
        return fate.leaves ? (fate.isAnswered ? nil : .lostAnswer) : .lostRequest
      }
      func change(_ device: Device) async throws {
        let id = try await chat.id(on: device)
        try await device.sharing.listMembers()
        _ = try await device.sharing.invite(["carol"], to: id, permission: .readWrite)
        try await device.sharing.remove("bob", from: id)
      }
      do {
        try await change(alice)
      } catch {
        #expect(life.isDead, "\(error)")
      }
      alice.faults.ask(nil)
      hasDied = life.isDead
      var owner = alice
      if hasDied {
        alice.discard()
        owner = try world.device(of: "alice")
        await owner.sync()
        do {
          try await change(owner)
        } catch ChatError.notMember("bob") {
          // The cloud had done the removal.
        }
      }
      try await expectOneList(chat, of: ["alice", "carol"], in: world)
      let link = try await owner.sharing.link(of: chat.id(on: owner)).link
      let carols = try await carol.sharing.join(link)
      try await owner.repository.send("hello", to: chat.id(on: owner))
      try await world.syncUntilQuiet([owner, bob, carol])
      #expect(try await carol.lines(in: carols) == ["alice: hello"], "\(life.last)")
    }
    return hasDied
  }

  /// The share and the newest statement, which follows from all before, name the same people.
  private func expectOneList(
    _ chat: SharedChat, of names: Set<String>, in world: World
  ) async throws {
    let users = Set(try names.map { try world.account(of: $0).userRecordName })
    let hands = try await SealedHands(chat.owner, in: chat)
    #expect(Set(hands.chat.newest.members.map(\.user)) == users && hands.chat.forkedAt == nil)
    let share = try await hands.record(RecordID.zoneWideShareName)?.share
    let present = share?.participants.filter { $0.acceptanceStatus != .removed }
    #expect(Set(present?.compactMap(\.identity.userRecordName) ?? []) == users)
  }

  @Test func `of two devices of the owner one is first, and the other follows`() async throws {
    try await withSealedPair { world, alice, bob, chat in
      let (carol, dave) = (try world.device(of: "carol"), try world.device(of: "dave"))
      for device in [carol, dave] { try await device.sharing.prepareKeys() }
      let tablet = try world.device(of: "alice", named: "tablet")
      try tablet.takeKeys(of: alice)
      try await world.syncUntilQuiet([tablet])
      let id = try await chat.id(on: tablet)
      _ = try await tablet.sharing.invite(["carol"], to: id, permission: .readWrite)
      // Alice's first device has not heard of it.
      let link = try await alice.sharing.invite(
        ["dave"], to: chat.ownerChat, permission: .readWrite)
      let daves = try await dave.sharing.join(link)
      try await dave.repository.send("hello", to: daves)
      try await world.syncUntilQuiet([alice, tablet, bob, dave])
      #expect(try await tablet.lines(in: id) == ["dave: hello"])
      let chat = try await SealedHands(bob, in: chat).chat
      #expect(chat.newest.number == 3 && chat.newest.members.count == 4)
      #expect(chat.forkedAt == nil)
    }
  }

  @Test func `who was compared is noted on all devices of the account, for these keys alone`()
    async throws
  {
    try await withSealedPair { world, alice, bob, chat in
      let tablet = try world.device(of: "alice", named: "tablet")
      try tablet.takeKeys(of: alice)
      func keys(_ device: Device) async throws -> MemberKeys? {
        try await device.repository.currentMembers(of: try await chat.id(on: device))
          .first { !$0.isMe }?.keys
      }
      func marks() async throws -> [Record] {
        try await SealedHands.records(
          RecordZoneID(
            zoneName: "zonechat-settings", ownerName: alice.account.userRecordName), alice
        ).filter { $0.recordType == ComparedKeysRecord.recordType }
      }
      let numbers = try await [keys(alice), keys(bob)].map {
        if case .listed(let number, .none)? = $0 { number } else { "" }
      }
      #expect(numbers[0].count == 71 && numbers[0] == numbers[1])
      try await alice.repository.setCompared(true, named: "@Bob", in: chat.ownerChat)
      try await alice.repository.setCompared(true, named: "bob", in: chat.ownerChat)
      try await world.syncUntilQuiet([alice, tablet])
      #expect(try await keys(tablet) == .listed(number: numbers[0], .compared))
      #expect(try await keys(bob) == .listed(number: numbers[0], .none))
      // Who runs the cloud does not learn whom she compares.
      let mark = try #require(try await marks().first)
      #expect(try await marks().count == 1)
      let bytes = Data(mark.recordID.recordName.utf8) + Data(mark["sealed"]?.data ?? [])
      #expect(bytes.range(of: Data(bob.account.userRecordName.utf8)) == nil)
      try await tablet.repository.setCompared(false, named: "bob", in: chat.id(on: tablet))
      try await world.syncUntilQuiet([alice, tablet])
      #expect(try await keys(alice) == .listed(number: numbers[0], .none))
      #expect(try await marks().isEmpty)
      await #expect(throws: ChatError.notMember("carol")) {
        try await alice.repository.setCompared(true, named: "carol", in: chat.ownerChat)
      }
    }
  }

  @Test func `5: another card of somebody who is known is refused`() async throws {
    try await withSealedPair { world, alice, bob, chat in
      let second = try await alice.repository.createChat(title: "Second", isSealed: true)
      await alice.sync()
      // The cloud shows other keys in bob's name.
      let user = bob.account.userRecordName
      let id = RecordID(
        recordName: user,
        zoneID: RecordZoneID(
          zoneName: RecordZoneID.defaultZoneName, ownerName: RecordZoneID.currentUserDefaultName))
      let database = bob.container.database(with: .public)
      var record = try #require(try await database.records(for: [id], desiredKeys: nil)[id]?.get())
      let card = AccountSecrets(user: user).card(name: "bob", time: 1)
      record[CardRecord.key] = .bytes(Data(card.encoded))
      record.recordID = id
      _ = try await database.modifyRecords(
        saving: [record], deleting: [], savePolicy: .allKeys, atomically: false)
      await #expect(throws: ChatError.sealing(.newKeys("bob"))) {
        try await alice.sharing.invite(["bob"], to: second, permission: .readWrite)
      }
      await #expect(throws: ChatError.sealing(.otherKeys)) { try await bob.sharing.prepareKeys() }
      record[CardRecord.key] = .bytes(Data([1, 2, 3]))
      _ = try await database.modifyRecords(
        saving: [record], deleting: [], savePolicy: .allKeys, atomically: false)
      await #expect(throws: ChatError.sealing(.badCard("bob"))) {
        try await alice.sharing.invite(["bob"], to: second, permission: .readWrite)
      }
    }
  }
}
