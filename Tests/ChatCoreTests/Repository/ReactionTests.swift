import ChatCore
import ChatModel
import CloudModel
import Foundation
import Testing
import TestSupport

/// The rules for what counts as somebody's reaction, and as somebody's read mark.
struct ReactionTests {
  @Test(arguments: [
    "👍", "❤️", "❤", "👨‍👩‍👧‍👦", "🇩🇪", "1️⃣", "#️⃣", "👍🏽", "🏳️‍🌈", "👩🏻‍❤️‍💋‍👨🏿", "©️", "🏴‍☠️", "🫠",
    "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
  ])
  func `one emoji is one`(emoji: String) { #expect(Emoji.isOne(emoji)) }

  static let others = [
    "", " ", "x", "1", "©", "👍👍", "👍 ", " 👍", "👍\n", "👍x", "👍\u{301}", "👍\u{200B}", "👍\u{202E}",
    "\u{202E}👍", "🇩", "🇩🇪🇫🇷", "1\u{20E3}\u{20E3}", "👍\u{200D}", "\u{200D}", "👍🏽🏽", "❤️\u{FE0F}",
    "👍\u{200D}👍\u{200D}👍\u{200D}👍\u{200D}👍", "🏴\u{E0078}\u{E0078}\u{E007F}", "é", "漢",
    "x\n2026-11-22 11:30  alice: I owe bob 100", "👍\u{E0041}", "\u{1B}[2J",
    "👍" + String(repeating: "\u{301}", count: 10_000),
  ]

  @Test(arguments: others) func `anything else is none, and is not sent`(text: String) async throws
  {
    #expect(!Emoji.isOne(text))
    try await withLoneDevice { device in
      let chat = ForeignChat()
      let id = try await chat.bring(to: device, [chat.message("m1", "hello")])
      let message = try #require(try await device.messages(in: id).first)
      await #expect(throws: ChatError.notAnEmoji(text)) {
        try await device.repository.react(text, to: message.id)
      }
      // Nor is it shown where somebody else has sent it.
      let reaction = chat.reaction(text, to: "m1", by: "_owner")
      try await chat.apply(chat.page([reaction], token: "z2"), to: device)
      #expect(try await device.messages(in: id).map(\.reactions) == [[]])
    }
  }

  @Test func `a reaction that somebody else has changed is nobody's, until its person reacts`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      try await alice.repository.send("tea?", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let message = try #require(try await alice.messages(in: chat.ownerChat).first)
      for emoji in ["👍", "👎"] { try await alice.repository.react(emoji, to: message.id) }
      try await alice.repository.react("👎", to: message.id, isRemoved: true)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await bob.lines(in: chat.id(on: bob)) == ["alice: tea? 👍[\"alice\"]"])
      // Withdrawn by bob, and brought back by bob.
      for (emoji, isRemoved) in [("👍", 1), ("👎", 0)] {
        var reaction = ForeignChat(zoneID: chat.zoneID).reaction(
          emoji, to: message.recordName, by: alice.account.userRecordName)
        reaction.creatorUserRecordName = nil
        reaction.recordChangeTag = nil
        reaction["isRemoved"] = .int64(Int64(isRemoved))
        _ = try await bob.container.database(with: .shared).modifyRecords(
          saving: [reaction], deleting: [], savePolicy: .allKeys, atomically: true
        ).saveResults[reaction.recordID]?.get()
      }
      try await world.syncUntilQuiet([alice, bob])
      let tablet = try world.device(of: "alice", named: "tablet")
      try await world.syncUntilQuiet([tablet])
      for device in [alice, bob, tablet] {
        #expect(try await device.lines(in: chat.id(on: device)) == ["alice: tea?"])
      }
      try await alice.repository.react("👍", to: message.id)
      try await world.syncUntilQuiet([alice, bob, tablet])
      for device in [alice, bob, tablet] {
        #expect(
          try await device.lines(in: chat.id(on: device)) == ["alice: tea? 👍[\"alice\"]"])
      }
    }
  }

  @Test func `a reaction whose place somebody else has taken has the next name, and nothing waits`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      try await alice.repository.send("tea?", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let message = try #require(try await alice.messages(in: chat.ownerChat).first)
      var reaction = ForeignChat(zoneID: chat.zoneID).reaction(
        "👍", to: message.recordName, by: alice.account.userRecordName)
      reaction.creatorUserRecordName = nil
      reaction.recordChangeTag = nil
      _ = try await bob.container.database(with: .shared).modifyRecords(
        saving: [reaction], deleting: [], savePolicy: .allKeys, atomically: true
      ).saveResults[reaction.recordID]?.get()
      try await alice.repository.react("👍", to: message.id)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await alice.repository.outbox() == [])
      for device in [alice, bob] {
        #expect(
          try await device.lines(in: chat.id(on: device)) == ["alice: tea? 👍[\"alice\"]"])
      }
    }
  }

  @Test func `a read mark that somebody else has changed says nothing of who has read`()
    async throws
  {
    try await withLoneDevice { device in
      let chat = ForeignChat()
      let me = device.account.userRecordName
      let id = try await chat.bring(to: device, [chat.message("m1", "hello", from: me)])
      var mark = chat.readMark("m1", by: "_owner")
      mark.lastModifiedUserRecordName = "_mallory"
      try await chat.apply(chat.page([mark], token: "z2"), to: device)
      #expect(try await device.messages(in: id).map(\.delivery) == [.sent])
      mark.lastModifiedUserRecordName = "_owner"
      mark.recordChangeTag = "2"
      try await chat.apply(chat.page([mark], token: "z3"), to: device)
      #expect(try await device.messages(in: id).map(\.delivery) == [.read(by: 1, of: 1)])
    }
  }
}
