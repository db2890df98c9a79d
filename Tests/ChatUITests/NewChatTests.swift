import ChatModel
import ChatUI
import ChatWords
import ClientSettings
import TerminalUI
import Testing

/// The kind of a new chat is chosen when it is made.
@MainActor
struct NewChatTests {
  @Test func `Tab makes a new chat sealed, and plain again`() async throws {
    let driver = try await Scenes.busyScreen(width: 80, height: 24)
    try await driver.press(.control("o"))
    #expect(driver.text.contains(SealedWords.plain) && driver.text.contains("Tab sealed"))
    try await driver.press(.tab)
    #expect(driver.text.contains(SealedWords.sealed) && driver.text.contains("Tab plain"))
    try await driver.press(.tab)
    #expect(driver.text.contains(SealedWords.plain))
    // The title of a chat that is there says nothing of its kind, which stays.
    try await driver.press(.escape)
    try await driver.type("/rename\n")
    #expect(driver.model.overlay is TitleModel)
    #expect(!driver.text.contains("Tab sealed"))
  }

  @Test func `a setting says how new chats begin, and one without keys is not made`() async throws {
    let driver = try await Scenes.busyScreen(width: 80, height: 24)
    let settings = try Settings.read("[chats]\nsealed = true", vocabulary: .chat).get()
    try await driver.post(.settings(.settings(settings)))
    try await driver.press(.control("o"))
    #expect(driver.text.contains(SealedWords.sealed))
    await #expect(throws: ChatError.sealing(.noKeys)) { try await driver.type("Boats\n") }
    // The same without a dialog.
    await #expect(throws: ChatError.sealing(.noKeys)) { try await driver.type("/new Boats\n") }
    #expect(driver.model.openSummary?.name == "Release crew")
  }
}
