import ChatCore
import ChatModel
import ChatUI
import ChatWords
import Foundation
import TerminalUI
import TestSupport
import Testing

/// Emphasis, links and names in messages.
@MainActor
struct MarkupTests {
  private func runs(_ text: String, width: Int = 40) -> [[String]] {
    MessageMarkup(reader: "alice").rows(of: text, width: width).map { row in
      row.runs.map { run in
        if case .link = run.kind { return "link:\(run.text)" }
        return run.kind == .plain ? run.text : "\(run.kind):\(run.text)"
      }
    }
  }

  @Test func `each row of a link knows the whole address`() {
    let address = "https://example.org/0123456789"
    let rows = MessageMarkup(reader: "alice").rows(of: "**to** \(address)", width: 16)
    let links = rows.flatMap(\.runs).compactMap { StyledLine.address(of: $0.kind) }
    #expect(links == [address, address])
    #expect(StyledLine.address(of: .link(address + String(repeating: "a", count: 2100))) == nil)
  }

  @Test func `marks of emphasis are left out where they have a counterpart`() {
    #expect(runs("a **b c** d") == [["a ", "strong:b c", " d"]])
    #expect(runs("_so_ it `is`!") == [["emphasis:so", " it ", "code:is", "!"]])
    for text in ["2 * 3 ** 4", "snake_case_name", "a ` b", "** no **", "_", "``", "*x*"] {
      #expect(runs(text) == [[text]], "\(text)")
    }
    #expect(runs("`**x**`") == [["code:**x**"]])
  }

  @Test func `the note of a change is seen behind a block of code`() {
    let message = Message(
      id: MessageID(rawValue: 1), recordName: "m", senderID: "_ada", senderName: "ada",
      isOwn: false, text: "```\nx\n```", timestamp: Date(timeIntervalSince1970: 0),
      delivery: .received, isEdited: true)
    let rows = MessageMarkup(reader: "alice").rows(of: MessageWords.text(of: message), width: 40)
    #expect(rows.map(\.text) == ["x", "(edited)"])
  }

  @Test func `a link ends before the punctuation of the sentence`() {
    #expect(
      runs("see https://a.example/x?y=1, or (https://b.example/z_(1)).", width: 80) == [
        [
          "see ", "link:https://a.example/x?y=1", ", or (", "link:https://b.example/z_(1)", ").",
        ]
      ])
    #expect(runs("https:// and http") == [["https:// and http"]])
    #expect(
      WebAddress.all(in: "https://a.b https://a.b\nhttp://c.d.") == [
        "https://a.b", "http://c.d",
      ])
  }

  @Test(arguments: [
    ("http://a", ")"), ("", "http://"), ("", "http://a "), ("http://", ".)"), ("", "@"),
    ("", "@alice."),
    ("", "**a "), ("", "_a"), ("", "`"), (" a", " "), ("", "`a ``a ```a "), ("", "https://a。"),
    ("", "@alice/"), ("", "@alice:a"), ("**", "@alice "), ("你", "@alice你"),
  ])
  func `a hostile message takes time in proportion to its length`(start: String, part: String) {
    func time(_ count: Int) -> Duration {
      let text = start + String(repeating: part, count: count)
      return ContinuousClock().measure {
        _ = WebAddress.all(in: text)
        _ = MessageMarkup(reader: "alice").rows(of: text, width: 80)
        _ = Mention.isIn(text, of: "alice")
        _ = text.trimmedBlanks
      }
    }
    // In proportion it is 8; in proportion to the square, 64.
    let ratio = timeRatio(of: { time(8000) }, to: { time(1000) }, bound: 16, rounds: 4)
    #expect(ratio < 24)
  }

  @Test func `a link that is broken into rows is a link in each of them`() {
    #expect(
      runs("go to https://example.org/0123456789/0123456789", width: 16) == [
        ["go to "].map { $0.trimmingBlanks }, ["link:https://example."],
        ["link:org/0123456789/0"], ["link:123456789"],
      ])
  }

  @Test func `names stand out, one's own more`() {
    #expect(
      runs("@Alice and @bob.x, mail x@alice", width: 80) == [
        ["ownMention:@Alice", " and ", "mention:@bob.x", ", mail x@alice"]
      ])
  }

  @Test func `a block of code keeps its lines; one without an end is text`() {
    #expect(
      runs("so:\n```swift\n  let **a** = 1\n```\ndone") == [
        ["so:"], ["code:  let **a** = 1"], ["done"],
      ])
    #expect(runs("```\n**a**") == [["```"], ["strong:a"]])
  }

  @Test func `rows hold the same text with and without emphasis`() {
    let text = "one **two three four** five _six seven_ eight `nine ten` 你好世界 eleven twelve"
    for width in 3...40 {
      let rows = MessageMarkup(reader: "").rows(of: text, width: width)
      #expect(rows.allSatisfy { TextWidth.of($0.text) <= width })
      #expect(
        rows.map(\.text).joined().filter { $0 != " " }
          == text.filter { !" *_`".contains($0) })
      #expect(rows.contains { $0.runs.contains { $0.kind == .strong } })
    }
  }

  @Test(arguments: [
    ("@alice", true), ("hi @Alice!", true), ("@alice.", true), ("@alice.x", false),
    ("@alicea", false), ("x@alice", false), ("@@alice", true), ("alice", false), ("", false),
    ("@alice\u{301}", false), ("@alice..", false), ("é@alice", false), ("👩‍👩‍👧@alice", true),
  ])
  func `a mention is the whole name behind an @`(text: String, isMention: Bool) {
    #expect(Mention.isIn(text, of: "alice") == isMention)
  }

  @Test(arguments: [
    "你好@alice", "日本@alice", "谢谢@alice！", "สวัสดี@alice", "ສະບາຍດີ@alice", "សួស្តី@alice", "@aliceさん",
    "@alice님", "@alice你好", "@alice:你好", "@alice: hi", "@bob/@alice", "cc:@alice", ".@alice",
    "**@alice**",
    "_@alice_", "**so @alice**", "`x` @alice", "see https://a.b @alice", "` @alice", "```\n@alice",
    "@ALICE",
    "「@alice」", "@alice，", "@alice:yes", "@alice@bob",
  ])
  func `the bell, the search and the screen find the same mention`(text: String) {
    #expect(Mention.isIn(text, of: "alice"))
    #expect(runs(text, width: 80).joined().contains { $0.hasPrefix("ownMention:") }, "\(text)")
  }

  @Test(arguments: [
    "alice@example.com", "https://x.example/@alice", "HTTP://x.example/@alice",
    "@alice@example.com",
    "@alice:matrix.org", "path/@alice/x", "node_modules/@alice", "npm i @alice/pkg", "C:\\@alice",
    "`@alice`", "say `to @alice` so", "``a `@alice` b``", "```\n@alice\n```", "한국어@alice",
    "a@alice",
    "@alicé", "@alice.example.com",
  ])
  func `nobody is named in an address or in code`(text: String) {
    #expect(!Mention.isIn(text, of: "alice"))
    #expect(!runs(text, width: 80).joined().contains { $0.hasPrefix("ownMention:") }, "\(text)")
  }

  @Test(arguments: [
    ("**https://example.com/e**", "https://example.com/e"), ("*https://a.b/c*", "https://a.b/c"),
    ("_https://a.b/c_", "https://a.b/c"), ("~~https://a.b/c~~", "https://a.b/c"),
    ("**see https://a.b/c**です", "https://a.b/c"), ("**https://a.b/c**です", "https://a.b/c"),
    ("参照：https://example.com/b。次", "https://example.com/b"),
    ("「https://example.com/a」です", "https://example.com/a"),
    ("https://example.com/r…", "https://example.com/r"), ("https://a.b/c，然后", "https://a.b/c"),
    ("https://a.b/c！", "https://a.b/c"), ("（https://a.b/c）", "https://a.b/c"),
    ("【https://a.b/c】x", "https://a.b/c"), ("《https://a.b/c》", "https://a.b/c"),
    ("هل رأيت https://a.b/c؟", "https://a.b/c"), ("https://a.b/c، ثم", "https://a.b/c"),
    ("https://a.b/c।", "https://a.b/c"), ("“https://a.b/c”", "https://a.b/c"),
    ("«https://a.b/c»", "https://a.b/c"), ("HTTPS://EXAMPLE.COM/M", "HTTPS://EXAMPLE.COM/M"),
    ("Https://a.b/c.", "Https://a.b/c"), ("hTTp://a.b", "hTTp://a.b"),
    ("https://a.b/wiki/日本", "https://a.b/wiki/日本"),
    ("https://a.b/L’Équipe", "https://a.b/L’Équipe"),
    ("‘https://a.b/c’", "https://a.b/c"), ("https://a.b/x_(y)", "https://a.b/x_(y)"),
    ("http://[::1]", "http://[::1]"), ("[https://a.b/c]", "https://a.b/c"),
    ("https://a.b/c_d*e~f", "https://a.b/c_d*e~f"), ("https://a.b/ca\u{7}b", "https://a.b/ca"),
    ("`curl https://a.b/c`", "https://a.b/c"), ("```\nget HTTP://a.b/c\n```", "HTTP://a.b/c"),
  ])
  func `an address ends where its sentence, its marks or its brackets end`(
    text: String, address: String
  ) {
    #expect(WebAddress.all(in: text) == [address])
    let drawn = MessageMarkup(reader: "").rows(of: text, width: 120).flatMap(\.runs)
    let isCode = drawn.contains { $0.kind == .code }
    #expect(drawn.compactMap { StyledLine.address(of: $0.kind) } == (isCode ? [] : [address]))
  }

  @Test(arguments: [
    "http", "https:/a.b", "ttps://a.b", "https://", "https://…", "HTTPS://)", "ftp://a.b",
  ])
  func `a text without a scheme, or with nothing behind it, is no address`(text: String) {
    #expect(WebAddress.all(in: text).isEmpty)
  }

  @Test func `code is as long as the row of back-ticks that begins it`() {
    #expect(runs("text ```z = 1``` inline") == [["text ", "code:z = 1", " inline"]])
    #expect(runs("``a `b` c`` d") == [["code:a `b` c", " d"]])
    #expect(runs("```x`` y") == [["```x`` y"]])
  }

  @Test func `chats where somebody names the reader come first`() async throws {
    let world = try ChatWorld()
    let first = try await world.joinedChat("Loud", owner: "ada")
    let second = try await world.joinedChat("Quiet", owner: "ada")
    try await world.say("one", by: "ada", in: first, at: Scenes.minutes(-1))
    try await world.say("@you and @YOU", by: "ada", in: second, at: Scenes.minutes(-2))
    try await world.say("more", by: "ada", in: second, at: Scenes.minutes(-3))
    let home = try await world.repository.createChat(title: "Home")
    try await world.repository.send("here", to: home)
    let driver = try await ScreenDriver.drawn(world, openChat: "Home")
    #expect(driver.text.contains("@1 │"))
    try await driver.press(.alt("a"))
    #expect(driver.model.openSummary?.name == "Quiet")
    #expect(driver.model.openSummary?.mentionCount == 0)
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }

  @Test(arguments: [
    ("Yes! **Friday** and _Sunday_", "Yes! Friday and Sunday"),
    ("run `make test`", "run make test"),
    ("2 * 3 * 4_000", "2 * 3 * 4_000"), ("two\nlines", "two lines"),
  ])
  func `one line of a text has no marks of emphasis`(text: String, line: String) {
    #expect(MessageMarkup.line(of: text) == line)
  }
}
