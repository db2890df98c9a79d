import ChatCore
import ChatModel
import ChatUI
import TerminalUI
import Testing

@MainActor
struct ChatSettingsTests {
  private func driver() async throws -> ScreenDriver {
    try await Scenes.busyScreen(width: 80, height: 24)
  }

  @Test func `a pinned chat stands first and apart`() async throws {
    let driver = try await driver()
    try await driver.press(.function(7), .down)
    try await driver.type("*")
    #expect(driver.text.contains("* unpin"))
    try await driver.press(.escape)
    #expect(driver.model.list.chats.first?.name == "Family")
    let list = driver.text.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "│" } }
    #expect(list[0].contains("Family"))
    #expect(list[1].allSatisfy { $0 == " " }, "a blank row below the pinned chats")
    #expect(list[2].contains("Release crew"))
  }

  @Test func `an archived chat stands at the end, and can be brought back`() async throws {
    let driver = try await driver()
    try await driver.press(.function(7), .down)
    try await driver.type("-")
    try await driver.press(.escape)
    #expect(driver.text.contains("\n archived 1"))
    #expect(driver.model.list.chats.last?.name == "Family")
    try await driver.press(.control("_"))
    #expect(!driver.text.contains(" archived 1"))
  }

  @Test func `a muted chat does not count and is not gone to`() async throws {
    let driver = try await driver()
    try await driver.type("/notify none\n")
    #expect(driver.text.contains("You are told of nothing in ‘Release crew’."))
    #expect(driver.model.openSummary?.notifications == ChatNotifications.none)
    try await driver.type("/notify sometimes\n")
    #expect(driver.text.contains("Write /notify all, /notify mentions or /notify none."))
  }

  @Test func `a mute for a time ends by itself, and by the same word`() async throws {
    let driver = try await driver()
    try await driver.type("/mute 2h\n")
    #expect(driver.text.contains("‘Release crew’ is muted until 14:00."))
    #expect(driver.model.openSummary?.notifications == ChatNotifications.none)
    driver.pause(2 * 3600 - 10)
    try await driver.press(.escape)
    #expect(driver.model.openSummary?.notifications == ChatNotifications.none)
    driver.pause(10)
    try await driver.press(.escape)
    #expect(driver.model.openSummary?.notifications == .all)
    #expect(driver.model.openSummary?.mutedUntil == nil)
    try await driver.press(.function(7))
    try await driver.type("m")
    #expect(driver.text.contains("‘Release crew’ is muted until 15:00."))
    try await driver.type("m")
    #expect(driver.text.contains("You are told of every message in ‘Release crew’."))
    try await driver.press(.escape)
    try await driver.type("/mute sometimes\n")
    #expect(driver.paneWords.contains("‘/mute’ takes 30m, 1h, 2d, tomorrow or a time of day like"))
  }

  @Test func `the key for notifications says the other choices`() async throws {
    let driver = try await driver()
    try await driver.press(.function(7))
    try await driver.type("=")
    let note = try #require(driver.model.toast?.text)
    #expect(note.contains("that name you. = again: nothing, then every message."))
  }
}
