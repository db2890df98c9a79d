import ChatCore
import ChatModel
import ChatUI
import TerminalUI
import Testing

@MainActor
struct OutboxTests {
  private func driver() async throws -> ScreenDriver {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount(), openChat: "Family")
    try await driver.press(.function(9))
    return driver
  }

  private func texts(_ driver: ScreenDriver) async throws -> [String] {
    try await driver.world.repository.outbox().filter { $0.subject == .message }.compactMap(\.text)
  }

  @Test func `failed items stand first, with their reasons`() async throws {
    let driver = try await driver()
    #expect(driver.text.contains("It failed: The cloud has no room left."))
    #expect(driver.text.contains("Enter go   r retry   e edit   d discard   y copy"))
    try await driver.press(.down)
    #expect(driver.text.contains("It cannot be sent now: no route."))
    #expect(
      driver.text.contains("Enter go   e edit   d discard   y copy"), "it waits, and goes alone")
  }

  @Test func `Enter goes to the message in its chat`() async throws {
    let driver = try await driver()
    try await driver.press(.enter)
    #expect(driver.model.openSummary?.name == "Release crew")
    #expect(driver.model.overlay == nil)
  }

  @Test func `a failed message is queued again; a waiting one is not`() async throws {
    let driver = try await driver()
    try await driver.type("r")
    let states = try await driver.world.repository.outbox().map(\.state)
    #expect(!states.contains { if case .failed = $0 { true } else { false } })
    try await driver.press(.down)
    try await driver.type("r")
    #expect(driver.text.contains("Only what failed is sent again."))
  }

  @Test func `editing takes the text back into its chat`() async throws {
    let driver = try await driver()
    try await driver.type("e")
    #expect(driver.model.openSummary?.name == "Release crew")
    #expect(driver.model.composer.text == "This one is refused")
    #expect(try await texts(driver) == ["Tagging when I am back online"])
  }

  @Test func `several are discarded after a question`() async throws {
    let driver = try await driver()
    try await driver.type("  d")
    #expect(driver.text.contains("Discard 2 messages"))
    #expect(driver.text.contains("‘This one is refused’"))
    try await driver.press(.escape)
    #expect(driver.model.overlay is OutboxModel)
    #expect(try await texts(driver).count == 2)
    try await driver.type("d")
    try await driver.press(.enter)
    #expect(try await texts(driver).isEmpty)
    #expect(driver.model.overlay is OutboxModel, "what else waits is still seen")
  }

  @Test func `a new chat is one row, in people's words`() async throws {
    let world = try await Scenes.ownChat()
    let chat = try await world.repository.chat(matching: "Release crew")
    let driver = try await ScreenDriver.drawn(world)
    try await driver.press(.function(9))
    #expect((driver.model.overlay as? OutboxModel)?.items?.count == 1)
    #expect(driver.text.contains("the chat ‘Release crew’"))
    #expect(driver.text.contains("Enter go   Space mark"), "a chat has no text to edit or discard")
    #expect(!driver.text.contains("its share"))
    try await world.repository.send("First words", to: chat.id)
    try await driver.press(.escape)
    try await driver.press(.function(9))
    #expect(driver.text.contains(#/Release crew: First words +queued 2/#))
    try await driver.press(.down)
    #expect(driver.text.contains("1 change of this chat is sent before it."))
    let message = try await world.repository.page(in: chat.id, before: nil, limit: 1)
    try await world.repository.drop(message[0].id)
    try await world.settleOutbox(in: world.zone(of: chat.id), refusing: "There is no room.")
    try await driver.press(.escape)
    try await driver.press(.function(9))
    #expect((driver.model.overlay as? OutboxModel)?.items?.count == 1)
    #expect(driver.text.contains("It failed: There is no room."))
    try await driver.type("r")
    let states = try await world.repository.outbox().map(\.state)
    #expect(!states.contains { if case .failed = $0 { true } else { false } }, "all its parts")
  }

  @Test func `the selected item is in sight, however small the screen is`() async throws {
    let world = try await Scenes.ownSharedChat()
    let chat = try await world.repository.chat(matching: "Release crew")
    try await world.settleOutbox(in: world.zone(of: chat.id))
    for number in 1...12 { try await world.repository.send("Text \(number).", to: chat.id) }
    let driver = try await ScreenDriver.drawn(world, width: 60, height: 12)
    try await driver.press(.function(9))
    for number in 1...12 {
      #expect(driver.text.contains("Release crew: Text \(number)."))
      try await driver.press(.down)
    }
    for number in (1...11).reversed() {
      try await driver.press(.up)
      #expect(driver.text.contains("Release crew: Text \(number)."))
    }
  }

  @Test func `copying takes all that is marked`() async throws {
    let driver = try await driver()
    try await driver.type("  y")
    #expect(driver.copied == "This one is refused\nTagging when I am back online")
  }

  @Test func `an empty outbox says so`() async throws {
    let driver = try await ScreenDriver.drawn(ChatWorld())
    try await driver.type("/outbox\n")
    #expect(driver.text.contains("Nothing waits: the cloud has everything."))
    #expect(!driver.text.contains("Last change sent"))
  }

  @Test func `an outbox that was emptied says when`() async throws {
    let world = try await Scenes.ownSharedChat()
    let chat = try await world.repository.chat(matching: "Release crew")
    try await world.settleOutbox(in: world.zone(of: chat.id))
    let driver = try await ScreenDriver.drawn(world)
    try await driver.press(.function(9))
    let words = driver.text.replacing(#/[\s│]+/#, with: " ")
    #expect(words.contains("the cloud has everything. Last change sent: 12:00."))
  }

  @Test func `a waiting item shows since when it waits, and whether it is new or a change`()
    async throws
  {
    let world = try await Scenes.ownSharedChat()
    let chat = try await world.repository.chat(matching: "Release crew")
    let id = try await world.repository.send("Off we go", to: chat.id)
    try await world.settleOutbox(in: world.zone(of: chat.id))
    try await world.repository.edit(id, to: "Off we went")
    let driver = try await ScreenDriver.drawn(world)
    try await driver.press(.function(9))
    #expect(driver.text.contains("Since 12:00. It is next."))
    #expect(driver.text.contains("Release crew: change of message ‘Off we went’"))
  }

  @Test func `the outbox names a chat of two by the person, and every panel opens beside it`()
    async throws
  {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount(), width: 160, height: 50)
    try await driver.type("/msg Berit Shall we?\n")
    #expect(driver.model.openSummary?.isOfTwo == true)
    let panels: [KeyEvent] = [
      KeyEvent(.function(8)), .alt("i"), .alt("o"), .control("f"), .control("g"), .alt("t"),
      .alt("p"),
    ]
    // What is observed is checked in this build, and ends it where a table is missing.
    for key in panels {
      try await driver.press(key, KeyEvent(.escape))
    }
    for command in ["/files", "/members", "/blocked", "/outbox", "/thread"] {
      try await driver.type(command + "\n")
      try await driver.press(.escape)
    }
    try await driver.press(.function(9))
    #expect(driver.text.contains("Berit: Shall"), "\(driver.text)")
  }
}
