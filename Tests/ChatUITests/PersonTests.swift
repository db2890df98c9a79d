import ChatCore
import ChatModel
import ChatUI
import ChatWords
import CloudModel
import Foundation
import TerminalUI
import TestSupport
import Testing

/// The names of people, and their reactions at a message, on the screen.
@MainActor
struct PersonTests {
  /// Messages of ada's with these texts, and reactions to each by these people and you.
  private func messages(
    _ texts: [String], reactions: [(emoji: String, people: [String])]
  ) async throws -> [Message] {
    let people = Set(reactions.flatMap(\.people)).subtracting(["you"]).sorted()
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Crew", owner: "ada", members: people)
    let records = texts.map { world.message($0, by: "ada", in: zone, at: ChatWorld.noon) }
    let last = try #require(records.last)
    let given = reactions.enumerated().flatMap { place, kind in
      kind.people.map { world.reaction(kind.emoji, to: last, by: $0, place: place) }
    }
    try await world.apply(records + given, in: zone)
    return try await world.repository.page(
      in: world.chatID(of: zone), before: nil, limit: 10)
  }

  @Test func `the account's name comes first, and the person's own name in quotes`()
    async throws
  {
    let world = try ChatWorld()
    let zone = try await world.joinedChat(
      "Crew", owner: "ada", members: ["berit", "mallory"],
      calls: ["berit": "Berit of Oslo", "mallory": "Ada"])
    try await world.say("I am Ada", by: "mallory", in: zone, at: ChatWorld.noon)
    let driver = try await ScreenDriver.drawn(world)
    #expect(driver.text.contains("Mallory"))
    try await driver.press(KeyEvent(.function(8)))
    let chat = try await world.chatID(of: zone)
    try await driver.post(.members(chat, world.repository.currentMembers(of: chat)))
    #expect(driver.text.contains("Berit “Berit of Oslo”"))
    #expect(!driver.text.contains("“Ada”"))
  }

  @Test func `a reaction is printed with the people who gave it`() async throws {
    let found = try await messages(
      ["hello"],
      reactions: [
        ("👍", ["you", "u1", "u2", "u3", "u4"]), ("🎉", ["u1", "u2"]), ("👀", ["u1"]),
        ("❤️", ["you"]),
      ])
    var message = try #require(found.first)
    #expect(
      MessageWords.reactions(to: message)
        == "👍 you, U1, U2 and 2 more  🎉 U1 and U2  👀 U1  ❤️ you")
    message.moreReactions = 3
    #expect(MessageWords.reactions(to: message)?.hasSuffix("  and 3 other kinds") == true)
    message.moreReactions = Message.Reaction.countLimit
    #expect(MessageWords.reactions(to: message)?.hasSuffix("  and 999 or more other kinds") == true)
    message.moreReactions = 1
    #expect(MessageWords.reactions(to: message)?.hasSuffix("  and 1 other kind") == true)
    #expect(
      WrapCache().lines(of: message, width: 20).reactions == [
        "👍 you, U1, U2 and 2", "more  🎉 U1 and U2", "👀 U1  ❤️ you  and 1", "other kind",
      ])
    #expect(
      WrapCache().lines(of: message, width: 12).reactions == [
        "👍 you, U1,", "U2 and 2", "more  and 4", "other kinds",
      ])
    message.isDeleted = true
    #expect(MessageWords.reactions(to: message) == nil)
  }

  @Test func `no text looks like a reaction, and many reactions stay short`() async throws {
    let emoji = (0..<20).compactMap { Unicode.Scalar(0x1F600 + $0).map { String($0) } }
    let people = (0..<20).map { "somebody-with-a-name-\($0)" }
    let messages = try await messages(
      ["hello\n👍 bob", "hi"], reactions: emoji.map { ($0, people) })
    let layout = TimelineLayout(
      messages: messages, metrics: TimelineMetrics(width: 60),
      time: TimeText(timeZone: .gmt, locale: Locale(identifier: "en_GB")), now: ChatWorld.noon,
      unread: nil, isAtBeginning: true)
    let rows = layout.picture(anchor: .end, height: 50).rows
    let texts = rows.compactMap { row in
      if case .text(let text, _, _, _) = row.content { text.text } else { nil }
    }
    let reactions = rows.compactMap { row in
      if case .reactions(let text) = row.content { text } else { nil }
    }
    #expect(texts == ["hello", "👍 bob", "hi"])
    #expect(reactions.count == 4)
    #expect(reactions.last?.hasSuffix("other kinds") == true, "\(reactions)")
  }

  @Test(arguments: [
    (-62_135_596_800.0, "0001-01-03 00:00"), (0, "1970-01-01 00:00"),
    (1_795_176_000, "2026-11-20 12:00"), (253_402_300_800, "10000-01-01 00:00"),
  ])
  func `years have four digits`(seconds: Double, shown: String) {
    let time = TimeText(timeZone: .gmt, locale: Locale(identifier: "en_GB"))
    #expect(time.stamp(Date(timeIntervalSince1970: seconds)) == shown)
  }
}
