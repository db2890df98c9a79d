import ChatModel
import ChatUI
import ClientSettings
import Testing

/// Slash commands of the person's own.
@MainActor
struct OwnCommandTests {
  private func driver() async throws -> ScreenDriver {
    let driver = try await Scenes.busyScreen(width: 80, height: 24)
    var settings = Settings()
    settings.commands = ["weather": ["w", "--short"]]
    try await driver.post(.settings(.settings(settings)))
    return driver
  }

  @Test func `what was typed is one argument, and the output comes into the text`() async throws {
    let driver = try await driver()
    try await driver.type("/weather  New York; rm -rf ~\n")
    let command = try #require(driver.ran.first)
    #expect(driver.ran.count == 1)
    #expect(command.words == ["w", "--short", "New York; rm -rf ~"])
    #expect(command.input.isEmpty)
    #expect(driver.text.contains("‘/weather’ is running."))
    try await driver.post(.commandOutput("Sunny\u{1B}[31m\nand warm\n", of: command))
    #expect(driver.model.composer.text == "Sunny\nand warm", "without colours")
  }

  @Test func `an output that looks like a command is a text`() async throws {
    let driver = try await driver()
    try await driver.type("/weather\n")
    let command = try #require(driver.ran.first)
    #expect(command.words == ["w", "--short"])
    try await driver.post(.commandOutput("/quit\n", of: command))
    #expect(driver.model.composer.text == "//quit")
  }

  @Test func `an output that is longer than a message is not inserted`() async throws {
    let driver = try await driver()
    try await driver.type("/weather\n")
    let command = try #require(driver.ran.first)
    let output = String(repeating: "\u{7}", count: Message.textLimitBytes + 1)
    try await driver.post(.commandOutput(output, of: command))
    #expect(driver.model.composer.text.isEmpty)
    #expect(driver.paneWords.contains("it is longer than a message"))
  }

  @Test func `in another chat nothing is inserted, and an unknown name stays one`() async throws {
    let driver = try await driver()
    try await driver.type("/weather\n")
    var command = try #require(driver.ran.first)
    command.chat = ChatID(rawValue: 4711)
    try await driver.post(.commandOutput("Sunny", of: command))
    #expect(driver.model.composer.text.isEmpty)
    #expect(driver.paneWords.contains("is not inserted: another chat is open now."))
    try await driver.type("/whether\n")
    #expect(driver.ran.count == 1)
    #expect(driver.text.contains("There is no command ‘/whether’."))
  }
}
