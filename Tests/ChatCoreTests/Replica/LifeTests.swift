import ChatCore
import ChatModel
import CloudModel
import CloudSync
import SyncRules
import TestSupport
import Testing

/// The lives of chats: leaving, deleting, losing and getting back.
struct LifeTests {
  @Test func `the life of a chat, event by event`() {
    let events: [ChatLife.Event] = [
      .named, .joined(.readOnly), .joined(.readWrite), .shareSays(.readOnly),
      .shareSays(.readWrite), .vanished(.deleted), .vanished(.purged),
      .vanished(.encryptedDataReset), .leaveRequested, .deleteRequested, .confirmed, .refused,
      .uploadRequested,
    ]
    func picture(_ lives: [ChatLife], isOwn: Bool) -> String {
      lives.flatMap { life in
        events.compactMap { event -> String? in
          var after = life
          let done = after.handle(event, isOwn: isOwn, permission: .readWrite)
          guard after != life || !done.isEmpty else { return nil }
          let consequences = done.map { "\($0)".prefix { $0 != "(" } }.joined(separator: " ")
          return "\(life) \(event): \(after) \(consequences)"
        }
      }.joined(separator: "\n").replacing("CloudModel.", with: "").replacing("ChatModel.", with: "")
        .replacing("ChatLife.", with: "").replacing("Participant.Permission.", with: "")
        .replacing("DatabaseChanges.Deletion.Reason.", with: "").replacing("Ending.", with: "")
    }
    let endings = ChatLife.Ending.allCases.map { ChatLife.ended($0) }
    #expect(
      picture(
        [.owned] + endings.filter { $0 != .ended(.lostAccess) && $0 != .ended(.leaving) },
        isOwn: true)
          == """
          owned vanished(deleted): ended(deleted) failWaiting
          owned vanished(purged): ended(purged) failWaiting
          owned vanished(encryptedDataReset): owned uploadAnew
          owned deleteRequested: ended(deleting) queueZoneDeletion
          ended(deleted) named: owned beginAnew
          ended(deleted) joined(readOnly): owned beginAnew
          ended(deleted) joined(readWrite): owned beginAnew
          ended(deleted) vanished(encryptedDataReset): owned uploadAnew
          ended(deleted) deleteRequested: ended(deleted) forget
          ended(deleted) uploadRequested: owned uploadAnew
          ended(purged) named: owned beginAnew
          ended(purged) joined(readOnly): owned beginAnew
          ended(purged) joined(readWrite): owned beginAnew
          ended(purged) deleteRequested: ended(purged) forget
          ended(purged) uploadRequested: owned uploadAnew
          ended(deleting) vanished(deleted): ended(deleting) forget
          ended(deleting) vanished(purged): ended(deleting) forget
          ended(deleting) vanished(encryptedDataReset): ended(deleting) forget
          ended(deleting) confirmed: ended(deleting) forget
          ended(deleting) refused: owned beginAnew
          """)
    #expect(
      picture(
        [
          .participating(.readWrite), .participating(.readOnly), .ended(.lostAccess),
          .ended(.leaving),
        ], isOwn: false)
          == """
          participating(readWrite) joined(readOnly): participating(readOnly) failWaiting
          participating(readWrite) shareSays(Optional(readOnly)): participating(readOnly) failWaiting
          participating(readWrite) vanished(deleted): ended(lostAccess) failWaiting
          participating(readWrite) vanished(purged): ended(lostAccess) failWaiting
          participating(readWrite) vanished(encryptedDataReset): ended(lostAccess) failWaiting
          participating(readWrite) leaveRequested: ended(leaving) queueZoneDeletion
          participating(readOnly) joined(readWrite): participating(readWrite) \("")
          participating(readOnly) shareSays(Optional(readWrite)): participating(readWrite) \("")
          participating(readOnly) vanished(deleted): ended(lostAccess) failWaiting
          participating(readOnly) vanished(purged): ended(lostAccess) failWaiting
          participating(readOnly) vanished(encryptedDataReset): ended(lostAccess) failWaiting
          participating(readOnly) leaveRequested: ended(leaving) queueZoneDeletion
          ended(lostAccess) named: participating(readWrite) beginAnew
          ended(lostAccess) joined(readOnly): participating(readOnly) beginAnew
          ended(lostAccess) joined(readWrite): participating(readWrite) beginAnew
          ended(lostAccess) leaveRequested: ended(lostAccess) forget
          ended(leaving) joined(readOnly): participating(readOnly) cancelZoneDeletion beginAnew
          ended(leaving) joined(readWrite): participating(readWrite) cancelZoneDeletion beginAnew
          ended(leaving) vanished(deleted): ended(leaving) forget
          ended(leaving) vanished(purged): ended(leaving) forget
          ended(leaving) vanished(encryptedDataReset): ended(leaving) forget
          ended(leaving) confirmed: ended(leaving) forget
          ended(leaving) refused: participating(readWrite) beginAnew
          """)
  }

  @Test func `a change that waited when somebody left is sent when they come back at once`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      let bobs = try await chat.id(on: bob)
      let id = try await bob.repository.send("one", to: bobs)
      try await world.syncUntilQuiet([alice, bob])
      try await bob.repository.edit(id, to: "two")
      try await bob.repository.leave(bobs)
      let link = try await alice.sharing.invite(["bob"], to: chat.ownerChat, permission: .readWrite)
      #expect(try await bob.sharing.join(link) == bobs)
      try await world.syncUntilQuiet([alice, bob])
      for (device, chat) in [(alice, chat.ownerChat), (bob, bobs)] {
        #expect(try await device.lines(in: chat) == ["bob: two (edited)"])
      }
    }
  }

  @Test func `a member who leaves is gone, and the chat stays for the others`() async throws {
    try await withPair { world, alice, bob, chat in
      try await bob.repository.send("bye", to: chat.id(on: bob))
      try await world.syncUntilQuiet([bob, alice])
      try await bob.repository.leave(chat.id(on: bob))
      #expect(try await bob.repository.currentChatSummaries() == [], "at once")
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await alice.lines(in: chat.ownerChat) == ["bob: bye"], "I28")
      #expect(
        try await alice.repository.currentMembers(of: chat.ownerChat).map(\.name) == ["alice"])
      #expect(try await bob.repository.currentChatSummaries() == [])
    }
  }

  @Test func `a chat is deleted offline, for everyone, once online`() async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let tablet = try world.device(of: "alice", named: "tablet")
      let bob = try world.device(of: "bob")
      let chat = try await SharedChat.make(owner: alice, guests: [bob])
      await tablet.sync()
      try await alice.repository.send("unsent", to: chat.ownerChat)
      try await alice.repository.deleteChat(chat.ownerChat)
      #expect(try await alice.repository.currentChatSummaries() == [])
      try await world.syncUntilQuiet([alice, tablet, bob])
      #expect(try await alice.repository.currentChatSummaries() == [])
      #expect(
        try await tablet.picture()
          == [
            "\(chat.zoneName) ‘Tea’ sealed(reason: \"This chat is not in the cloud any more. You may have deleted it elsewhere.\")"
          ])
      #expect(try await bob.picture().first?.contains("no longer shared") == true)
      #expect(try world.zones(of: alice) == [])
    }
  }

  @Test func `a chat that was never in the cloud is deleted without a word to it`() async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let chat = try await alice.repository.createChat(title: "Oops")
      try await alice.repository.deleteChat(chat)
      try await world.syncUntilQuiet([alice])
      #expect(!alice.faults.requests.contains(.modifyZones))
    }
  }

  @Test(arguments: [CloudError.Code.zoneNotFound, .userDeletedZone])
  func `a chat whose zone is gone already is deleted with one request`(
    code: CloudError.Code
  ) async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let chat = try await alice.repository.createChat(title: "Oops")
      try await world.syncUntilQuiet([alice])
      alice.faults.forgetRequests()
      alice.faults.order(.partial(CloudError(code, "It is gone.")), for: .modifyZones)
      try await alice.repository.deleteChat(chat)
      for _ in 1...2 { await alice.sync() }
      #expect(alice.faults.requests.filter { $0 == .modifyZones }.count == 1)
      #expect(try await alice.repository.currentConnectionStatus().queuedCount == 0)
      #expect(try await alice.repository.currentChatSummaries() == [])
    }
  }

  @Test func `a chat that is deleted while its creation is on its way is gone in the end`()
    async throws
  {
    for fault in [Fault.lostAnswer, .lostRequest, .none] {
      try await withWorld { world in
        let alice = try world.device(of: "alice")
        let chat = try await alice.repository.createChat(title: "Oops")
        alice.faults.order(fault, for: .modifyZones)
        alice.faults.order(.lostRequest, for: .modifyRecords)
        await alice.sync()
        try await alice.repository.deleteChat(chat)
        try await world.syncUntilQuiet([alice])
        #expect(try world.zones(of: alice) == [], "\(fault)")
        #expect(try await alice.repository.currentChatSummaries() == [])
      }
    }
  }

  @Test
  func `I27: a member who is removed and invited again has everything back, own messages too`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      try await bob.repository.send("mine", to: chat.id(on: bob))
      try await alice.repository.send("yours", to: chat.ownerChat)
      try await world.syncUntilQuiet([bob, alice])
      let before = try await bob.lines(in: chat.id(on: bob))
      try await alice.sharing.remove("bob", from: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      await #expect(throws: ChatError.self) {
        try await bob.repository.send("still?", to: chat.id(on: bob))
      }
      try await alice.repository.send("without bob", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await bob.lines(in: chat.id(on: bob)) == before)
      let link = try await alice.sharing.invite(["bob"], to: chat.ownerChat, permission: .readWrite)
      _ = try await bob.sharing.join(link)
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await bob.lines(in: chat.id(on: bob)) == before + ["alice: without bob"])
      #expect(try await bob.summary(of: chat.id(on: bob)).access == .readWrite)
    }
  }

  @Test func `a page that was asked for before a chat was deleted does not bring it back`()
    async throws
  {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let chat = try await SharedChat.make(owner: alice, guests: [])
      try await world.syncUntilQuiet([alice])
      let before = try await alice.replica.position(in: .private)
      try await alice.repository.deleteChat(chat.ownerChat)
      try await alice.acknowledgeEverything(in: chat.zoneID)
      let late = DatabaseChanges.naming(chat.zoneID, token: "late")
      #expect(try await !alice.replica.apply(late, in: .private, from: before))
      #expect(try await alice.repository.currentChatSummaries() == [])
      #expect(
        try await alice.replica.position(in: .private).changeToken == before.changeToken,
        "what else the page says is asked for again")
      // Another device has made the zone again: the page was asked for after the end, and counts.
      #expect(try await alice.replica.apply(late, in: .private))
      #expect(try await alice.repository.currentChatSummaries().map(\.zoneName) == [chat.zoneName])
      alice.discard()
    }
  }

  @Test(arguments: [true, false])
  func `a zone of which nothing was fetched ends without a trace`(isToldByFeed: Bool) async throws {
    try await withLoneDevice { alice in
      let foreign = ForeignChat()
      try await alice.replica.apply(.naming(foreign.zoneID, token: "d1"), in: .shared)
      #expect(try await alice.repository.currentChatSummaries().count == 1, "while it is fetched")
      if isToldByFeed {
        try await alice.replica.apply(.deleting(foreign.zoneID, token: "d2"), in: .shared)
      } else {
        try await alice.replica.seal(foreign.zoneID)
      }
      #expect(try await alice.repository.currentChatSummaries() == [])
      #expect(try await alice.number("SELECT count(*) FROM chat") == 0)
    }
  }

  @Test func `a zone of which only the newest messages were here is kept when it ends`()
    async throws
  {
    try await withLoneDevice { alice in
      let foreign = ForeignChat()
      try await alice.replica.apply(.naming(foreign.zoneID, token: "d1"), in: .shared)
      let preview = try #require(try await alice.replica.preview(in: foreign.zoneID))
      try await alice.replica.apply(
        [foreign.message("m1", "one")], isComplete: false, in: foreign.zoneID, for: preview)
      try await alice.replica.seal(foreign.zoneID)
      #expect(try await alice.repository.currentChatSummaries().count == 1)
    }
  }

  @Test func `a member who has left joins again, whatever page was on its way`() async throws {
    try await withPair { world, alice, bob, chat in
      try await alice.repository.send("hello", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let before = try await bob.replica.position(in: .shared)
      try await bob.repository.leave(chat.id(on: bob))
      try await world.syncUntilQuiet([bob])
      let link = try await alice.sharing.invite(["bob"], to: chat.ownerChat, permission: .readWrite)
      let again = try await bob.sharing.join(link)
      let late = DatabaseChanges.deleting(chat.zoneID, token: "late")
      #expect(try await !bob.replica.apply(late, in: .shared, from: before))
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await bob.lines(in: again) == ["alice: hello"])
      #expect(try await bob.summary(of: again).access == .readWrite)
    }
  }

  @Test func `messages of others are marked when a reset has taken them, and their reactions go`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      try await alice.repository.send("mine", to: chat.ownerChat)
      let sent = try await bob.repository.send(["yours", "taken back"], to: chat.id(on: bob))
      try await world.syncUntilQuiet([alice, bob, alice])
      let mine = try #require(try await bob.messages(in: chat.id(on: bob)).first)
      try await bob.repository.react("👍", to: mine.id)
      try await world.syncUntilQuiet([bob, alice])
      // Alice's device does not hear of it any more.
      try await bob.repository.delete(sent[1])
      try await world.syncUntilQuiet([bob])
      try world.end(chat.zoneID, .encryptedDataReset)
      try await world.syncUntilQuiet([alice])
      let shown = try await alice.messages(in: chat.ownerChat)
      #expect(
        shown.map { "\($0.text) \($0.isOnlyHere)" }
          == ["mine false", "yours true", "taken back true"])
      #expect(shown.allSatisfy { $0.reactions.isEmpty })
      // Who joins again can send again what the cloud has lost.
      let link = try await alice.sharing.invite(["bob"], to: chat.ownerChat, permission: .readWrite)
      let again = try await bob.sharing.join(link)
      try await world.syncUntilQuiet([bob])
      try await bob.repository.retryAll(in: again)
      try await world.syncUntilQuiet([bob, alice])
      #expect(
        try await alice.messages(in: chat.ownerChat).map { "\($0.text) \($0.isOnlyHere)" }
          == ["mine false", "yours false", "taken back true"])
    }
  }

  @Test func `I24: a right that goes while messages wait fails them, and keeps their text`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      try await alice.sharing.setPermission(of: "bob", in: chat.ownerChat, to: .readOnly)
      try await bob.repository.send("too late", to: chat.id(on: bob))
      try await world.syncUntilQuiet([alice, bob])
      let lines = try await bob.lines(in: chat.id(on: bob))
      #expect(lines.count == 1 && lines[0].hasPrefix("bob: too late (failed: "), "\(lines)")
      bob.faults.forgetRequests()
      await bob.sync()
      #expect(!bob.faults.requests.contains(.modifyRecords))
      try await alice.sharing.setPermission(of: "bob", in: chat.ownerChat, to: .readWrite)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await bob.repository.retryAll(in: chat.id(on: bob)) == 1)
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await alice.lines(in: chat.ownerChat) == ["bob: too late"])
    }
  }

  @Test func `stopping to share keeps the chat for its owner`() async throws {
    try await withPair { world, alice, bob, chat in
      try await alice.repository.send("one", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      try await alice.sharing.stopSharing(chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await alice.lines(in: chat.ownerChat) == ["alice: one"], "I28")
      #expect(try await bob.picture().first?.contains("no longer shared") == true, "I25")
    }
  }

  @Test func `a zone that a reset has taken begins anew with the page that says so`() async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let chat = try await SharedChat.make(owner: alice, guests: [])
      try await world.syncUntilQuiet([alice])
      let before = try await alice.replica.position(in: chat.zoneID)
      #expect(before?.changeToken != nil)
      let page = DatabaseChanges(
        modifications: [],
        deletions: [.init(zoneID: chat.zoneID, reason: .encryptedDataReset)],
        changeToken: ServerChangeToken(rawValue: "after"), moreComing: false)
      try await alice.replica.apply(page, in: .private)
      let after = try await alice.replica.position(in: chat.zoneID)
      #expect(after?.changeToken == nil)
      #expect(after?.epoch == before.map { $0.epoch + 1 })
      alice.discard()
    }
  }

  @Test func `a chat goes up again although something of its earlier life had failed`()
    async throws
  {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let chat = try await SharedChat.make(owner: alice, guests: [])
      try await world.syncUntilQuiet([alice])
      try await alice.repository.rename(chat.ownerChat, to: "younger")
      try await alice.repository.send("kept", to: chat.ownerChat)
      try world.end(chat.zoneID, .purged)
      try await world.syncUntilQuiet([alice])
      #expect(try await alice.summary(of: chat.ownerChat).failedCount > 0)
      try await alice.repository.uploadAgain(chat.ownerChat)
      try await alice.repository.retryAll(in: chat.ownerChat)
      try await world.syncUntilQuiet([alice])
      #expect(try world.zones(of: alice) == [chat.zoneID.zoneName])
      #expect(try await alice.messages(in: chat.ownerChat).map(\.delivery) == [.sent])
    }
  }

  @Test(arguments: [DatabaseChanges.Deletion.Reason.purged, .encryptedDataReset])
  func `three endings of an own zone, each by its path`(
    reason: DatabaseChanges.Deletion.Reason
  ) async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let chat = try await SharedChat.make(owner: alice, guests: [])
      try await alice.repository.send("kept", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice])
      try world.end(chat.zoneID, reason)
      try await world.syncUntilQuiet([alice])
      let access = try await alice.summary(of: chat.ownerChat).access
      switch reason {
      case .encryptedDataReset:
        #expect(access == .owner)
        #expect(try world.zones(of: alice) == [chat.zoneName], "made again")
      case .purged, .deleted:
        #expect(!access.canWrite)
        #expect(try world.zones(of: alice) == [], "nothing goes up again unasked")
        try await alice.repository.uploadAgain(chat.ownerChat)
        try await world.syncUntilQuiet([alice])
        #expect(try world.zones(of: alice) == [chat.zoneName])
      }
      let tablet = try world.device(of: "alice", named: "tablet")
      try await world.syncUntilQuiet([tablet])
      #expect(try await tablet.lines(in: chat.id(on: tablet)) == ["alice: kept"])
    }
  }

  @Test func `what a device did stays done when another one makes the chat again from before`()
    async throws
  {
    try await withPair { world, phone, bob, chat in
      let laptop = try world.device(of: "alice", named: "laptop")
      let sent = try await phone.repository.send(
        ["said", "unsaid", "changed", "as it was"], to: chat.ownerChat)
      try await world.syncUntilQuiet([phone, bob, laptop])
      try await phone.repository.delete(sent[1])
      try await phone.repository.edit(sent[2], to: "changed, better")
      try await world.syncUntilQuiet([phone, bob])
      try world.end(chat.zoneID, .encryptedDataReset)
      // It has not heard of the removal or the edit, and is the first to make the chat again.
      try await world.syncUntilQuiet([laptop])
      #expect(
        try await laptop.lines(in: chat.id(on: laptop)) == [
          "alice: said", "alice: unsaid", "alice: changed", "alice: as it was",
        ])
      try await world.syncUntilQuiet([phone, laptop])
      let lines = [
        "alice: said", "alice: (removed)", "alice: changed, better (edited)", "alice: as it was",
      ]
      #expect(try await phone.lines(in: chat.ownerChat) == lines)
      #expect(try await laptop.lines(in: chat.id(on: laptop)) == lines)
      let tablet = try world.device(of: "alice", named: "tablet")
      try await world.syncUntilQuiet([tablet])
      #expect(try await tablet.lines(in: chat.id(on: tablet)) == lines)
    }
  }

  /// Lets alice change her message “one” on her phone while its chat waits to be made again after a reset.
  ///
  /// If `isSecond`, her laptop makes the chat again first, with the message as it was; if `isReacted`, she has reacted
  /// to it. In the end all of her devices show `lines`.
  private func expectSame(
    isSecond: Bool, isReacted: Bool = false, _ lines: [String],
    after change: (Device, MessageID) async throws -> Void
  ) async throws {
    try await withPair { world, phone, bob, chat in
      let laptop = try world.device(of: "alice", named: "laptop")
      let id = try await phone.repository.send("one", to: chat.ownerChat)
      if isReacted { try await phone.repository.react("👍", to: id) }
      try await world.syncUntilQuiet([phone, bob, laptop])
      try world.end(chat.zoneID, .encryptedDataReset)
      phone.faults.ask { operation in
        operation == .modifyZones ? .refused(CloudError(.zoneBusy, "busy")) : nil
      }
      await phone.sync()
      #expect(try await phone.repository.outbox().contains { $0.subject == .message })
      if isSecond { try await world.syncUntilQuiet([laptop]) }
      world.time.advance(by: 1)
      try await change(phone, id)
      phone.faults.ask(nil)
      try await world.syncUntilQuiet([phone, laptop])
      let tablet = try world.device(of: "alice", named: "tablet")
      try await world.syncUntilQuiet([tablet])
      for device in [phone, laptop, tablet] {
        #expect(try await device.lines(in: chat.id(on: device)) == lines)
      }
    }
  }

  /// One text comes before the first text in the alphabet, the other one after it.
  @Test(arguments: [false, true], ["ok", "one, better"])
  func `another text of a message that waits to be sent again is an edit on every device`(
    isSecond: Bool, text: String
  ) async throws {
    try await expectSame(isSecond: isSecond, ["alice: \(text) (edited)"]) {
      try await $0.repository.edit($1, to: text)
    }
  }

  @Test(arguments: [false, true])
  func `a message that is taken back while it waits to be sent again is so on every device`(
    isSecond: Bool
  ) async throws {
    try await expectSame(isSecond: isSecond, ["alice: (removed)"]) {
      try await $0.repository.edit($1, to: "two")
      try await $0.repository.delete($1)
    }
  }

  @Test(arguments: [false, true])
  func `a reaction that is taken back while it waits to be sent again does not come back`(
    isSecond: Bool
  ) async throws {
    try await expectSame(isSecond: isSecond, isReacted: true, ["alice: one"]) { phone, id in
      for isRemoved in [true, false, true] {
        try await phone.repository.react("👍", to: id, isRemoved: isRemoved)
      }
    }
  }
}
