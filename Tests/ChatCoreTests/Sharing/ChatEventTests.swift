import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import SyncRules
import TestSupport
import Testing

/// Events in a chat beside its messages: derived from its share and its name.
struct ChatEventTests {
  private let foreign = ForeignChat()

  private func lines(_ device: Device, _ chat: ChatID) async throws -> [String] {
    try await device.repository.events(in: chat, since: nil).map(\.sentence)
  }

  @Test func `events tell of joining, leaving, removal, another right and new names`() async throws
  {
    try await withTwo { world, alice, bob in
      let carol = try world.device(of: "carol")
      let all = [alice, bob, carol]
      let chat = try await SharedChat.make(owner: alice, guests: [bob, carol])
      let bobs = try await chat.id(on: bob)
      try await world.syncUntilQuiet(all)
      #expect(try await lines(alice, chat.ownerChat).sorted() == ["bob joined", "carol joined"])
      #expect(try await lines(bob, bobs) == ["You joined", "carol joined"])
      try await alice.sharing.setPermission(of: "bob", in: chat.ownerChat, to: .readOnly)
      try await world.syncUntilQuiet(all)
      try await alice.sharing.setPermission(of: "bob", in: chat.ownerChat, to: .readWrite)
      try await world.syncUntilQuiet(all)
      try await bob.repository.rename(bobs, to: "Coffee")
      try await world.syncUntilQuiet(all)
      try await alice.repository.rename(chat.ownerChat, to: "Cake")
      try await world.syncUntilQuiet(all)
      try await carol.repository.leave(chat.id(on: carol))
      try await world.syncUntilQuiet(all)
      try await alice.sharing.remove("bob", from: chat.ownerChat)
      try await world.syncUntilQuiet(all)
      #expect(
        try await lines(alice, chat.ownerChat).suffix(6) == [
          "You let bob only read", "You let bob write", "bob named the chat ‘Coffee’",
          "You named the chat ‘Cake’", "carol left", "You removed bob",
        ])
      #expect(
        try await lines(bob, bobs) == [
          "You joined", "carol joined", "alice let you only read", "alice let you write",
          "You named the chat ‘Coffee’", "alice named the chat ‘Cake’", "carol left",
        ])
      let link = try await alice.sharing.invite(
        ["bob"], to: chat.ownerChat, permission: .readWrite)
      _ = try await bob.sharing.join(link)
      try await world.syncUntilQuiet(all)
      #expect(try await lines(alice, chat.ownerChat).last == "bob joined")
    }
  }

  @Test func `somebody who was out and is back with the same right has joined again`() async throws
  {
    try await withTwo { world, alice, bob in
      let carol = try world.device(of: "carol")
      let all = [alice, bob, carol]
      let chat = try await SharedChat.make(owner: alice, guests: [bob, carol])
      try await world.syncUntilQuiet(all)
      let before = try await lines(carol, try await chat.id(on: carol))
      try await alice.sharing.remove("bob", from: chat.ownerChat)
      let link = try await alice.sharing.invite(
        ["bob"], to: chat.ownerChat, permission: .readWrite)
      world.time.advance(by: 1)
      _ = try await bob.sharing.join(link)
      // Carol has seen none of the versions between.
      try await world.syncUntilQuiet(all)
      try await world.syncUntilQuiet(all)
      #expect(try await lines(carol, try await chat.id(on: carol)) == before + ["bob joined"])
      #expect(try await lines(bob, try await chat.id(on: bob)).last == "You joined")
    }
  }

  @Test func `events stand beside the messages of their time`() async throws {
    try await withPair { world, alice, bob, chat in
      try await alice.repository.send("one", to: chat.ownerChat)
      world.time.advance(by: 1)
      try await alice.repository.rename(chat.ownerChat, to: "Coffee")
      world.time.advance(by: 1)
      try await alice.repository.send("two", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let stream = try await bob.repository.window(
        in: chat.id(on: bob), .init(place: .newest, unread: nil))
      let window = try await firstValue(of: stream) { _ in true }
      #expect(window.messages.map(\.text) == ["one", "two"])
      let event = try #require(window.events.last)
      // The message after it raised `lastMessageAt` in the same record, so its author is not certain.
      #expect(event.kind == .renamed("Coffee"))
      #expect(
        window.messages[0].timestamp < event.time && event.time < window.messages[1].timestamp)
    }
  }

  @Test func `a page that was asked for before an edit here makes no lines`() async throws {
    try await withLoneDevice { alice in
      let user = alice.account.userRecordName
      func share(_ names: [String], at time: Int64, by modifier: String) -> Record {
        var record = foreign.share(of: user, permission: .readWrite)
        record.share?.participants += names.map {
          Participant(
            participantID: $0, identity: UserIdentity(userRecordName: $0, accountName: $0),
            acceptanceStatus: .accepted)
        }
        record.modificationDate = Date(millisecondsSince1970: time)
        record.lastModifiedUserRecordName = modifier
        return record
      }
      let chat = try await foreign.bring(to: alice)
      let versions = [
        share(["bob"], at: 2_000, by: "bob"), share(["bob", "eve"], at: 3_000, by: "eve"),
        share(["bob"], at: 2_000, by: "bob"), share(["bob", "eve"], at: 3_000, by: "eve"),
        share([], at: 4_000, by: "_owner"),
      ]
      for (number, version) in versions.enumerated() {
        try await foreign.apply(foreign.page([version], token: "n\(number)"), to: alice)
      }
      #expect(
        try await lines(alice, chat) == [
          "bob joined", "eve joined", "olga removed bob", "olga removed eve",
        ])
    }
  }

  @Test func `a chat keeps a bounded number of events`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      for number in 0..<(ChatEvent.limit + 20) {
        var session = foreign.session("Name \(number)", tag: "s\(number)a")
        session["renamedAt"] = .date(Date(millisecondsSince1970: 1_000 + Int64(number)))
        try await foreign.apply(foreign.page([session], token: "t\(number)"), to: alice)
      }
      let events = try await alice.repository.events(in: chat, since: nil)
      #expect(events.count == ChatEvent.limit)
      #expect(events.last?.kind == .renamed("Name \(ChatEvent.limit + 19)"))
    }
  }

  // MARK: - What a difference says

  private func difference(
    _ before: String, _ after: String, by modifier: String?, isNew: Bool = true
  ) -> [String] {
    func people(_ text: String) -> [(String, Participant.Permission)] {
      text.split(separator: " ").map {
        (String($0.prefix { $0 != "-" }), $0.hasSuffix("-") ? .readOnly : .readWrite)
      }
    }
    let seats = people(before).map {
      ShareDifference.Seat(user: $0.0, permission: $0.1, status: .accepted)
    }
    let share = Share(
      participants: people(after).map {
        Participant(
          participantID: $0.0, identity: UserIdentity(userRecordName: $0.0),
          role: $0.0 == "o" ? .owner : .privateUser, permission: $0.1, acceptanceStatus: .accepted)
      })
    let difference = ShareDifference(
      from: seats, to: share, owner: "o", modifier: modifier, isNew: isNew)
    return difference.changes.map {
      "\($0.user) \($0.kind.word)\($0.kind.detail)" + ($0.actor.map { " by \($0)" } ?? "")
    }
  }

  @Test func `whoever declines an invitation is named, and whoever loses it is not`() async throws {
    try await withTwo { world, alice, bob in
      let carol = try world.device(of: "carol")
      let all = [alice, bob, carol]
      let chat = try await SharedChat.make(owner: alice, guests: [bob])
      try await world.syncUntilQuiet(all)
      let link = try await alice.sharing.invite(
        ["carol"], to: chat.ownerChat, permission: .readWrite)
      try await world.syncUntilQuiet(all)
      try await carol.sharing.decline(link)
      try await world.syncUntilQuiet(all)
      #expect(
        try await lines(alice, chat.ownerChat) == ["bob joined", "carol declined the invitation"])
      #expect(try await alice.summary(of: chat.ownerChat).isLeftByAll == false, "bob is there")
      _ = try await alice.sharing.invite(["carol"], to: chat.ownerChat, permission: .readWrite)
      try await world.syncUntilQuiet(all)
      try await alice.sharing.remove("carol", from: chat.ownerChat)
      try await world.syncUntilQuiet(all)
      #expect(try await lines(alice, chat.ownerChat).count == 2, "she has withdrawn it herself")
    }
  }

  @Test func `a difference claims only what is certain`() {
    #expect(difference("o", "o b", by: "b") == ["b joined"])
    #expect(difference("o b-", "o b", by: "o") == ["b permissionREAD_WRITE by o"])
    #expect(difference("o b- c", "o b c", by: "b") == ["b joined"], "removed between, and back")
    #expect(difference("o b c", "o b c", by: "b") == ["b joined"], "with the same right")
    #expect(difference("o b c", "o b c", by: "b", isNew: false) == [])
    #expect(difference("o b c", "o b", by: "c") == ["c left"])
    #expect(difference("o b c", "o", by: "c") == ["b gone", "c left"])
    #expect(difference("o b c", "o", by: "o") == ["b removed by o", "c removed by o"])
    #expect(difference("o b", "o c", by: "o") == ["c joined", "b gone"])
    #expect(difference("o b", "o", by: nil) == ["b gone"])
    #expect(
      difference("o b c", "o b- c", by: "c") == ["b permissionREAD_ONLY by o", "c joined"],
      "out between, and back")
    #expect(
      difference("o b c", "o b- c", by: "c", isNew: false) == ["b permissionREAD_ONLY by o"])
    #expect(difference("", "o b c", by: "c") == ["c joined"], "at first sight")
    #expect(difference("", "o b c", by: "o") == [])
    #expect(difference("o b", "o b", by: "o") == [])
  }
}
