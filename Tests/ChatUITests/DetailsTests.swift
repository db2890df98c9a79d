import ChatUI
import ClientSettings
import Foundation
import TerminalUI
import Testing

/// The details of a message, which show more than the message.
@MainActor
struct DetailsTests {
  @Test func `the earlier texts are shown, the newest first, by whom and when`() async throws {
    let driver = try await ScreenDriver.drawn(
      Scenes.changedMessage(), width: 80, height: 30, openChat: "Release crew")
    try await driver.press(.up, .enter)
    let text = driver.text
    let second = try #require(text.range(of: "We tag on Monday"))
    let first = try #require(text.range(of: "We tag on Mondey"))
    #expect(second.lowerBound < first.lowerBound)
    #expect(text.contains("Earlier versions"))
    #expect(text.contains("11:20"))
    #expect(text.contains("11:10"))
  }

  @Test func `an unchanged message has no earlier texts, and says where its record is`()
    async throws
  {
    let driver = try await Scenes.busyScreen(width: 80, height: 24)
    try await driver.press(.up, .up, .up, .enter)
    #expect(!driver.text.contains("Earlier versions"))
    #expect(driver.text.contains("your shared one"))
    #expect(driver.text.contains("Record"))
  }

  @Test func `the keys in the details are those that count`() async throws {
    let driver = try await Scenes.busyScreen(width: 80, height: 24)
    var settings = driver.model.settings
    settings.keys = ["retry": [.typed("y")], "copy": [.typed("c")]]
    try await driver.post(.settings(.settings(settings)))
    try await driver.press(.up, .up, .enter)
    #expect(driver.text.contains("Enter close   y retry   d drop"))
    try await driver.type("y")
    #expect(driver.model.overlay == nil)
    #expect(driver.text.contains("The message is queued again."))
  }

  @Test func `a failed message is taken back from its details`() async throws {
    let driver = try await Scenes.busyScreen(width: 80, height: 24)
    try await driver.press(.up, .up, .enter)
    try await driver.type("d")
    #expect(driver.model.overlay == nil)
    #expect(driver.model.composer.text == "This one is refused")
  }
}
