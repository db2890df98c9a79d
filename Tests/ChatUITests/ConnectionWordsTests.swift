import ChatModel
import ChatUI
import ChatWords
import CloudModel
import Foundation
import TerminalUI
import Testing

/// The connection where it is not normal.
@MainActor
struct ConnectionWordsTests {
  private func words(_ sync: SyncStatus, after seconds: Double) -> ConnectionWords {
    ConnectionWords(
      connection: ConnectionStatus(
        sync: sync, since: ChatWorld.noon, queuedCount: 1, failedCount: 0),
      time: TimeText(timeZone: .gmt, locale: Locale(identifier: "en_GB")),
      now: ChatWorld.noon + seconds)
  }

  @Test func `what is over in a moment is not spoken of`() {
    let offline = SyncStatus.offline(reason: "no route")
    #expect(words(offline, after: 2.9).obstacle(isShort: false) == nil)
    #expect(words(offline, after: 3).obstacle(isShort: false)?.text == "○ offline since 12:00")
    // A clock that was set back hides nothing.
    #expect(words(offline, after: -60).obstacle(isShort: false)?.text == "○ offline since 12:00")
    #expect(words(.syncing, after: 0.9).obstacle(isShort: false) == nil)
    #expect(words(.syncing, after: 1).obstacle(isShort: false)?.text == "syncing")
    // What waits without a cloud is said at once.
    #expect(words(.syncing, after: 0.9).outbox(isShort: false) == nil)
    #expect(words(.syncing, after: 1).outbox(isShort: false)?.text == "1 queued")
    #expect(words(offline, after: 0).outbox(isShort: false)?.text == "1 queued")
  }

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
