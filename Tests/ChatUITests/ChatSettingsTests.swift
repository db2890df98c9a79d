import ChatCore
import ChatModel
import ChatUI
import ClientSettings
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
    // It stays last, so that a pin would do nothing there.
    try await driver.press(.function(7), .end)
    let family = try #require(driver.model.list.chats.last?.id)
    for _ in 0..<3 where driver.model.list.selection != .chat(family) {
      try await driver.press(.up)
    }
    #expect(!driver.text.contains("* pin"))
    try await driver.type("*")
    #expect(driver.paneWords.contains("‘Family’ is archived. /archive brings it back"))
    #expect(driver.model.list.summary(of: family)?.isPinned == false)
    try await driver.press(.escape)
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
    try await driver.type("!")
    #expect(driver.text.contains("‘Release crew’ is muted until 15:00."))
    try await driver.type("!")
    #expect(
      driver.paneWords.contains(
        "You are told of messages in ‘Release crew’ that name you, as in every group."))
    try await driver.press(.escape)
    try await driver.type("/mute 2h\n")
    try await driver.type("/mute off\n")
    #expect(driver.model.openSummary?.mutedUntil == nil)
    #expect(driver.paneWords.contains("You are told of messages in ‘Release crew’ that name you"))
    try await driver.type("/mute off\n")
    #expect(driver.paneWords.contains("‘Release crew’ is not muted for a time."))
    try await driver.type("/mute sometimes\n")
    #expect(driver.paneWords.contains("‘/mute’ takes 30m, 1h, 2d, tomorrow or a time of day like"))
  }

  @Test func `the key for notifications says the other choices`() async throws {
    let driver = try await driver()
    try await driver.press(.function(7))
    try await driver.type("=")
    let note = try #require(driver.model.toast?.text)
    #expect(
      note
        == "You are told of nothing in ‘Release crew’. = again: every message, then only your name."
    )
    try await driver.type("=")
    #expect(driver.model.toast?.text.hasPrefix("You are told of every message in") == true)
  }

  @Test(arguments: [
    ("", "mentions (group)", 0, 1), ("all", "every message", 1, 1), ("mentions", "mentions", 0, 1),
    ("none", "nothing", 0, 0),
  ])
  func `what the panel says of a chat is what rings there`(
    word: String, words: String, plain: Int, naming: Int
  ) async throws {
    let driver = try await Scenes.busyScreen(width: 160, height: 50)
    if !word.isEmpty { try await driver.type("/notify \(word)\n") }
    #expect(driver.text.contains(try Regex("Told of +\\Q\(words)\\E *\n")), "\(driver.text)")
    // Nobody looks at the terminal.
    try await driver.post(.terminal(.input(.focusLost)))
    let zone = RecordZoneIDs.of(
      try await driver.world.repository.chat(matching: "Release crew"), owner: "ada")
    for (text, count) in [("Lunch?", plain), ("@you lunch?", plain + naming)] {
      try await driver.world.say(text, by: "ada", in: zone, at: ChatWorld.noon)
      try await driver.refresh()
      try await driver.post(.notificationsDue)
      #expect(driver.bellCount == count, "\(text)")
    }
  }

  @Test func `what the settings silence is said to be silent`() async throws {
    let driver = try await Scenes.busyScreen(width: 160, height: 50)
    var settings = Settings()
    settings.notifications.level = .none
    try await driver.post(.settings(.settings(settings)))
    #expect(driver.text.contains("nothing (settings)"))
    try await driver.type("/notify all\n")
    #expect(driver.model.toast?.text.hasPrefix("You are told of nothing: the settings") == true)
    try await driver.press(.function(7))
    // The round goes on all the same.
    try await driver.type("=")
    #expect(driver.model.toast?.text.hasSuffix("= again: nothing, then every message.") == true)
  }
}
