import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import Testing
import TestSupport

/// Whom an account has blocked, on all of its devices, and what it hears no more.
struct BlockTests {
  private func settle(_ world: World, _ devices: Device...) async throws {
    // The pictures do not show blocks: once more than until they are quiet.
    for _ in 0..<2 { try await world.syncUntilQuiet(devices) }
  }

  private func names(_ device: Device) async throws -> [String] {
    try await device.repository.currentBlockedPeople().map(\.name)
  }

  private func window(
    _ device: Device, _ chat: ChatID, unfolded: [ClosedRange<MessageCursor>] = []
  ) async throws -> MessageWindow {
    let request = MessageWindow.Request(place: .newest, unread: nil, unfolded: unfolded)
    return try await firstValue(of: device.repository.window(in: chat, request)) { _ in true }
  }

  /// The messages of a window, each as its text, or as how many it stands for, and whose.
  private func shown(_ window: MessageWindow) -> [String] {
    window.messages.map { message in
      message.fold.map { "\($0.count) of \($0.senders.joined(separator: ", "))" } ?? message.text
    }
  }

  @Test func `a block holds on all devices of a person, for nobody else, and is taken back`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      let phone = try world.device(of: "bob", named: "phone")
      let id = try await chat.id(on: bob)
      try await settle(world, alice, bob, phone)
      #expect(try await bob.repository.setBlocked(true, named: "@Alice") == "alice")
      try await settle(world, bob, phone, alice)
      #expect(try await names(phone) == ["alice"])
      #expect(try await names(alice) == [])
      try await alice.repository.send("hello @bob", to: chat.ownerChat)
      try await settle(world, alice, bob, phone)
      for device in [bob, phone] {
        let summary = try await device.summary(of: chat.id(on: device))
        #expect(summary.unreadCount == 0 && summary.mentionCount == 0)
        #expect(summary.lastMessage == nil)
        #expect(try await device.repository.unread(in: chat.id(on: device)) == nil)
        let window = try await window(device, chat.id(on: device))
        #expect(shown(window) == ["1 of alice"] && window.unseen == nil)
      }
      // Everything is still there for programs.
      #expect(try await bob.messages(in: id).map(\.text) == ["hello @bob"])
      #expect(try await bob.messages(in: id).map(\.isOfBlockedPerson) == [true])
      #expect(try await phone.repository.setBlocked(false, named: "alice") == "alice")
      try await settle(world, phone, bob)
      #expect(try await names(bob) == [])
      let summary = try await bob.summary(of: id)
      #expect(summary.unreadCount == 1 && summary.mentionCount == 1)
      #expect(summary.lastMessage?.text == "hello @bob")
      #expect(try await shown(window(bob, id)) == ["hello @bob"])
      #expect(try await bob.repository.outbox().isEmpty)
    }
  }

  @Test func `of two devices that disagree the later wins`() async throws {
    try await withPair { world, alice, bob, chat in
      let phone = try world.device(of: "bob", named: "phone")
      try await settle(world, bob, phone)
      try await bob.repository.setBlocked(true, named: "alice")
      try await settle(world, bob, phone)
      for device in [bob, phone] { device.faults.ask { _ in .lostRequest } }
      world.time.advance(by: 1)
      try await phone.repository.setBlocked(false, named: "alice")
      world.time.advance(by: 1)
      try await bob.repository.setBlocked(false, named: "alice")
      world.time.advance(by: 1)
      try await bob.repository.setBlocked(true, named: "alice")
      _ = await phone.sync()
      for device in [bob, phone] { device.faults.ask(nil) }
      try await settle(world, phone, bob)
      for device in [bob, phone] { #expect(try await names(device) == ["alice"]) }
    }
  }

  @Test func `a block stays with the account, whatever it calls itself and wherever it writes`()
    async throws
  {
    try await withPair { world, alice, bob, _ in
      try await bob.repository.setBlocked(true, user: alice.account.userRecordName)
      try world.call(alice, "Somebody Else")
      let other = try await SharedChat.make(title: "Other", owner: alice, guests: [bob])
      try await alice.repository.send("@bob here I am", to: other.ownerChat)
      try await settle(world, alice, bob)
      let summary = try await bob.summary(of: other.id(on: bob))
      #expect(summary.unreadCount == 0 && summary.mentionCount == 0)
      #expect(try await names(bob) == ["alice"])
    }
  }

  @Test func `several messages in a row are one, until they are unfolded`() async throws {
    try await withTwo { world, alice, bob in
      let carol = try world.device(of: "carol")
      let chat = try await SharedChat.make(owner: alice, guests: [bob, carol])
      let id = try await chat.id(on: bob)
      func say(_ text: String, _ device: Device) async throws {
        world.time.advance(by: 1)
        try await device.repository.send(text, to: chat.id(on: device))
        try await settle(world, alice, bob, carol)
      }
      for text in ["a1", "a2"] { try await say(text, alice) }
      try await say("c1", carol)
      try await say("a3", alice)
      try await say("b1", bob)
      try await say("a4", alice)
      try await bob.repository.setBlocked(true, named: "alice")
      #expect(
        try await shown(window(bob, id)) == ["2 of alice", "c1", "1 of alice", "b1", "1 of alice"])
      #expect(try await window(bob, id).newerCount == 0)
      try await bob.repository.setBlocked(true, named: "carol")
      let folded = try await window(bob, id)
      #expect(shown(folded) == ["4 of alice, carol", "b1", "1 of alice"])
      let fold = try #require(folded.messages.first?.fold)
      let part = try #require(folded.messages.first).cursor...fold.last
      #expect(
        try await shown(window(bob, id, unfolded: [part]))
          == ["a1", "a2", "c1", "a3", "b1", "1 of alice"])
      // What comes behind an unfolded part is folded by itself.
      let last = try #require(folded.messages.last)
      try await say("a5", alice)
      #expect(
        try await shown(window(bob, id, unfolded: [last.cursor...last.cursor]))
          == ["4 of alice, carol", "b1", "a4", "1 of alice"])
    }
  }

  @Test func `a person who writes without end is one line, and what is before it can be reached`()
    async throws
  {
    try await withLoneDevice { device in
      let chat = ForeignChat()
      var records = [chat.message("first", "hello", at: 1, from: "_carol")]
      for number in 1...1_000 {
        records.append(chat.message("m\(number)", "spam", at: Int64(number + 1), from: "_eve"))
      }
      records.append(chat.message("last", "bye", at: 2_000, from: "_carol"))
      let id = try await chat.bring(to: device, records)
      try await device.repository.setBlocked(true, user: "_eve")
      let window = try await window(device, id)
      #expect(window.messages.map(\.fold?.count) == [nil, 1_000, nil])
      #expect(window.isAtBeginning && window.newerCount == 0)
      device.discard()
    }
  }

  @Test func `reactions, quotes, searches and the archive leave blocked people out`() async throws {
    try await withPair { world, alice, bob, chat in
      let id = try await chat.id(on: bob)
      let mine = try await bob.repository.send("train", to: id)
      try await settle(world, alice, bob)
      let message = try #require(try await alice.messages(in: chat.ownerChat).first)
      for emoji in ["👍", "🎉"] { try await alice.repository.react(emoji, to: message.id) }
      try await bob.repository.react("👍", to: mine)
      world.time.advance(by: 1)
      try await alice.repository.send("train too", to: chat.ownerChat)
      try await settle(world, alice, bob)
      let theirs = try #require(try await bob.messages(in: id).last)
      world.time.advance(by: 1)
      try await bob.repository.send("why?", to: id, replyingTo: theirs.recordName)
      try await bob.repository.setArchived(true, of: id)
      try await bob.repository.setBlocked(true, named: "alice")
      world.time.advance(by: 1)
      try await alice.repository.send("train again", to: chat.ownerChat)
      try await settle(world, alice, bob)
      #expect(try await bob.summary(of: id).isArchived)
      let messages = try await bob.messages(in: id)
      #expect(
        messages.first?.reactions
          == [Message.Reaction(emoji: "👍", count: 1, names: ["bob"], isOwn: true)])
      #expect(messages.first?.moreReactions == 0)
      let answer = try #require(messages.first { $0.text == "why?" })
      #expect(answer.replyTo?.original?.isOfBlockedPerson == true)
      func found(_ text: String, of sender: String? = nil) async throws -> [String] {
        var search = MessageSearch(words: text)
        search.sender = sender
        return try await bob.repository.search(search, limit: 10).map(\.message.text)
      }
      #expect(try await found("train") == ["train"])
      #expect(try await found("train", of: "alice") == ["train again", "train too"])
      try await bob.repository.setBlocked(false, named: "alice")
      #expect(try await bob.messages(in: id).first?.reactions.map(\.count) == [2, 1])
      #expect(try await found("train") == ["train again", "train too", "train"])
      #expect(try await !bob.summary(of: id).isArchived)
      try await settle(world, bob)
    }
  }

  @Test func `a blocked person does not learn how far somebody has read`() async throws {
    try await withPair { world, alice, bob, chat in
      let id = try await chat.id(on: bob)
      try await bob.repository.setBlocked(true, named: "alice")
      try await alice.repository.send("seen?", to: chat.ownerChat)
      try await settle(world, alice, bob)
      try await bob.repository.markSeen(id, through: bob.repository.newestArrival(in: id))
      try await settle(world, bob, alice)
      #expect(try await alice.messages(in: chat.ownerChat).map(\.delivery) == [.sent])
    }
  }

  @Test func `invitations of blocked people are not shown, and those of strangers are marked`()
    async throws
  {
    try await withTwo { world, alice, bob in
      func invite(_ title: String, _ owner: Device, _ guest: Device) async throws {
        let chat = try await owner.repository.createChat(title: title)
        await owner.sync()
        _ = try await owner.sharing.invite(
          [guest.account.name], to: chat, permission: .readWrite)
        await guest.sync()
      }
      func invitations(_ device: Device) async throws -> [String] {
        try await device.repository.currentInvitations().map {
          $0.chatName + ($0.isFromStranger ? " by a stranger" : "")
        }
      }
      try await invite("One", alice, bob)
      #expect(try await invitations(bob) == ["One by a stranger"])
      // Whom one has invited is no stranger.
      try await invite("Mine", bob, alice)
      #expect(try await invitations(bob) == ["One"])
      try await bob.repository.setBlocked(true, named: "alice")
      #expect(try await invitations(bob) == [])
      try await invite("Two", alice, bob)
      #expect(try await invitations(bob) == [])
      try await bob.repository.setBlocked(false, named: "alice")
      #expect(try await invitations(bob) == ["One", "Two"])
      for device in [alice, bob] { device.discard() }
    }
  }

  @Test func `only somebody who was met is blocked, and never oneself`() async throws {
    try await withPair { _, _, bob, chat in
      await #expect(throws: ChatError.unknownPerson("carol")) {
        try await bob.repository.setBlocked(true, named: "carol")
      }
      await #expect(throws: ChatError.blocksOneself) {
        try await bob.repository.setBlocked(true, named: "BOB")
      }
      await #expect(throws: ChatError.notBlocked("alice")) {
        try await bob.repository.setBlocked(false, named: "alice")
      }
      let members = try await bob.repository.currentMembers(of: chat.id(on: bob))
      #expect(members.map(\.isBlocked) == [false, false])
    }
  }

  @Test func `blocks survive a resync and a reset of encrypted data`() async throws {
    try await withPair { world, _, bob, _ in
      try await bob.repository.setBlocked(true, named: "alice")
      try await settle(world, bob)
      let zoneID = SettingsZone.id(of: bob.account.userRecordName)
      try await bob.replica.beginResync(of: zoneID)
      try await settle(world, bob)
      #expect(try await names(bob) == ["alice"])
      try world.end(zoneID, .encryptedDataReset)
      try await settle(world, bob)
      let phone = try world.device(of: "bob", named: "phone")
      try await settle(world, phone)
      #expect(try await names(phone) == ["alice"])
    }
  }

  @Test func `a record of another name is none`() throws {
    var person = BlockedPersonRecord(of: "_eve", name: "eve")
    person.blocked.set(1, at: Date(millisecondsSince1970: 1_000))
    let record = person.record(in: SettingsZone.id(of: "_me"))
    #expect(record.recordID.recordName.utf8.count == 70)
    #expect(BlockedPersonRecord(record)?.blocked.value == 1)
    var moved = record
    moved["user"] = .string("_ada")
    #expect(BlockedPersonRecord(moved) == nil)
  }
}
