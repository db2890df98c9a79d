import ChatModel
import ChatUI
import CloudModel
import TerminalUI
import Testing

/// Messages pinned for everyone, on the screen.
@MainActor
struct PinnedTests {
  private func driver(_ world: ChatWorld, width: Int = 80) async throws -> ScreenDriver {
    try await .drawn(world, width: width, openChat: "Release crew")
  }

  @Test func `a message is pinned and unpinned by the same key, with a mark and a count`()
    async throws
  {
    let driver = try await driver(Scenes.busyAccount())
    try await driver.press(.up, .up, .up)
    #expect(driver.text.contains("p pin"))
    try await driver.type("p")
    #expect(driver.text.contains("The message is pinned for everyone. Alt+I lists"))
    #expect(driver.text.contains("^ pinned"))
    #expect(driver.text.contains("4 members · 1 pinned"))
    try await driver.press(.up, .up, .up)
    #expect(driver.text.contains("p unpin"))
    try await driver.type("p")
    #expect(driver.text.contains("The message is not pinned any more, for everyone."))
    #expect(!driver.text.contains("^ pinned"))
    #expect(!driver.text.contains("1 pinned"))
  }

  @Test func `a pin can be undone`() async throws {
    let driver = try await driver(Scenes.busyAccount())
    try await driver.press(.up, .up, .up)
    try await driver.type("p")
    #expect(driver.text.contains("4 members · 1 pinned"))
    try await driver.press(.control("_"))
    #expect(driver.text.contains("The message is not pinned any more."))
    #expect(!driver.text.contains("1 pinned"))
  }

  @Test func `a member who may only read cannot pin, and is told the reason`() async throws {
    let world = try await Scenes.pinnedMessages(permission: .readOnly)
    let driver = try await driver(world)
    try await driver.press(.up)
    #expect(!driver.text.contains("p pin"))
    try await driver.type("p")
    #expect(driver.text.contains("You may only read in ‘Release crew’."))
    try await driver.press(.escape)
    try await driver.press(.alt("i"))
    #expect(driver.text.contains("Enter go") && !driver.text.contains("unpin"))
    try await driver.type("u")
    #expect(driver.text.contains("You may only read in ‘Release crew’."))
    #expect((driver.model.overlay as? PinnedModel)?.pins?.count == 2)
  }

  @Test
  func `the list names pinned messages and their pinners, and leads to one that is not loaded`()
    async throws
  {
    let driver = try await driver(Scenes.pinnedMessages())
    try await driver.press(.alt("i"))
    #expect(driver.text.contains("Pinned by Ada, 10:30."))
    try await driver.press(.down)
    #expect(driver.text.contains("Pinned by Berit, 07:00."))
    #expect(driver.text.contains("Berit: The plan:"))
    try await driver.press(.enter)
    #expect(driver.model.overlay == nil)
    #expect(driver.text.contains("tag on Monday"))
    #expect(driver.text.contains("Message number 4"))
    #expect(!driver.text.contains("Message number 300"))
    // It is what Up picks, until something else is done.
    try await driver.press(.up)
    #expect(driver.model.conversation?.pickedMessage?.text == "The plan:\ntag on Monday")
    try await driver.press(.escape)
    #expect(driver.model.conversation?.pointed == nil)
  }

  @Test func `a pin is taken back in the list, which then says how to pin`() async throws {
    let driver = try await driver(Scenes.pinnedMessages())
    try await driver.type("/pinned\n")
    try await driver.type("u")
    #expect(driver.text.contains("Pinned by Berit"))
    try await driver.type("u")
    #expect(driver.text.contains("No pinned messages. Up, then p pins one for everyone."))
  }

  @Test func `a removed message cannot be pinned`() async throws {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Release crew", owner: "ada")
    var message = world.message("", by: "ada", in: zone, at: Scenes.minutes(-5))
    message["deletedAt"] = .date(Scenes.minutes(-4))
    message["revision"] = .int64(1)
    try await world.apply([message], in: zone)
    let driver = try await driver(world)
    try await driver.press(.up)
    try await driver.type("p")
    #expect(driver.text.contains("A message that is removed or not sent cannot be pinned."))
  }

  @Test(arguments: [80, 160])
  func `pinned messages and answers are shown without the marks of emphasis`(
    width: Int
  ) async throws {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Release crew", owner: "ada")
    let message = world.message(
      "```\nmake\n```\n**hello** _there_ `code`", by: "ada", in: zone, at: Scenes.minutes(-5))
    let other = world.message("**hello** _you_", by: "ada", in: zone, at: Scenes.minutes(-4))
    try await world.apply([message, other], in: zone)
    try await world.pin(message, by: "ada", at: Scenes.minutes(-2))
    try await world.pin(other, by: "ada", at: Scenes.minutes(-1))
    let driver = try await driver(world, width: width)
    for open in [KeyEvent.alt("i"), .alt("o")] {
      try await driver.press(open)
      #expect(driver.text.contains("hello you") && driver.text.contains("make"))
      #expect(!driver.text.contains("**") && !driver.text.contains("```"), "\(driver.text)")
      try await driver.press(.escape)
    }
    try await driver.press(.up, .up)
    try await driver.type("T")
    #expect(driver.text.contains("hello there code"))
    #expect(!driver.text.contains("**") && !driver.text.contains("```"), "\(driver.text)")
  }
}
