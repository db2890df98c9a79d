import ChatCore
import ChatModel
import CloudModel
import CloudSync
import SyncRules
import TestSupport
import Testing

struct SharingTests {
  private func members(_ device: Device, _ chat: ChatID) async throws -> [String] {
    try await device.repository.currentMembers(of: chat).map {
      "\($0.name) \($0.permission) \($0.status)\($0.isMe ? ", me" : "")"
    }
  }

  @Test func `a person who is invited and joins sees the chat and everyone in it`() async throws {
    try await withTwo { world, alice, bob in
      let chat = try await alice.repository.createChat(title: "Tea & cake")
      try await alice.repository.send("welcome", to: chat)
      await alice.sync()
      let link = try await alice.sharing.invite(["bob"], to: chat, permission: .readWrite)
      #expect(
        try await members(alice, chat)
          == ["alice readWrite accepted, me", "bob readWrite pending"])
      await bob.sync()
      let invitation = try #require(try await bob.repository.currentInvitations().first)
      #expect(invitation.chatName == "Tea & cake")
      #expect(invitation.link.shortGUID == link.shortGUID)
      #expect(try await bob.sharing.preview(link).ownerName == "alice")
      let joined = try await bob.sharing.join(InvitationLink(parsing: "\(link)"))
      #expect(try await bob.sharing.join(link) == joined, "twice is harmless")
      #expect(try await bob.repository.currentInvitations() == [])
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await bob.lines(in: joined) == ["alice: welcome"])
      #expect(try await alice.summary(of: chat).memberCount == 2)
      #expect(
        try await members(bob, joined)
          == ["alice readWrite accepted", "bob readWrite accepted, me"])
      #expect(try await bob.summary(of: joined).access == .readWrite)
    }
  }

  @Test func `a member who may only read can write nothing, not even queued messages`()
    async throws
  {
    try await withPair(permission: .readOnly) { world, alice, bob, chat in
      let bobsChat = try await chat.id(on: bob)
      #expect(try await bob.summary(of: bobsChat).access == .readOnly)
      await #expect(throws: ChatError.readOnly(chat: "Tea")) {
        try await bob.repository.send("hello", to: bobsChat)
      }
    }
  }

  @Test func `a right that was taken away in the cloud fails what was queued, with its text`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      let bobsChat = try await chat.id(on: bob)
      try await bob.repository.send("too late", to: bobsChat)
      try await editShare(of: chat) { share in
        for index in share.participants.indices where share.participants[index].role != .owner {
          share.participants[index].permission = .readOnly
        }
      }
      try await world.syncUntilQuiet([alice, bob])
      let lines = try await bob.lines(in: bobsChat)
      #expect(lines.count == 1 && lines[0].hasPrefix("bob: too late (failed: "), "\(lines)")
      #expect(try await bob.summary(of: bobsChat).access == .readOnly)
      #expect(try await alice.lines(in: chat.ownerChat) == [])
    }
  }

  @Test(arguments: [false, true])
  func `I24: a member who joins again with less right sends no message that was queued before`(
    leaves: Bool
  ) async throws {
    try await withPair { world, alice, bob, chat in
      let bobsChat = try await chat.id(on: bob)
      try await bob.repository.send("too late", to: bobsChat)
      let link = try await alice.sharing.link(of: chat.ownerChat).link
      try await editShare(of: chat) { share in
        for index in share.participants.indices where share.participants[index].role != .owner {
          share.participants[index].permission = .readOnly
        }
      }
      if leaves { try await bob.repository.leave(bobsChat) }
      #expect(try await bob.sharing.join(link) == bobsChat)
      #expect(try await bob.replica.pendingWork().zonesToSend == [])
      try await world.syncUntilQuiet([alice, bob])
      let lines = try await bob.lines(in: bobsChat)
      #expect(lines.count == 1 && lines[0].hasPrefix("bob: too late (failed: "), "\(lines)")
    }
  }

  @Test func `a member who joins again before the cloud knows of the leaving stays`() async throws {
    try await withPair { world, alice, bob, chat in
      let bobsChat = try await chat.id(on: bob)
      try await bob.repository.send("before", to: bobsChat)
      try await world.syncUntilQuiet([alice, bob])
      let link = try await alice.sharing.link(of: chat.ownerChat).link
      try await bob.repository.leave(bobsChat)
      #expect(try await bob.sharing.join(link) == bobsChat)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await bob.summary(of: bobsChat).access == .readWrite)
      #expect(try await bob.lines(in: bobsChat) == ["bob: before"])
      #expect(try await alice.summary(of: chat.ownerChat).memberCount == 2)
    }
  }

  @Test func `a removed member keeps the past and is told; one who comes back has all of it`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      let bobsChat = try await chat.id(on: bob)
      try await bob.repository.send("one", to: bobsChat)
      try await world.syncUntilQuiet([alice, bob])
      try await editShare(of: chat) { $0.participants.removeAll { $0.role != .owner } }
      try await bob.repository.send("unsent", to: bobsChat)
      try await alice.repository.send("two", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let gone = "This chat is no longer shared with you."
      let who = "Its owner alice has probably removed you or deleted it."
      #expect(try await bob.summary(of: bobsChat).access == .sealed(reason: "\(gone) \(who)"))
      #expect(try await bob.lines(in: bobsChat) == ["bob: one", "bob: unsent (failed: \(gone))"])
      let link = try await alice.sharing.invite(["bob"], to: chat.ownerChat, permission: .readWrite)
      #expect(try await bob.sharing.join(link) == bobsChat)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await bob.summary(of: bobsChat).access == .readWrite)
      #expect(
        try await Set(bob.lines(in: bobsChat))
          == ["bob: one", "bob: unsent (failed: \(gone))", "alice: two"], "I27")
      let failed = try #require(try await bob.messages(in: bobsChat).first { $0.text == "unsent" })
      try await bob.repository.retry(failed.id)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await alice.lines(in: chat.ownerChat).contains("bob: unsent"))
    }
  }

  @Test func `a zone that its owner deletes is sealed everywhere`() async throws {
    try await withPair { world, alice, bob, chat in
      let bobsChat = try await chat.id(on: bob)
      try await bob.repository.send("past", to: bobsChat)
      try await world.syncUntilQuiet([alice, bob])
      _ = try await alice.container.database(with: .private)
        .modifyRecordZones(saving: [], deleting: [chat.zoneID])
      try await bob.repository.send("late", to: bobsChat)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await !bob.summary(of: bobsChat).access.canWrite)
      #expect(
        try await alice.summary(of: chat.ownerChat).access
          == .sealed(
            reason: "This chat is not in the cloud any more. You may have deleted it elsewhere."))
      #expect(try await bob.messages(in: bobsChat).map(\.text) == ["past", "late"])
    }
  }

  @Test func `an open link lets anyone in who has it, a closed one only the invited`()
    async throws
  {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let eve = try world.device(of: "eve")
      let chat = try await SharedChat.make(owner: alice, guests: [])
      let closed = try await alice.sharing.link(of: chat.ownerChat)
      #expect(closed.openTo == .none)
      await #expect(throws: ChatError.notInvited) { try await eve.sharing.join(closed.link) }
      await #expect(throws: ChatError.linkOfOneMachine) {
        try await eve.sharing.preview(closed.link)
      }
      // Somebody without an account is invited, who could be she.
      _ = try await alice.sharing.invite(
        ["later@example.com"], to: chat.ownerChat, permission: .readOnly)
      await #expect(throws: ChatError.notInvited) { try await eve.sharing.preview(closed.link) }
      let open = try await alice.sharing.openLink(of: chat.ownerChat, permission: .readWrite)
      let joined = try await eve.sharing.join(open)
      await eve.sync()
      try await eve.repository.send("hi", to: joined)
      try await world.syncUntilQuiet([eve, alice])
      #expect(try await alice.lines(in: chat.ownerChat) == ["eve: hi"])
      // Her right is that of the link: another one for her alone would change nothing.
      await #expect(throws: ChatError.rightOfLink(member: "eve")) {
        try await alice.sharing.setPermission(of: "eve", in: chat.ownerChat, to: .readOnly)
      }
      _ = try await alice.sharing.openLink(of: chat.ownerChat, permission: .readOnly)
      try await world.syncUntilQuiet([eve, alice])
      #expect(try await !eve.summary(of: joined).access.canWrite)
      _ = try await alice.sharing.openLink(of: chat.ownerChat, permission: .none)
      try await world.syncUntilQuiet([eve, alice])
      #expect(try await !eve.summary(of: joined).access.canWrite)
    }
  }

  @Test func `edits of the share that meet are both kept`() async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let tablet = try world.device(of: "alice", named: "tablet")
      _ = try world.device(of: "bob")
      _ = try world.device(of: "carol")
      let chat = try await SharedChat.make(owner: alice, guests: [])
      await tablet.sync()
      let tabletsChat = try await chat.id(on: tablet)
      // The answer to the first save is lost after it was done: the second try meets its own work.
      alice.faults.order(.lostAnswer, for: .modifyRecords)
      _ = try await alice.sharing.invite(["bob"], to: chat.ownerChat, permission: .readWrite)
      alice.faults.order(
        .refused(CloudError(.serverRecordChanged, "somebody was faster")), for: .modifyRecords)
      async let first = alice.sharing.invite(["bob"], to: chat.ownerChat, permission: .readWrite)
      async let second = tablet.sharing.invite(["carol"], to: tabletsChat, permission: .readOnly)
      #expect(try await first == second)
      try await world.syncUntilQuiet([alice, tablet])
      for device in [alice, tablet] {
        #expect(
          try await members(device, chat.id(on: device)) == [
            "alice readWrite accepted, me", "bob readWrite pending", "carol readOnly pending",
          ])
      }
    }
  }

  @Test func `an address that nobody has yet is invited, and shown so`() async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let chat = try await SharedChat.make(owner: alice, guests: [])
      let id = try await chat.id(on: alice)
      _ = try await alice.sharing.invite(["Zoe@example.com"], to: id, permission: .readWrite)
      _ = try await alice.sharing.invite(["zoe@example.com"], to: id, permission: .readWrite)
      await alice.sync()
      #expect(
        try await members(alice, id)
          == ["alice readWrite accepted, me", "zoe@example.com readWrite pending"])
    }
  }

  @Test func `sharing says what went wrong`() async throws {
    try await withTwo { world, alice, bob in
      let early = try await alice.repository.createChat(title: "Early")
      await #expect(throws: ChatError.notYetInCloud(chat: "Early")) {
        try await alice.sharing.invite(["bob"], to: early, permission: .readWrite)
      }
      await #expect(throws: ChatError.unknownAccount("zoe")) {
        try await alice.sharing.invite(["zoe"], to: early, permission: .readWrite)
      }
      let chat = try await SharedChat.make(owner: alice, guests: [bob])
      let bobsChat = try await chat.id(on: bob)
      await #expect(throws: ChatError.notOwner(chat: "Tea")) {
        try await bob.sharing.invite(["alice"], to: bobsChat, permission: .readWrite)
      }
      alice.faults.order(.lostRequest, for: .lookUp)
      await #expect(throws: ChatError.offline(reason: "The request was lost.")) {
        try await alice.sharing.link(of: chat.ownerChat)
      }
      let server = ServerPlace(origin: try #require(ServerOrigin("https://chat.example")))
      let refusals: [(ServerPlace?, ChatError)] = [
        (nil, .linkOfOneMachine), (server, .unknownLink),
      ]
      for (server, error) in refusals {
        let nowhere = InvitationLink(shortGUID: "aaaaaaaaaaaa", title: nil, server: server)
        let sharing = ChatSharing(
          container: bob.container, replica: bob.replica, clock: SkippingClock(), server: server)
        await #expect(throws: error) { try await sharing.preview(nowhere) }
        await #expect(throws: error) { try await sharing.join(nowhere) }
        await #expect(throws: error) { try await sharing.decline(nowhere) }
      }
    }
  }

  @Test func `on a server, every link of a chat names it, and leads back to the chat`()
    async throws
  {
    try await withTwo { world, alice, bob in
      let origin = try #require(ServerOrigin("https://chat.example:8443"))
      let pin = try #require(AuthorityPin(bytes: [UInt8](repeating: 7, count: 32)))
      let server = ServerPlace(origin: origin, pin: pin)
      func sharing(of device: Device) -> ChatSharing {
        ChatSharing(
          container: device.container, replica: device.replica, clock: SkippingClock(),
          server: server)
      }
      let owner = sharing(of: alice)
      let chat = try await alice.repository.createChat(title: "Tea & cake")
      await alice.sync()
      let link = try await owner.invite(["bob"], to: chat, permission: .readWrite)
      #expect(
        "\(link)" == "https://chat.example:8443/join/\(link.shortGUID)#Tea-cake,ca=\(pin)")
      #expect(try await owner.link(of: chat).link == link)

      await bob.sync()
      let repository = ChatRepository(replica: bob.replica, server: server) { "" }
      let waiting = try await repository.currentInvitations()
      #expect(waiting.map { "\($0.link)" } == ["\(link)"])
      for try await invitations in repository.invitations() {
        #expect(invitations == waiting)
        break
      }
      #expect(try await ScreenReader(repository).news()?.invitations == waiting)

      let read = try InvitationLink(parsing: "\(link)")
      #expect(try await sharing(of: bob).preview(read).chatName == "Tea & cake")
      let joined = try await sharing(of: bob).join(read)
      #expect(try await bob.summary(of: joined).name == "Tea & cake")
      let open = try await owner.openLink(of: chat, permission: .readWrite)
      #expect(open == link)
      try await world.syncUntilQuiet([alice, bob])
    }
  }

  @Test func `a link for somebody without an account has a code that was made for it`()
    async throws
  {
    try await withTwo { world, alice, bob in
      let server = ServerPlace(origin: try #require(ServerOrigin("https://chat.example")))
      func sharing(_ answer: Result<String, CloudError>) -> ChatSharing {
        ChatSharing(
          container: alice.container, replica: alice.replica, clock: SkippingClock(),
          server: server,
          newPeople: NewPeople(
            areWelcome: { true },
            makeCode: { () async throws(CloudError) -> (code: String, lifeSeconds: Int64) in
              (code: try answer.get(), lifeSeconds: 600)
            }))
      }
      let chat = try await alice.repository.createChat(title: "Tea")
      await alice.sync()
      #expect(await sharing(.success("c1")).takesNewPeople())
      let made = try await sharing(.success("c1")).newPersonLink(of: chat)
      #expect(made.openTo == .none && made.lifeSeconds == 600)
      #expect(
        "\(made.link)" == "https://chat.example/join/\(made.link.shortGUID)#Tea,code=c1")
      let refusal = CloudError(.permissionFailure, "Only the administrator invites.")
      await #expect(throws: ChatError.cloudRefused(reason: "Only the administrator invites.")) {
        try await sharing(.failure(refusal)).newPersonLink(of: chat)
      }
      // The cloud of one machine has no accounts that come in by a code.
      #expect(await alice.sharing.takesNewPeople() == false)
      await #expect(throws: ChatError.self) { try await alice.sharing.newPersonLink(of: chat) }
      try await world.syncUntilQuiet([alice, bob])
    }
  }

  @Test func `the link of another server asks nothing of this one`() async throws {
    try await withPair { _, alice, bob, chat in
      let own = try await alice.sharing.link(of: chat.ownerChat).link
      let text = "https://chat.example/join/\(own.shortGUID)#Tea"
      let link = try InvitationLink(parsing: text)
      let refusal = ChatError.linkOfOtherServer(server: "chat.example", link: text)
      await #expect(throws: refusal) { try await bob.sharing.preview(link) }
      await #expect(throws: refusal) { try await bob.sharing.join(link) }
      await #expect(throws: refusal) { try await bob.sharing.decline(link) }
      let there = ChatSharing(
        container: bob.container, replica: bob.replica, clock: SkippingClock(), server: link.server)
      #expect(try await there.preview(link).link == link)
      // The address that is asked is the server's too, whatever the server calls itself.
      let named = ServerPlace(origin: try #require(ServerOrigin("https://other.example")))
      let dialling = ChatSharing(
        container: bob.container, replica: bob.replica, clock: SkippingClock(), server: named,
        dialled: link.server?.origin)
      #expect(try await dialling.preview(link).link == link)
      let stranger = try InvitationLink(
        parsing: "https://third.example/join/\(own.shortGUID)#Tea,code=abcdefgh,key=x")
      await #expect(throws: ChatError.self) { try await dialling.preview(stranger) }
      // A secret of one address is not given to another one. The keys of the owner stay: no server gets them, and
      // without them nobody would look whose chat it is.
      let rewritten = dialling.own(stranger)
      #expect("\(rewritten)" == "https://other.example/join/\(own.shortGUID)#Tea,key=x")
      var kept = link
      kept.code = "abcdefgh"
      #expect(dialling.own(kept).code == "abcdefgh")
      #expect(dialling.own(own) == own)
    }
  }

  @Test(arguments: [
    "", "zonechat://join/", "zonechat://join/short", "http://example.org/aaaaaaaaaaaa",
    "zonechat://join/aaaa aaaa", "zonechat://join/aaaaaaaaä",
  ])
  func `a text that is no link is refused`(text: String) {
    #expect(throws: ChatError.self) { try InvitationLink(parsing: text) }
  }

  @Test(arguments: [
    "zonechat://join/aBc-_12345", "  <zonechat://join/aBc-_12345#Tee%20am%20Abend>\n",
    "https://www.icloud.com/share/aBc-_12345#Tee",
  ])
  func `links are read as people paste them`(text: String) throws {
    #expect(try InvitationLink(parsing: text).shortGUID == "aBc-_12345")
  }

  /// Edits the chat's share as another client of the owner would.
  private func editShare(of chat: SharedChat, _ edit: (inout Share) -> Void) async throws {
    let database = chat.owner.container.database(with: .private)
    let shareID = RecordID.zoneWideShare(in: chat.zoneID)
    var record = try #require(
      try await database.records(for: [shareID], desiredKeys: nil)[shareID]?.get())
    var share = try #require(record.share)
    edit(&share)
    record.share = share
    let results = try await database.modifyRecords(
      saving: [record], deleting: [], savePolicy: .ifServerRecordUnchanged, atomically: true)
    _ = try #require(results.saveResults[shareID]).get()
  }
}
