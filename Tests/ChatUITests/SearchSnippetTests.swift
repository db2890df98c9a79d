import ChatCore
import ChatModel
import ChatUI
import TerminalUI
import TestSupport
import Testing

/// The part of a message that a search shows, and the row to which it leads.
@MainActor
struct SearchSnippetTests {
  private func match(_ words: String, in text: String) -> Substring? {
    SearchedWords(words).firstMatch(in: text).map { text[$0] }
  }

  @Test func `the beginning of a word comes before a place inside of one`() throws {
    let text = "A smart start to the Art of it"
    let found = try #require(SearchedWords("art").firstMatch(in: text))
    #expect(text[found.lowerBound...] == "Art of it")
    #expect(match("mart", in: text) == "mart")
  }

  @Test func `case, marks and signs do not hide a match`() {
    #expect(match("cafe", in: "At the CAFÉ") == "CAFÉ")
    #expect(match("cafe", in: "At the cafe\u{301}s") == "cafe\u{301}")
    #expect(match("naïve", in: "so naive") == "naive")
    #expect(match("nowhere Who", in: "Nice. Who tests it?") == "Who")
    #expect(match("v1.2", in: "tag v1-2 or v1.2 today") == "v1.2")
    #expect(match("C++", in: "a c or C++") == "C++")
    #expect(match("😀", in: "so 😀!") == "😀")
    #expect(match("don't", in: "I don’t") == "don’t")
    #expect(match("京都", in: "明日は京都へ") == "京都")
    #expect(match("strasse", in: "Die Straße") == "Straße")
    #expect(match("шел", in: "ПОШЁЛ") == "ШЁЛ")
    #expect(match("absent", in: "Nice.") == nil)
    #expect(match("\u{301}", in: "caf\u{E9} cafe\u{301}") == nil)
    #expect(match("", in: "Nice.") == nil)
  }

  @Test(arguments: ["x", "xa", "x\u{E1}", "\u{436}"])
  func `however often a word stands within others, it is found in one way through a text`(
    part: String
  ) {
    func time(_ text: String) -> Duration {
      let words = SearchedWords("a")
      return ContinuousClock().measure { #expect(words.firstMatch(in: text) != nil) }
    }
    let long = String(repeating: part, count: 64_000 / part.utf8.count) + " \u{E1}"
    let plain = String(repeating: "x", count: 64_000) + " a"
    let ratio = timeRatio(of: { time(long) }, to: { time(plain) }, bound: 12, rounds: 4)
    #expect(ratio <= 12)
  }

  private func message(_ text: String) -> Message {
    Message(
      id: MessageID(rawValue: 1), recordName: "m", senderID: "_ada", senderName: "Ada",
      isOwn: false, text: text, timestamp: ChatWorld.noon, delivery: .received)
  }

  @Test func `the match is seen however far it stands from the beginning`() {
    let far = message(String(repeating: "far away ", count: 5_000) + "the needle\nlies here")
    let snippet = SearchSnippet(far, SearchedWords("needle"))
    #expect(snippet.match == "needle")
    #expect(snippet.before.hasPrefix("…") && snippet.before.hasSuffix("away the "))
    #expect(snippet.after == " lies here")
    for columns in [9, 20, 33, 60] {
      let row = snippet.fitted(to: columns)
      #expect(TextWidth.of(row.before + row.match) <= columns, "\(row)")
      #expect(row.before.hasPrefix("…"))
    }
    let near = SearchSnippet(message("the needle"), SearchedWords("needle"))
    #expect(near.fitted(to: 60).before == "the ")
  }

  @Test func `marks of emphasis are not shown, but where they are looked for`() {
    let text = "The **bold** _needle_ is `here`\n```swift\nlet it = 1\n```"
    let snippet = SearchSnippet(message(text), SearchedWords("needle"))
    #expect(snippet.match == "needle")
    #expect(!(snippet.before + snippet.after).contains { "*`".contains($0) }, "\(snippet)")
    #expect(snippet.after.hasSuffix("is here let it = 1"), "\(snippet)")
    #expect(SearchSnippet(message(text), SearchedWords("**")).match == "**")
    #expect(SearchSnippet(message(text), SearchedWords("swift")).match == "swift")
  }

  @Test func `a search for links shows the first one`() {
    let far = message(String(repeating: "far ", count: 50) + "https://example.org/a_b end")
    let snippet = SearchSnippet(far, SearchedWords(""), findsLinks: true)
    #expect(snippet.match == "https://example.org/a_b")
    #expect(snippet.before.hasPrefix("…") && snippet.after == " end")
    #expect(SearchSnippet(far, SearchedWords("end"), findsLinks: true).match == "end")
    #expect(SearchSnippet(far, SearchedWords("")).match.isEmpty)
  }

  @Test func `control characters of a message are not drawn`() {
    let snippet = SearchSnippet(message("a\u{1B}[2Jb needle\u{202E}c"), SearchedWords("needle"))
    #expect(!(snippet.before + snippet.after).unicodeScalars.contains { $0.value < 0x20 })
    #expect(!snippet.after.unicodeScalars.contains("\u{202E}"))
  }

  /// A chat with a message of many lines, of which one has the word, and others after it.
  private func longMessage(at line: Int) async throws -> ChatWorld {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Talk", owner: "ada")
    let text = (1...120).map { $0 == line ? "Line \($0) has the needle" : "Line \($0)" }
    try await world.say(
      text.joined(separator: "\n"), by: "ada", in: zone, at: Scenes.minutes(-200))
    for number in 1...40 {
      try await world.say(
        "Later \(number)", by: "ada", in: zone, at: Scenes.minutes(Double(number - 100)))
    }
    return world
  }

  @Test(arguments: [3, 19, 21, 60, 120], [(40, 12), (80, 24), (160, 50)])
  func `Enter puts the line of the match on the screen, unfolded`(
    line: Int, size: (Int, Int)
  ) async throws {
    let driver = try await ScreenDriver.drawn(longMessage(at: line), width: size.0, height: size.1)
    try await driver.press(.control("f"))
    try await driver.type("needle")
    #expect(driver.text.contains("needle"), "the row of the hit has it")
    let rows = driver.text.split(separator: "\n")
    #expect(rows.contains { $0.contains("Ada: ") && $0.contains("needle") }, "\(driver.text)")
    try await driver.press(.enter)
    #expect(driver.text.contains("Line \(line) has the needle"), "\(driver.text)")
  }
}
