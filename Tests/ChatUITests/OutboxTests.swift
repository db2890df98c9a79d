import ChatCore
import ChatModel
import ChatUI
import TerminalUI
import Testing

@MainActor
struct OutboxTests {
  private func driver() async throws -> ScreenDriver {
    let driver = ScreenDriver(
      try await Scenes.busyAccount(), width: 80, height: 24, openChat: "Family")
    try await driver.refresh()
    try await driver.press(.function(9))
    return driver
  }

  private func texts(_ driver: ScreenDriver) async throws -> [String] {
    try await driver.world.repository.outbox().filter { $0.subject == .message }.compactMap(\.text)
  }

  @Test func `What failed stands first, with its reason`() async throws {
    let driver = try await driver()
    #expect(driver.text.contains("It failed: The cloud has no room left."))
    try await driver.press(.down)
    #expect(driver.text.contains("It cannot be sent now: no route."))
  }

  @Test func `Enter goes to the message in its chat`() async throws {
    let driver = try await driver()
    try await driver.press(.enter)
    #expect(driver.model.openSummary?.name == "Release crew")
    #expect(driver.model.overlay == nil)
  }

  @Test func `A failed message is queued again; what waits is not`() async throws {
    let driver = try await driver()
    try await driver.type("r")
    let states = try await driver.world.repository.outbox().map(\.state)
    #expect(!states.contains { if case .failed = $0 { true } else { false } })
    try await driver.press(.down)
    try await driver.type("r")
    #expect(driver.text.contains("Only what failed is sent again."))
  }

  @Test func `Editing takes the text back into its chat`() async throws {
    let driver = try await driver()
    try await driver.type("e")
    #expect(driver.model.openSummary?.name == "Release crew")
    #expect(driver.model.composer.text == "This one is refused")
    #expect(try await texts(driver) == ["Tagging when I am back online"])
  }

  @Test func `Several are discarded after a question`() async throws {
    let driver = try await driver()
    try await driver.type("  d")
    #expect(driver.text.contains("Discard 2 messages"))
    #expect(driver.text.contains("‘This one is refused’"))
    try await driver.press(.enter)
    #expect(try await texts(driver).isEmpty)
  }

  @Test func `Copying takes all that is marked`() async throws {
    let driver = try await driver()
    try await driver.type("  y")
    #expect(driver.copied == "This one is refused\nTagging when I am back online")
  }

  @Test func `An empty outbox says so`() async throws {
    let driver = ScreenDriver(try ChatWorld(), width: 80, height: 24)
    try await driver.refresh()
    try await driver.type("/outbox\n")
    #expect(driver.text.contains("Nothing waits: the cloud has everything."))
  }
}
