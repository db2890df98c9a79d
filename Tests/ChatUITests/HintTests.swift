import ChatModel
import ChatUI
import ClientSettings
import TerminalUI
import Testing

/// The hints on the last line of the screen.
@MainActor
struct HintTests {
  private func driver(_ world: ChatWorld, width: Int = 160) async throws -> ScreenDriver {
    try await .drawn(world, width: width, openChat: "Release crew")
  }

  private func bar(_ driver: ScreenDriver) -> String {
    String(driver.text.split(separator: "\n").last ?? "")
  }

  @Test func `the list offers what the selected entry allows`() async throws {
    let driver = try await driver(Scenes.busyAccount())
    try await driver.press(.function(7), .end)
    #expect(bar(driver).hasPrefix(" Enter accept…   Del decline   "))
    #expect(!bar(driver).contains("pin"))
    try await driver.press(.up)
    #expect(
      driver.model.list.selection == .chat(driver.model.list.chats.last?.id ?? ChatID(rawValue: 0)))
    #expect(bar(driver).hasPrefix(" Enter open   Del remove chat   * pin"))
    #expect(driver.text.contains("Old flat: "))
    // Nothing comes there of which anybody could be told.
    #expect(!bar(driver).contains("notify"))
    try await driver.type("=")
    #expect(driver.text.contains("‘Old flat’ is closed. Nothing new comes there."))
    try await driver.press(.home)
    #expect(bar(driver).hasPrefix(" Enter open   * pin   = notify   - archive   Del leave"))
  }

  @Test func `an invitation that waits is in the hints, with the way to it`() async throws {
    let waiting = try await driver(Scenes.busyAccount(), width: 80)
    #expect(bar(waiting).contains("F7 1 invitation"))
    let none = try await driver(Scenes.ownSharedChat(), width: 80)
    #expect(!bar(none).contains("invitation"))
  }

  @Test func `an own chat can be deleted in the list, a closed one brought back by a command`()
    async throws
  {
    let own = try await driver(Scenes.ownSharedChat())
    try await own.press(.function(7))
    #expect(bar(own).contains("Del delete"))
    let closed = try await driver(Scenes.busyAccount())
    try await closed.type("/go Old flat\n")
    #expect(bar(closed).hasPrefix(" /hide remove chat   "))
    #expect(!bar(closed).contains("send"))
  }

  @Test func `Del in the list is for the selected chat, and the selection stays in the list`()
    async throws
  {
    let driver = try await driver(Scenes.busyAccount())
    let family = try #require(driver.model.list.chats.first { $0.name == "Family" }?.id)
    try await driver.press(.function(7), .home)
    for _ in 0..<3 where driver.model.list.selection != .chat(family) {
      try await driver.press(.down)
    }
    try await driver.press(.delete)
    #expect(driver.text.contains("Leave Family"))
    try await driver.press(.enter)
    #expect(driver.text.contains("You left ‘Family’."))
    #expect(driver.model.openSummary?.name == "Release crew")
    #expect(driver.model.list.entries.contains { $0.id == driver.model.list.selection })
    try await driver.press(.control("_"))
    #expect(driver.model.openSummary?.name == "Family")
  }

  @Test func `a message offers what it allows, and a removal its undo`() async throws {
    let driver = try await driver(Scenes.busyAccount())
    try await driver.press(.up, .up)
    #expect(bar(driver).hasPrefix(" r retry   d drop"))
    try await driver.press(.up)
    #expect(bar(driver).contains("e edit   d remove   a react   p pin"))
    #expect(!bar(driver).contains("save"))
    try await driver.type("d")
    #expect(bar(driver).contains("Ctrl+_ undo"))
  }

  @Test func `narrow screens keep the likeliest hints, and the help`() async throws {
    for (width, wanted) in [
      (40, " r reply"), (80, " r reply   e edit"), (160, " r reply   e edit"),
    ] {
      let driver = try await driver(Scenes.busyAccount(), width: width)
      try await driver.press(.up, .up, .up)
      #expect(bar(driver).hasPrefix(wanted))
      #expect(bar(driver).contains("F1 help"))
    }
  }

  @Test func `a possible action with a key of one's own is offered under that key`() async throws {
    let driver = try await driver(Scenes.busyAccount())
    var settings = Settings()
    settings.keys = ["decline": [.control("x")], "react": [.typed("z")]]
    try await driver.post(.settings(.settings(settings)))
    try await driver.press(.function(7), .end)
    #expect(bar(driver).contains("Ctrl+X decline"))
    try await driver.press(.escape)
    try await driver.press(.up, .up, .up)
    #expect(bar(driver).contains("z react"))
  }
}
