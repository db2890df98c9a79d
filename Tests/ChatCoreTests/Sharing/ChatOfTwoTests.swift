import ChatCore
import ChatModel
import CloudModel
import Testing
import TestSupport

/// Writing to a person by the name of their account.
struct ChatOfTwoTests {
  /// Alice, bob and carol in one chat of alice, so that they know each other.
  private func withCrew(
    _ body: (World, _ alice: Device, _ bob: Device, _ carol: Device) async throws -> Void
  ) async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let bob = try world.device(of: "bob")
      let carol = try world.device(of: "carol")
      _ = try await SharedChat.make(title: "Crew", owner: alice, guests: [bob, carol])
      try await world.syncUntilQuiet([alice, bob, carol])
      try await body(world, alice, bob, carol)
    }
  }

  /// The chat of two with somebody; nobody is looked up in the cloud.
  private func chat(_ device: Device, with name: String) async throws -> ChatID {
    try await device.repository.chat(with: name, asking: nil)
  }

  private func names(_ device: Device) async throws -> [String] {
    try await device.repository.currentChatSummaries().map(\.name).sorted()
  }

  @Test func `a stranger's chat waits with its first words, and begins with the first message`()
    async throws
  {
    try await withTwo { world, alice, bob in
      let chat = try await alice.repository.chat(with: "@bob", asking: alice.sharing)
      #expect(try await alice.summary(of: chat).name == "bob")
      await alice.sync()
      #expect(try world.zones(of: alice) == [], "nothing is said yet")
      let text = "Hello\n\u{1B}[31m\u{202E}bob, " + String(repeating: "x", count: 300)
      try await alice.repository.send(text, to: chat)
      await alice.sync()
      await bob.sync()
      #expect(try await names(bob) == [], "nobody is in a chat unasked with a stranger")
      let invitation = try #require(try await bob.repository.currentInvitations().first)
      #expect(invitation.isFromStranger && invitation.title == "alice")
      let words = try #require(invitation.firstWords)
      #expect(words.hasPrefix("Hello [31mbob, xx") && words.hasSuffix("x…"))
      #expect(words.count == FirstWords.limit)
      #expect(try await bob.sharing.preview(invitation.link).firstWords == words)
      let joined = try await bob.sharing.join(invitation.link)
      try await world.syncUntilQuiet([alice, bob])
      let summary = try await bob.summary(of: joined)
      #expect(summary.name == "alice" && summary.title == "" && summary.unreadCount == 1)
      // Both go to the same chat from now on, in whatever case the name is written.
      #expect(try await self.chat(alice, with: "BOB") == chat)
      #expect(try await self.chat(bob, with: "alice") == joined)
    }
  }

  @Test func `the person of a chat of two is told with its first message, and not before`()
    async throws
  {
    try await withTwo { world, alice, bob in
      let chat = try await alice.repository.chat(with: "bob", asking: alice.sharing)
      func bobIsUntold() async throws -> Bool {
        let member = try await alice.repository.currentMembers(of: chat).first { !$0.isMe }
        let summary = try await alice.summary(of: chat)
        #expect(summary.invitedName == "bob")
        #expect(member?.isUntold == summary.invitesByFirstMessage)
        return summary.invitesByFirstMessage
      }
      #expect(try await bobIsUntold())
      try await alice.repository.send("Hello", to: chat)
      #expect(try await bobIsUntold(), "the message is still here")
      await alice.sync()
      #expect(try await !bobIsUntold())
    }
  }

  @Test func `whoever writes on learns that the other has declined, and can invite again`()
    async throws
  {
    try await withTwo { world, alice, bob in
      let chat = try await alice.repository.chat(with: "bob", asking: alice.sharing)
      try await alice.repository.send("Hello", to: chat)
      await alice.sync()
      await bob.sync()
      #expect(try await !alice.summary(of: chat).isLeftByAll, "bob has not answered")
      let invitation = try #require(try await bob.repository.currentInvitations().first)
      try await bob.sharing.decline(invitation.link)
      try await world.syncUntilQuiet([alice, bob])
      let declined = try await alice.summary(of: chat)
      #expect(declined.isLeftByAll && declined.name == "bob" && declined.invitedName == nil)
      let events = try await alice.repository.events(in: chat, since: nil)
      #expect(events.map(\.sentence) == ["bob declined the invitation"])
      let link = try await alice.sharing.invite(["bob"], to: chat, permission: .readWrite)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await !alice.summary(of: chat).isLeftByAll)
      _ = try await bob.sharing.join(link)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await alice.summary(of: chat).isOfTwo)
    }
  }

  @Test func `a chat that a known person begins is in the list at once, on every device`()
    async throws
  {
    try await withCrew { world, alice, bob, carol in
      let second = try world.device(of: "bob", named: "bob-2")
      try await world.syncUntilQuiet([bob, second])
      let begun = try await chat(alice, with: "bob")
      try await alice.repository.send("Are you there?", to: begun)
      await alice.sync()
      await bob.sync()
      #expect(try await bob.repository.currentInvitations() == [])
      let bobs = try await bob.repository.chat(matching: "alice")
      #expect(bobs.unreadCount == 1)
      #expect(try await bob.lines(in: bobs.id) == ["alice: Are you there?"])
      try await world.syncUntilQuiet([alice, bob, second, carol])
      #expect(try await names(second) == ["Crew", "alice"])
      #expect(try await second.repository.currentInvitations() == [])
      #expect(try await second.repository.chat(matching: "alice").unreadCount == 1)
      #expect(try await names(carol) == ["Crew"])
      try await second.repository.send("Yes", to: try await chat(second, with: "alice"))
      try await world.syncUntilQuiet([alice, bob, second, carol])
      #expect(try await alice.lines(in: begun) == ["alice: Are you there?", "bob: Yes"])
    }
  }

  @Test func `whoever was left or invited anew, or is blocked, is asked for or not heard`()
    async throws
  {
    try await withCrew { world, alice, bob, carol in
      // Bob has blocked alice: nothing appears.
      try await bob.repository.setBlocked(true, named: "alice")
      let blocked = await #expect(throws: ChatError.self) { () async throws in
        _ = try await chat(bob, with: "alice")
      }
      #expect(blocked == .writesToBlocked("alice"))
      try await alice.repository.send("Psst", to: try await chat(alice, with: "bob"))
      try await world.syncUntilQuiet([alice, bob, carol])
      #expect(try await names(bob) == ["Crew"])
      #expect(try await bob.repository.currentInvitations() == [])
      // Carol leaves the chat of two; an invitation back into it waits for her answer.
      let begun = try await chat(alice, with: "carol")
      try await alice.repository.send("Hi", to: begun)
      try await world.syncUntilQuiet([alice, bob, carol])
      try await carol.repository.leave(try await chat(carol, with: "alice"))
      try await world.syncUntilQuiet([alice, bob, carol])
      _ = try await alice.sharing.invite(["carol"], to: begun, permission: .readWrite)
      try await world.syncUntilQuiet([alice, bob, carol])
      #expect(try await names(carol) == ["Crew"])
      #expect(try await carol.repository.currentInvitations().count == 1)
    }
  }

  @Test(arguments: [
    CloudError.Code.quotaExceeded, .serviceUnavailable, .requestRateLimited, .networkUnavailable,
  ])
  func `an invitation that cannot be accepted keeps no other one from being shown`(
    code: CloudError.Code
  ) async throws {
    try await withCrew { world, alice, bob, carol in
      let dave = try world.device(of: "dave")
      // Whoever writes among others knows them.
      try await bob.repository.send("Hello", to: bob.repository.chat(matching: "Crew").id)
      try await world.syncUntilQuiet([alice, bob, carol])
      for device in [alice, carol] {
        try await device.repository.send("Hi", to: try await chat(device, with: "bob"))
        await device.sync()
      }
      let begun = try await dave.repository.chat(with: "bob", asking: dave.sharing)
      try await dave.repository.send("You do not know me", to: begun)
      await dave.sync()
      bob.faults.order(.refused(CloudError(code, "There is no room.")), for: .accept)
      await bob.sync()
      let shown = try await bob.repository.currentInvitations().map(\.title)
      #expect(shown.contains("dave"), "\(shown)")
      if code == .quotaExceeded {
        #expect(shown.count == 2, "what could not be accepted is shown too")
        #expect(try await names(bob).count == 2, "the other one was accepted")
      }
      try await world.syncUntilQuiet([bob])
      #expect(try await names(bob) == ["Crew", "alice", "carol"])
      #expect(try await bob.repository.currentInvitations().map(\.title) == ["dave"])
    }
  }

  @Test func `somebody who is added to a chat that was joined unasked is still a stranger`()
    async throws
  {
    try await withCrew { world, alice, bob, _ in
      let dave = try world.device(of: "dave")
      let begun = try await chat(alice, with: "bob")
      try await alice.repository.send("Hi", to: begun)
      try await world.syncUntilQuiet([alice, bob])
      let bobs = try await chat(bob, with: "alice")
      _ = try await alice.sharing.invite(["dave"], to: begun, permission: .readWrite)
      await dave.sync()
      let invitation = try #require(try await dave.repository.currentInvitations().first)
      _ = try await dave.sharing.join(invitation.link)
      try await world.syncUntilQuiet([alice, bob, dave])
      try await dave.repository.send("Psst", to: try await chat(dave, with: "bob"))
      try await world.syncUntilQuiet([dave, bob])
      #expect(try await names(bob).count == 2)
      #expect(try await bob.repository.currentInvitations().count == 1)
      // Whoever writes among others knows them.
      try await bob.repository.send("Hello, both", to: bobs)
      try await world.syncUntilQuiet([dave, bob])
      #expect(try await names(bob).count == 3)
      #expect(try await bob.repository.currentInvitations() == [])
    }
  }

  @Test func `nobody fills the list with chats that were joined unasked`() async throws {
    try await withCrew { world, alice, bob, _ in
      let crew = try await alice.repository.chat(matching: "Crew").id
      try await alice.repository.send("All here?", to: crew)
      let others = try (2...4).map { try world.device(of: "alice", named: "alice-\($0)") }
      try await world.syncUntilQuiet([alice, bob] + others)
      _ = try await bob.repository.markAllRead()
      // Devices that do not know of each other's chats do what a hostile client would.
      for device in [alice] + others {
        try await device.repository.send("Hi", to: try await chat(device, with: "bob"))
      }
      for device in [alice] + others { await device.sync() }
      try await world.syncUntilQuiet([bob])
      #expect(try await names(bob).count == 4)
      #expect(try await bob.repository.currentInvitations().count == 1)
      _ = try await bob.repository.markAllRead()
      try await world.syncUntilQuiet([bob])
      #expect(try await names(bob).count == 5)
      #expect(try await bob.repository.currentInvitations() == [])
    }
  }

  @Test func `whoever answers a stranger by name accepts the chat that the stranger has begun`()
    async throws
  {
    try await withTwo { world, alice, bob in
      let begun = try await alice.repository.chat(with: "bob", asking: alice.sharing)
      try await alice.repository.send("Hello", to: begun)
      await alice.sync()
      await bob.sync()
      #expect(try await bob.repository.currentInvitations().count == 1)
      let answered = try await bob.repository.chat(with: "alice", asking: bob.sharing)
      try await bob.repository.send("Who is it?", to: answered)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await alice.lines(in: begun) == ["alice: Hello", "bob: Who is it?"])
      #expect(try await names(alice) == ["bob"])
      #expect(try await bob.repository.currentInvitations() == [])
    }
  }

  @Test func `the words of an invitation follow the first message until somebody has joined`()
    async throws
  {
    try await withTwo { world, alice, bob in
      let begun = try await alice.repository.chat(with: "bob", asking: alice.sharing)
      let first = try await alice.repository.send("The code is 4711", to: begun)
      func words() async throws -> String? {
        await alice.sync()
        await bob.sync()
        return try await bob.repository.currentInvitations().first?.firstWords
      }
      #expect(try await words() == "The code is 4711")
      try await alice.repository.edit(first, to: "The code is 0815")
      #expect(try await words() == "The code is 0815")
      try await alice.repository.edit(first, to: "Call me")
      #expect(try await words() == "Call me")
      try await alice.repository.delete(first)
      #expect(try await words() == "")
      try await alice.repository.send("Hello", to: begun)
      #expect(try await words() == "Hello")
      let invitation = try #require(try await bob.repository.currentInvitations().first)
      _ = try await bob.sharing.join(invitation.link)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await alice.lines(in: begun).last == "alice: Hello")
    }
  }

  @Test func `words that were taken back leave the invitation, also while others change the share`()
    async throws
  {
    try await withTwo { world, alice, bob in
      let begun = try await alice.repository.chat(with: "bob", asking: alice.sharing)
      let first = try await alice.repository.send("The code is 4711", to: begun)
      await alice.sync()
      let conflict = CloudError(.serverRecordChanged, "Somebody was faster.")
      alice.faults.order(.refused(conflict), for: .modifyRecords, times: 5)
      try await alice.repository.edit(first, to: "Call me")
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await bob.repository.currentInvitations().map(\.firstWords) == ["Call me"])
    }
  }

  @Test func `two who begin at the same time lose nothing, and go on in the same chat`()
    async throws
  {
    try await withCrew { world, alice, bob, carol in
      let (first, second) = (try await chat(alice, with: "bob"), try await chat(bob, with: "alice"))
      try await alice.repository.send("one", to: first)
      try await bob.repository.send("two", to: second)
      try await world.syncUntilQuiet([alice, bob, carol])
      for device in [alice, bob] {
        let texts = try await device.picture().filter {
          $0.hasSuffix(": one") || $0.hasSuffix(": two")
        }
        #expect(texts.sorted() == ["alice: one", "bob: two"])
      }
      let places = [
        try await alice.summary(of: chat(alice, with: "bob")).zoneName,
        try await bob.summary(of: chat(bob, with: "alice")).zoneName,
      ]
      #expect(places[0] == places[1])
    }
  }

  @Test func `what is said to one person goes to no group of two, nor to a chat with an open link`()
    async throws
  {
    try await withTwo { world, alice, bob in
      let group = try await SharedChat.make(title: "Club", owner: alice, guests: [bob])
      let begun = try await chat(alice, with: "bob")
      #expect(begun != group.ownerChat, "the chat has a title")
      #expect(try await !alice.summary(of: group.ownerChat).isOfTwo)
      #expect(try await alice.summary(of: begun).isOfTwo, "also while bob is only invited")
      #expect(try await alice.repository.currentAcquaintances().map(\.directChat) == [begun])
      try await alice.repository.send("For you", to: begun)
      try await world.syncUntilQuiet([alice, bob])
      let bobs = try await chat(bob, with: "alice")
      #expect(try await bob.summary(of: bobs).zoneName == alice.summary(of: begun).zoneName)
      #expect(try await bob.summary(of: bobs).isOfTwo)
      _ = try await alice.sharing.openLink(of: begun, permission: .readOnly)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await !alice.summary(of: begun).isOfTwo)
      #expect(try await !bob.summary(of: bobs).isOfTwo)
      #expect(try await chat(alice, with: "bob") != begun, "others may come in by the link")
      #expect(try await chat(bob, with: "alice") != bobs)
    }
  }

  @Test func `each name to which nobody can write has its own reason`() async throws {
    try await withTwo { _, alice, _ async throws in
      let cases: [(String, ChatError)] = [
        ("Alice", .writesToOneself), ("nobody", .unknownAccount("nobody")),
        ("two words", .malformedAccountName("two words")), ("", .malformedAccountName("")),
      ]
      for (name, reason) in cases {
        let error = await #expect(throws: ChatError.self) { () async throws in
          _ = try await alice.repository.chat(with: name, asking: alice.sharing)
        }
        #expect(error == reason)
      }
      let offline = await #expect(throws: ChatError.self) { () async throws in
        _ = try await alice.repository.chat(with: "bob", asking: nil)
      }
      #expect(offline == .offline(reason: "No cloud is configured."))
      #expect(try await alice.repository.currentChatSummaries() == [])
    }
  }

  @Test
  func `a chat that has not begun can be named and deleted, and nobody else is invited to it`()
    async throws
  {
    try await withTwo { world, alice, bob in
      let begun = try await alice.repository.chat(with: "bob", asking: alice.sharing)
      let error = await #expect(throws: ChatError.self) { () async throws in
        _ = try await alice.sharing.invite(["bob"], to: begun, permission: .readWrite)
      }
      #expect(error == .notBegun(chat: ""))
      try await alice.repository.rename(begun, to: "Party")
      await alice.sync()
      #expect(try world.zones(of: alice) == [])
      try await alice.repository.send("Come", to: begun)
      await alice.sync()
      await bob.sync()
      let invitation = try #require(try await bob.repository.currentInvitations().first)
      #expect(invitation.title == "Party" && invitation.firstWords == nil)
      try await alice.repository.deleteChat(begun)
      let other = try await alice.repository.chat(with: "bob", asking: alice.sharing)
      try await alice.repository.deleteChat(other)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await alice.repository.currentChatSummaries() == [])
      #expect(try world.zones(of: alice).filter { $0.hasPrefix(ChatZone.prefix) } == [])
    }
  }

  @Test func `the first words are one line, and never more than fit`() {
    #expect(FirstWords.of("  Hello\n\tbob \u{7} ") == "Hello  bob")
    #expect(FirstWords.of("\u{200B}\u{202E}\n") == "")
    let marks = "e" + String(repeating: "\u{301}", count: 5_000)
    #expect(FirstWords.of(marks).unicodeScalars.count <= FirstWords.limit * 4 + 1)
    #expect(FirstWords.of(String(repeating: "ab", count: 60)).count == 120)
    #expect(FirstWords.of(String(repeating: "ab", count: 61)).hasSuffix("a…"))
  }
}
