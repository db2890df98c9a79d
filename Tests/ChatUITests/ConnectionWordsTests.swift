import ChatUI
import TerminalUI
import Testing

/// The connection where it is not normal.
@MainActor
struct ConnectionWordsTests {
  @Test(arguments: [80, 100, 160])
  func `a window whose session has ended shows the command that signs in again`(
    width: Int
  ) async throws {
    let driver = try await ScreenDriver.drawn(
      Scenes.endedSession(), width: width, height: 24, openChat: "Release crew")
    #expect(
      driver.paneWords.contains("Sign in again with ‘zonechat account sign-in anna’;"),
      "\(driver.text)")
    // The chats stay in sight.
    #expect(driver.text.contains("Family"))
  }
}
