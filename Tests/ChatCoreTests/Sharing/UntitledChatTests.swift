import ChatCore
import ChatModel
import CloudModel
import Testing
import TestSupport

/// Chats without a title, which are named after the others in them.
struct UntitledChatTests {
  private func name(_ device: Device, _ chat: ChatID) async throws -> String {
    try await device.summary(of: chat).name
  }

  /// A record of the chat's zone in the cloud, as its owner sees it.
  private func record(_ name: String, of chat: ChatID, by owner: Device) async throws -> CloudRecord
  {
    let zone = RecordZoneID(
      zoneName: try await owner.summary(of: chat).zoneName,
      ownerName: owner.account.userRecordName)
    let id = RecordID(recordName: name, zoneID: zone)
    let found = try await owner.container.database(with: .private)
      .records(for: [id], desiredKeys: nil)
    return try #require(found[id]).get()
  }

  private func join(
    _ guest: Device, to chat: ChatID, of owner: Device, in world: World
  ) async throws -> ChatID {
    let link = try await owner.sharing.invite(
      [guest.account.name], to: chat, permission: .readWrite)
    let joined = try await guest.sharing.join(link)
    try await world.syncUntilQuiet([owner, guest])
    return joined
  }

  @Test func `a chat of two has on each side the name of the other`() async throws {
    try await withTwo { world, alice, bob in
      let chat = try await alice.repository.createChat(title: "")
      #expect(try await name(alice, chat) == "(no title)")
      await alice.sync()
      let link = try await alice.sharing.invite(["bob"], to: chat, permission: .readWrite)
      #expect(try await name(alice, chat) == "bob", "also before bob joins")
      #expect(!"\(link)".contains("#"))
      await bob.sync()
      let invitation = try #require(try await bob.repository.currentInvitations().first)
      #expect(invitation.title == "a chat of alice" && invitation.chatName == "")
      let bobs = try await bob.sharing.join(link)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await name(alice, chat) == "bob")
      #expect(try await name(bob, bobs) == "alice")
      try await bob.repository.send("hello", to: bobs)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await alice.summary(of: chat).title == "")
      #expect(try await record("session", of: chat, by: alice)["name"] == nil)
      #expect(
        try await record(RecordID.zoneWideShareName, of: chat, by: alice)[Share.titleKey] == nil)
      let second = try world.device(of: "alice")
      await second.sync()
      #expect(try await second.repository.chat(matching: "bob").name == "bob")
    }
  }

  @Test func `a chat that was joined stays with its draft, and learns when it was made`()
    async throws
  {
    try await withTwo { world, alice, bob in
      let (first, second) = (
        try await alice.repository.createChat(title: ""),
        try await alice.repository.createChat(title: "")
      )
      await alice.sync()
      let made = try await alice.summary(of: first).createdAt
      let bobs = try await join(bob, to: first, of: alice, in: world)
      #expect(try await bob.summary(of: bobs).createdAt == made)

      let link = try await alice.sharing.invite(["bob"], to: second, permission: .readWrite)
      let gone = try await bob.sharing.join(link)
      try await bob.repository.saveDraft(Draft(text: "precious"), in: gone)
      try await alice.repository.deleteChat(second)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await bob.repository.openDraft(in: gone).kept.text == "precious")
    }
  }

  @Test
  func `the chat's name lists the members, and those who left only while nobody else is there`()
    async throws
  {
    try await withTwo { world, alice, bob in
      let carol = try world.device(of: "carol")
      let chat = try await alice.repository.createChat(title: " ")
      await alice.sync()
      let bobs = try await join(bob, to: chat, of: alice, in: world)
      let carols = try await join(carol, to: chat, of: alice, in: world)
      try await world.syncUntilQuiet([alice, bob, carol])
      #expect(try await name(alice, chat) == "bob, carol")
      #expect(try await name(bob, bobs) == "alice, carol")
      #expect(try await name(carol, carols) == "alice, bob")
      try await carol.repository.leave(carols)
      try await world.syncUntilQuiet([alice, bob, carol])
      #expect(try await name(alice, chat) == "bob")
      #expect(try await name(bob, bobs) == "alice")
      try await alice.sharing.remove("bob", from: chat)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await name(alice, chat) == "bob, carol", "the people of whom it was")
      #expect(try await alice.summary(of: chat).memberCount == 1)
      #expect(try await name(bob, bobs) == "alice")
    }
  }

  @Test func `everybody gets the title, and its end`() async throws {
    try await withTwo { world, alice, bob in
      let chat = try await alice.repository.createChat(title: "")
      await alice.sync()
      let bobs = try await join(bob, to: chat, of: alice, in: world)
      world.time.advance(by: 1)
      try await bob.repository.rename(bobs, to: "Trip")
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await name(alice, chat) == "Trip")
      #expect(try await name(bob, bobs) == "Trip")
      #expect(try await alice.summary(of: chat).title == "Trip")
      _ = try await alice.sharing.invite(["bob"], to: chat, permission: .readWrite)
      let titled = try await record(RecordID.zoneWideShareName, of: chat, by: alice)
      #expect(titled[Share.titleKey] == .string("Trip"))

      world.time.advance(by: 1)
      try await alice.repository.rename(chat, to: "")
      #expect(try await name(alice, chat) == "bob")
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await name(bob, bobs) == "alice")
      #expect(try await record("session", of: chat, by: alice)["name"] == nil)
      #expect(
        try await bob.repository.events(in: bobs, since: nil).map(\.sentence).suffix(2)
          == ["You named the chat ‘Trip’", "alice took away the chat's title"])
      _ = try await alice.sharing.invite(["bob"], to: chat, permission: .readWrite)
      let untitled = try await record(RecordID.zoneWideShareName, of: chat, by: alice)
      #expect(untitled[Share.titleKey] == nil)
      try await world.syncUntilQuiet([alice, bob])
    }
  }

  @Test(arguments: [true, false])
  func `of a title and none that are given at once, the later one counts`(isTitleLater: Bool)
    async throws
  {
    try await withPair { world, alice, bob, chat in
      let bobs = try await chat.id(on: bob)
      world.time.advance(by: 1)
      let changes: [() async throws -> Void] = [
        { try await alice.repository.rename(chat.ownerChat, to: "") },
        { try await bob.repository.rename(bobs, to: "Trip") },
      ]
      for change in isTitleLater ? changes : changes.reversed() {
        try await change()
        world.time.advance(by: 1)
      }
      try await world.syncUntilQuiet([alice, bob])
      let (one, other) = (try await name(alice, chat.ownerChat), try await name(bob, bobs))
      #expect(isTitleLater ? one == "Trip" && other == "Trip" : one == "bob" && other == "alice")
    }
  }

  @Test func `a name that several chats have is refused, with their ids`() async throws {
    try await withTwo { world, alice, bob in
      let chat = try await alice.repository.createChat(title: "")
      let titled = try await alice.repository.createChat(title: "Bob")
      await alice.sync()
      _ = try await join(bob, to: chat, of: alice, in: world)
      let ids = [
        try await alice.summary(of: chat).zoneName, try await alice.summary(of: titled).zoneName,
      ]
      do {
        _ = try await alice.repository.chat(matching: "bob")
        Issue.record("One of them was taken.")
      } catch {
        let sentence = "\(error)"
        #expect(ids.allSatisfy { sentence.contains("(\($0))") }, "\(sentence)")
      }
      #expect(try await alice.repository.chat(matching: ids[0]).name == "bob")
      await #expect(throws: ChatError.unknownChat("")) {
        try await alice.repository.chat(matching: " ")
      }
    }
  }
}
