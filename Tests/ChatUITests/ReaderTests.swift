import ChatCore
import ChatModel
import ChatUI
import TerminalUI
import Testing

/// Reading in other ways: bare, by the mouse, by date; long messages, links, an editor.
@MainActor
struct ReaderTests {
  private func driver(width: Int = 80, height: Int = 24) async throws -> ScreenDriver {
    try await .drawn(Scenes.busyAccount(), width: width, height: height, openChat: "Release crew")
  }

  private func talk(_ texts: [String]) async throws -> ScreenDriver {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Talk", owner: "ada")
    for (number, text) in texts.enumerated() {
      let day = Double(number - texts.count) * 24 * 60
      try await world.say(text, by: "ada", in: zone, at: Scenes.minutes(day))
    }
    return try await .drawn(world)
  }

  @Test func `the title names the account`() async throws {
    #expect(try await driver().text.split(separator: "\n")[0].hasPrefix(" you "))
    #expect(try await !driver(width: 40, height: 12).text.split(separator: "\n")[0].contains("you"))
  }

  @Test func `the bare view shows whole rows and nothing beside them`() async throws {
    let driver = try await driver()
    try await driver.press(.alt("l"))
    #expect(!driver.text.contains("│  You"))
    #expect(!driver.text.contains("▎Release crew"))
    #expect(
      driver.text.contains("The build is green on both machines, so we could tag"))
    try await driver.press(.alt("l"))
    #expect(driver.text.contains("▎Release crew"))
  }

  @Test func `a click opens a chat, an invitation, or picks a message`() async throws {
    let driver = try await driver()
    func click(_ column: Int, _ row: Int) async throws {
      try await driver.post(.terminal(.input(.click(at: Point(column: column, row: row)))))
    }
    func row(of text: String) throws -> Int {
      try #require(driver.screen.picture().grid.text.firstIndex { $0.contains(text) })
    }
    try await click(5, row(of: "Family"))
    #expect(driver.model.openSummary?.name == "Family")
    try await click(40, row(of: "See you at six"))
    #expect(driver.model.conversation?.pickedMessage?.text == "See you at six")
    #expect(driver.model.context == .picking)
    try await click(40, 22)
    #expect(driver.model.context == .composing)
    try await click(5, row(of: "Book club"))
    #expect(driver.text.contains("Eva invites you to ‘Book club’."))
    try await click(5, 2)
    #expect(driver.model.overlay != nil, "a dialog is not clicked away")
  }

  @Test func `the mouse is the client's until it is turned off`() async throws {
    let driver = try await driver()
    try await driver.press(.alt("m"))
    #expect(driver.mouse == .off)
    try await driver.press(.alt("m"))
    #expect(driver.mouse == .reported)
  }

  @Test func `a date leads to its first message`() async throws {
    let driver = try await talk((1...300).map { "day \($0)" })
    try await driver.type("/date 2026-03-01")
    try await driver.press(.enter)
    #expect(driver.text.contains("Sunday 1 March"))
    try await driver.type("/date 2026-13-01")
    try await driver.press(.enter)
    #expect(driver.text.contains("/date: 2026-11-01"))
  }

  @Test func `a long message is folded until it is asked for`() async throws {
    let text = (1...500).map { "line \($0)" }.joined(separator: "\n")
    let driver = try await talk(["first", text])
    try await driver.press(.end)
    #expect(driver.text.contains("… 480 more rows"))
    #expect(!driver.text.contains("line 21"))
    try await driver.press(.up)
    #expect(driver.text.contains("x unfold"))
    try await driver.type("x")
    #expect(!driver.text.contains("more rows"))
    try await driver.press(KeyEvent(.escape), KeyEvent(.end))
    #expect(driver.text.contains("line 500"))
    try await driver.press(.up)
    try await driver.type("x")
    try await driver.press(KeyEvent(.escape), KeyEvent(.end))
    #expect(driver.text.contains("… 480 more rows"))
  }

  @Test func `web addresses are opened one after the other`() async throws {
    let driver = try await talk(["see https://a.example/1 and https://b.example"])
    for _ in 0..<3 {
      try await driver.press(.up)
      try await driver.type("o")
    }
    #expect(driver.opened == ["https://a.example/1", "https://b.example", "https://a.example/1"])
    #expect(driver.text.contains("Opening https://a.example/1 …"))
  }

  @Test func `an editor changes the text that is being written`() async throws {
    let driver = try await driver()
    try await driver.type("half")
    try await driver.press(.alt("e"))
    #expect(driver.model.composer.text == "half (edited)")
  }
}
