import ChatModel
import ChatUI
import ChatWords
import Foundation
import Testing

/// The texts that each source offers in place of a typed one.
struct CompletionSourceTests {
  private static let commands = [
    ChatVerb("attach", "Send a file", argument: "FILE", of: .file),
    ChatVerb("go", "Go to a chat", argument: "NAME", of: .chat),
    ChatVerb("invite", "Invite people", argument: "NAME…", of: .accounts),
    ChatVerb("link", "Show the link", argument: "[open|closed]"),
    ChatVerb("reply", "Answer"), ChatVerb("retry", "Send again"),
    ChatVerb("save", "Save the file", argument: "[FOLDER]", of: .folder),
  ]

  private func facts() -> CompletionFacts {
    var facts = CompletionFacts(commands: Self.commands)
    facts.people = [
      Person(account: "berit"), Person(account: "anna", displayName: "Änne van der Aa"),
      Person(account: "unknown 3f2a"), Person(account: "bob", displayName: "Anton"),
    ]
    facts.acquaintances = facts.people + [Person(account: "eva"), Person(account: "emil")]
    facts.chats = ["Release crew", "Family", "Crew of the boat"].enumerated().map {
      ChatSummary(
        id: ChatID(rawValue: Int64($0 + 1)), zoneName: "z\($0)", name: $1, isOwn: true,
        access: .owner, createdAt: .distantPast, unreadCount: 0, queuedCount: 0, failedCount: 0,
        memberCount: 1, hasDraft: false, history: .complete)
    }
    return facts
  }

  /// The text with its cursor at `|`, or at its end, and each candidate in its place.
  private func results(_ text: String, _ facts: CompletionFacts? = nil) -> [String] {
    let cursor = text.firstIndex(of: "|").map { text.distance(from: text.startIndex, to: $0) }
    let characters = text.filter { $0 != "|" }.map(\.self)
    let input = CompletionInput(
      characters, cursor: cursor ?? characters.count, commands: Self.commands)
    guard
      let completion = CompletionSources.completion(of: input, with: facts ?? self.facts())
    else { return [] }
    return completion.candidates.map { candidate in
      String(characters[..<completion.range.lowerBound]) + candidate.replacement
        + String(characters[completion.range.upperBound...])
    }
  }

  @Test func `a command is completed by its beginning, ready for its argument`() {
    #expect(results("/re") == ["/reply", "/retry"])
    #expect(results("/G") == ["/go "])
    #expect(results("/").count == Self.commands.count)
    #expect(results("//re").isEmpty)
    #expect(results("/usr/bin").isEmpty)
    #expect(results("/r|ed").isEmpty, "in the middle of a word nothing is completed")
    #expect(results("").isEmpty)
  }

  @Test func `the words of a choice are completed`() {
    #expect(results("/link ") == ["/link open", "/link closed"])
    #expect(results("/link c") == ["/link closed"])
    #expect(results("/link open").isEmpty)
  }

  @Test func `a chat is completed by some of its letters, the best first`() {
    #expect(results("/go crew") == ["/go Crew of the boat", "/go Release crew"])
    #expect(results("/go ").count == 3)
    #expect(results("/go\n").isEmpty)
  }

  @Test func `a person is named by the account, and found by any word of the display name`() {
    #expect(results("hi @be") == ["hi @berit "])
    #expect(results("@an") == ["@anna ", "@bob "], "the account's own name first")
    #expect(results("@aa") == ["@anna "])
    #expect(results("@Änne v") == ["@anna "], "a display name of several words")
    #expect(results("@van der") == ["@anna "])
    #expect(results("(@") == ["(@anna ", "(@berit ", "(@bob "])
    #expect(results("@berit").isEmpty, "the name is whole")
    #expect(results("x@be").isEmpty, "an address names nobody")
    #expect(results("hello @be|rit").isEmpty)
  }

  @Test func `nobody is offered where a name would be part of an address or of code`() {
    #expect(results("谢谢@be") == ["谢谢@berit "])
    #expect(results("ช่วยหน่อย@be") == ["ช่วยหน่อย@berit "])
    #expect(results("@anna/@be") == ["@anna/@berit "])
    for text in [
      "https://x.org/@be", "node_modules/@be", "`a @be|`", "```\n@be|\n```", "C:\\@be",
    ] {
      #expect(results(text).isEmpty, "\(text)")
    }
    #expect(results("`a` @be") == ["`a` @berit "])
  }

  @Test func `the inserted text counts as naming the person`() {
    for text in results("See @") {
      let name = text.dropFirst(5).trimmingCharacters(in: .whitespaces)
      #expect(Mention.isIn(text, of: name))
    }
  }

  @Test func `people to invite are offered from other chats, each once`() {
    #expect(results("/invite e") == ["/invite emil ", "/invite eva "])
    #expect(results("/invite eva e") == ["/invite eva emil "])
    #expect(results("/invite be").isEmpty, "berit is here already")
  }

  @Test(arguments: [
    (":thu", "👍"), (":+1", "👍"), (":hear", "❤"), ("so :tada", "so 🎉"), (":rocket:", "🚀"),
    ("👍:fire", "👍🔥"), ("(:smile", "(😄"), ("你好:smile", "你好😄"), (":crying_f", "😢"),
    ("/reply :joy", "/reply 😂"),
  ])
  func `an emoji is completed by its name`(text: String, first: String) {
    #expect(results(text).first == first)
  }

  @Test(arguments: [
    "12:30", "at 12:th", ":t", "http://x.org/:thu", "https://x", "note:thu", "a::th", ":", ": th",
    ":Δth", ":nothing_of_this_name", ":thu:",
  ])
  func `a text that only looks like an emoji's name is left alone`(text: String) {
    #expect(results(text).isEmpty)
  }

  @Test func `emoji are found within the time of a key press`() {
    _ = EmojiNames.matching("warm", limit: 1)
    let clock = ContinuousClock()
    let time = clock.measure {
      for _ in 0..<10 { _ = EmojiNames.matching("s", limit: 100) }
    }
    // In a debug build on a busy machine; a release build takes a tenth of it.
    #expect(time / 10 < .milliseconds(50))
  }

  @Test func `every emoji that is found is one that a reaction may be`() {
    let found = "abcdefghijklmnopqrstuvwxyz".flatMap {
      EmojiNames.matching(String($0), limit: .max)
    }
    #expect(Set(found.map(\.emoji)).count > 1000)
    #expect(found.allSatisfy { Emoji.isOne($0.emoji) })
    #expect(EmojiNames.matching("facepalm", limit: 1).first?.emoji == "🤦")
  }
}
