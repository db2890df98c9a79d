import ChatModel
import ChatUI
import TerminalUI
import Testing

/// Answers below a message, and its thread.
@MainActor
struct ThreadTests {
  private func driver(width: Int = 80) async throws -> ScreenDriver {
    try await driver(width: width, Scenes.talkedOver())
  }

  private func driver(width: Int, _ world: ChatWorld) async throws -> ScreenDriver {
    try await .drawn(world, width: width, height: 50, openChat: "Release crew")
  }

  /// Picks a message by its text.
  private func pick(_ text: String, _ driver: ScreenDriver) async throws {
    try await driver.press(.up)
    for _ in 0..<20 where driver.model.conversation?.pickedMessage?.text != text {
      try await driver.press(.up)
    }
    try #require(driver.model.conversation?.pickedMessage?.text == text)
  }

  private func shown(_ driver: ScreenDriver) -> ThreadModel? {
    driver.model.overlay as? ThreadModel
  }

  @Test func `a message says how many answer it, and one more counts at once`() async throws {
    let driver = try await driver()
    #expect(driver.text.contains("2 answers"))
    #expect(driver.text.contains("1 answer"))
    try await pick("Who tests it?", driver)
    try await driver.type("rMe too.\n")
    #expect(driver.text.contains("3 answers"))
  }

  @Test func `the thread has the answers, and the answers to them, from wherever it is opened`()
    async throws
  {
    for text in ["Who tests it?", "Thanks!"] {
      let driver = try await driver()
      try await pick(text, driver)
      try await driver.type("T")
      let thread = try #require(shown(driver))
      #expect(
        thread.messages.map(\.text) == [
          "Who tests it?", "Me, tomorrow.", "I can take the notes.", "Thanks!",
        ])
      #expect(thread.selected?.text == text)
      #expect(driver.text.contains("3 answers"))
      #expect(driver.text.contains("Ada to Berit"))
      try await driver.press(.escape)
      #expect(driver.model.overlay == nil)
    }
  }

  @Test func `r answers the selected message, and the thread stays beside the chat`() async throws {
    let driver = try await driver(width: 130)
    try await pick("Who tests it?", driver)
    try await driver.type("T")
    try await driver.press(.down)
    try await driver.type("r")
    #expect(driver.model.overlay == nil && driver.model.context == .composing)
    #expect(driver.text.contains("Reply to Linus"))
    try await driver.type("I help.\n")
    let sent = try #require(driver.model.conversation?.messages.last)
    #expect(sent.text == "I help." && sent.replyTo?.original?.text == "Me, tomorrow.")
    #expect(driver.text.contains("4 answers"))
    #expect(driver.text.contains("You to Linus"))
    // The key of the panel goes back to the thread, and Esc closes it.
    try await driver.press(.alt("o"))
    #expect(shown(driver)?.messages.count == 5)
    try await driver.press(.escape)
    #expect(!driver.text.contains("You to Linus"))
  }

  @Test func `the key of the panel puts the thread away`() async throws {
    let driver = try await driver(width: 130)
    try await pick("Who tests it?", driver)
    try await driver.type("Tr")
    #expect(driver.text.contains("Ada to Berit"))
    try await driver.press(.alt("p"))
    #expect(!driver.text.contains("Ada to Berit"))
    #expect(driver.kept == nil)
  }

  @Test func `Enter goes to the selected message`() async throws {
    let driver = try await driver()
    try await pick("Thanks!", driver)
    try await driver.type("T")
    try await driver.press(.up, .up, .enter)
    #expect(driver.model.overlay == nil)
    let pointed = driver.model.conversation?.messages.first {
      $0.id == driver.model.conversation?.pointed
    }
    #expect(pointed?.text == "Me, tomorrow.")
  }

  @Test func `a person who may only read is told why they cannot answer`() async throws {
    let driver = try await driver(width: 80, Scenes.readOnlyChat())
    try await pick("Only I write here.", driver)
    try await driver.type("T")
    #expect(driver.text.contains("No answers yet"))
    try await driver.type("r")
    #expect(driver.text.contains("You may only read in ‘Release crew’."))
    #expect(shown(driver) != nil)
  }
}
