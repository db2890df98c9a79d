import ChatCore
import ChatModel
import CloudModel
import Testing
import TestSupport

/// The identity of a person: the account's name, whatever they call themselves.
struct NameTests {
  /// A chat of olga's with alice, the reader, and mallory, who calls herself something.
  private func member(
    calling name: String, account: String? = "mallory", reader: String = "reader"
  ) async throws -> Member {
    var found: Member?
    try await withWorld { world in
      let device = try world.device(of: reader)
      device.discard()
      let chat = ForeignChat()
      let id = try await chat.bring(to: device)
      var share = chat.share(of: device.account.userRecordName, permission: .readWrite)
      for (number, identity) in [
        UserIdentity(userRecordName: "_alice", accountName: "alice"),
        UserIdentity(userRecordName: "_anna", accountName: "anna.smith"),
        UserIdentity(userRecordName: "_mallory", accountName: account, givenName: name),
      ].enumerated() {
        share.share?.participants.append(
          Participant(
            participantID: "p\(number)", identity: identity, acceptanceStatus: .accepted))
      }
      try await chat.apply(chat.page([share], token: "z2"), to: device)
      found = try await device.repository.currentMembers(of: id).first {
        $0.userRecordName == "_mallory"
      }
    }
    return try #require(found)
  }

  @Test(arguments: [
    "alice", "Alice", "ALICE", "\u{430}lice", "al\u{456}ce", "a1ice", "aIice", "al\u{200B}ice",
    "\u{202E}alice\u{202C}", "\u{FEFF}alice", "alice (owner)", "the real alice", "a l i c e",
    "ａｌｉｃｅ", "𝐚𝐥𝐢𝐜𝐞", "ⓐⓛⓘⓒⓔ", "🅰🅻🅸🅲🅴", "álice", "@lice", "al!ce", "αlιce", "ᴀʟɪᴄᴇ", "alice!",
    "alice\u{301}", "a\u{34F}lice", "“alice”", "Anna Smith", "anna_smith", "аnnа.ѕmіth", "reader",
    "You", "Yоu", "owner", "\u{200B}", "", " ", "\u{301}\u{301}", "MALLORY",
  ])
  func `a name that could be somebody else's is not shown`(name: String) async throws {
    let member = try await member(calling: name)
    #expect(member.name == "mallory")
    #expect(member.displayName == nil)
  }

  @Test(arguments: [
    ("Mallory Smith", "Mallory Smith"), ("Malice", "Malice"), ("Мария", "Мария"),
    ("O’Brien", "O'Brien"), ("“Mal”", "Mal"), (" Mal\n\tM. ", "Mal M."), ("東京", "東京"),
    ("M\u{202E}al\u{9B}31m", "Mal 31m"), ("Zoë", "Zoë"),
    ("Z\u{301}\u{302}\u{303}\u{304}", "Z\u{301}\u{302}"),
    (String(repeating: "long ", count: 50), "long long long long long long long long"),
  ])
  func `any other name stands beside the account's, harmless`(
    name: String, shown: String
  ) async throws {
    let member = try await member(calling: name)
    #expect(member.name == "mallory")
    #expect(member.displayName == shown)
  }

  @Test(arguments: [nil, "", "alice (owner)", "al ice", "a\nb", "\u{430}lice", "\u{202E}x"])
  func `a name that no account can have is no account's name`(claimed: String?) async throws {
    #expect(try await member(calling: "Mal", account: claimed).name == "unknown _mallor")
  }

  @Test func `a version of the share without a name leaves the name that was known`() async throws {
    try await withLoneDevice { device in
      let chat = ForeignChat()
      let id = try await chat.bring(to: device)
      for (version, name) in ["mallory", nil, ""].enumerated() {
        var share = chat.share(of: device.account.userRecordName, permission: .readWrite)
        // Whoever comes back has another participant's ID.
        share.share?.participants.append(
          Participant(
            participantID: "p\(version)",
            identity: UserIdentity(userRecordName: "_mallory", accountName: name),
            acceptanceStatus: .accepted))
        try await chat.apply(chat.page([share], token: "n\(version)"), to: device)
        let names = try await device.repository.currentMembers(of: id).map(\.name)
        #expect(names.contains("mallory"), "\(names)")
      }
    }
  }

  @Test func `whoever had left a chat before one joined it is known from another chat`()
    async throws
  {
    try await withTwo { world, alice, bob in
      let carol = try world.device(of: "carol")
      let all = [alice, bob, carol]
      _ = try await SharedChat.make(title: "Crew", owner: alice, guests: [bob, carol])
      let trip = try await SharedChat.make(title: "Trip", owner: alice, guests: [carol])
      let carols = try await trip.id(on: carol)
      let message = try await carol.repository.send("I go by train", to: carols)
      try await carol.repository.react("👍", to: message)
      try await world.syncUntilQuiet(all)
      try await alice.sharing.remove("carol", from: trip.ownerChat)
      try await world.syncUntilQuiet(all)
      #expect(try await alice.lines(in: trip.ownerChat).first?.hasPrefix("carol: ") == true)
      let link = try await alice.sharing.invite(
        ["bob"], to: trip.ownerChat, permission: .readWrite)
      let bobs = try await bob.sharing.join(link)
      try await world.syncUntilQuiet(all)
      #expect(try await bob.lines(in: bobs) == ["carol: I go by train 👍[\"carol\"]"])
      #expect(try await bob.summary(of: bobs).lastMessage?.senderName == "carol")
      var search = MessageSearch(words: "train")
      search.sender = "carol"
      #expect(try await bob.repository.search(search, limit: 5).count == 1)
    }
  }

  @Test(arguments: ["you", "YOU", "y0u"])
  func `the word for oneself stands for nobody else`(claimed: String) async throws {
    #expect(try await member(calling: "Mal", account: claimed).name == "@" + claimed)
  }

  @Test func `a person who takes another's name joins, writes and reacts under her account's name`()
    async throws
  {
    try await withTwo { world, alice, bob in
      let mallory = try world.device(of: "mallory")
      try world.call(mallory, "alice")
      try world.call(bob, "Bobby")
      let chat = try await SharedChat.make(owner: alice, guests: [bob, mallory])
      try await mallory.repository.send("I am alice", to: chat.id(on: mallory))
      try await world.syncUntilQuiet([mallory, alice, bob])
      let seen = try #require(try await bob.messages(in: chat.id(on: bob)).first)
      #expect(seen.senderName == "mallory" && seen.senderDisplayName == nil)
      try await mallory.repository.react("👍", to: mallory.messages(in: chat.id(on: mallory))[0].id)
      try await world.syncUntilQuiet([mallory, alice, bob])
      #expect(
        try await bob.lines(in: chat.id(on: bob)) == ["mallory: I am alice 👍[\"mallory\"]"])
      #expect(try await bob.summary(of: chat.id(on: bob)).lastMessage?.senderName == "mallory")
      let members = try await alice.repository.currentMembers(of: chat.ownerChat)
      #expect(members.map(\.name) == ["alice", "bob", "mallory"])
      #expect(members.map(\.displayName) == [nil, "Bobby", nil])
    }
  }

  @Test func `an invitation says whose account it is from`() async throws {
    try await withWorld { world in
      let bob = try world.device(of: "bob")
      let alice = try world.device(of: "alice")
      let mallory = try world.device(of: "mallory")
      _ = try await SharedChat.make(owner: alice, guests: [bob])
      try world.call(mallory, "Alice")
      let chat = try await mallory.repository.createChat(title: "Money")
      await mallory.sync()
      let link = try await mallory.sharing.invite(["bob"], to: chat, permission: .readWrite)
      await bob.sync()
      let invitation = try #require(try await bob.repository.currentInvitations().first)
      #expect(invitation.ownerName == "mallory" && invitation.ownerDisplayName == nil)
      let preview = try await bob.sharing.preview(link)
      #expect(preview.ownerName == "mallory" && preview.ownerDisplayName == nil)
      try await bob.sharing.decline(link)
      try await world.syncUntilQuiet([alice, bob, mallory])
    }
  }

  @Test func `a right is given and taken by the account's name alone`() async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let mallory = try world.device(of: "mallory")
      let bob = try world.device(of: "bob")
      try world.call(mallory, "bob")
      try world.call(bob, "Bobby")
      let chat = try await SharedChat.make(owner: alice, guests: [mallory, bob])
      await #expect(throws: ChatError.notMember("Bobby")) {
        try await alice.sharing.remove("Bobby", from: chat.ownerChat)
      }
      try await alice.sharing.remove("BOB", from: chat.ownerChat)
      try await world.syncUntilQuiet([alice, mallory, bob])
      let names = try await alice.repository.currentMembers(of: chat.ownerChat).map(\.name)
      #expect(names == ["alice", "mallory"])
    }
  }

  @Test func `a title from elsewhere is as long as a title may be`() async throws {
    try await withLoneDevice { device in
      let chat = ForeignChat()
      let id = try await chat.bring(to: device)
      let marks = String(repeating: "\u{301}", count: 100_000)
      for title in [String(repeating: "x", count: 100_000), "x" + marks] {
        let session = chat.session(title, tag: "s-\(title.count)")
        try await chat.apply(chat.page([session], token: "z-\(title.count)"), to: device)
        let name = try await device.summary(of: id).name
        #expect(!name.isEmpty && name.count <= 100 && name.utf8.count <= 1600)
        #expect(title.unicodeScalars.starts(with: name.unicodeScalars))
      }
    }
  }
}
