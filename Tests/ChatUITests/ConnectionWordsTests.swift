import ChatUI
import TerminalUI
import Testing

/// The connection in the list of chats.
@MainActor
struct ConnectionWordsTests {
  @Test(arguments: [80, 100, 160])
  func `a window whose session has ended shows the command that signs in again`(
    width: Int
  ) async throws {
    let driver = try await ScreenDriver.drawn(
      Scenes.endedSession(), width: width, height: 24, openChat: "Release crew")
    let list = driver.text.split(separator: "\n").map { $0.prefix { $0 != "│" } }
    let words = list.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(words.contains("Sign in again with ‘zonechat account sign-in anna’;"), "\(driver.text)")
    // The chats stay in sight.
    #expect(driver.text.contains("Family"))
  }
}
