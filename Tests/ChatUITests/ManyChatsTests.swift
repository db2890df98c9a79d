import ChatCore
import ChatModel
import ChatUI
import Foundation
import TerminalUI
import TestSupport
import Testing

/// A list of thousands of chats costs what is seen of it.
@MainActor
struct ManyChatsTests {
  private func summaries(_ count: Int) -> [ChatSummary] {
    (0..<count).map { number in
      var chat = ChatSummary(
        id: ChatID(rawValue: Int64(number)), zoneName: "chat-\(number)", name: "Chat \(number)",
        isOwn: true, access: .readWrite, createdAt: ChatWorld.noon, unreadCount: number % 3,
        queuedCount: 0, failedCount: 0, memberCount: 2, hasDraft: false, history: .complete)
      chat.isArchived = number >= count - 2
      return chat
    }
  }

  private func screen(_ count: Int) throws -> ChatScreen {
    let screen = ChatScreen(
      model: AppModel(
        account: try ChatWorld().repository.account, startedAt: ChatWorld.noon, openChat: nil,
        at: nil),
      size: Size(width: 120, height: 40), now: { ChatWorld.noon }, timeZone: .gmt,
      locale: Locale(identifier: "en_GB"))
    screen.handle(.summaries(summaries(count)))
    return screen
  }

  @Test func `a picture takes as long with 5,000 chats as with 50`() throws {
    let (many, few) = (try screen(5000), try screen(50))
    func time(_ screen: ChatScreen) -> Duration {
      ContinuousClock().measure { for _ in 0..<4 { _ = screen.picture() } }
    }
    let ratio = timeRatio(of: { time(many) }, to: { time(few) }, bound: 1.5, rounds: 8)
    #expect(ratio < 1.5)
  }

  @Test(arguments: [4, 30])
  func `the end of a long list, its archive and the selected chat can be seen`(height: Int) throws {
    let list = ChatListModel()
    list.update(summaries(100))
    list.selectLast()
    let layout = ChatListLayout(
      list, size: Size(width: 20, height: height), isWide: true, shown: list.selection)
    let shown = layout.chats.shown
    // One row says how many chats are out of sight.
    #expect(shown.count == height - 1)
    guard case .more(let hidden)? = layout.rows.last else {
      Issue.record("no row about what is out of sight")
      return
    }
    // The two archived chats stand below a blank row and a heading.
    #expect(hidden == ChatListLayout.Hidden(above: 100 - max(2, shown.count - 2), below: 0))
    #expect(shown.last?.entry == .chat(ChatID(rawValue: 99)))
    let rules = shown.filter { if case .heading("archived 2", _) = $0 { true } else { false } }
    #expect(rules.count == 1)
    for (row, content) in shown.enumerated() { #expect(layout.entry(at: row) == content.entry) }
  }
}
