import ChatModel
import Foundation
import Testing

@testable import ChatUI

struct AccessWatchTests {
  private func chat(_ access: ChatAccess, _ history: ChatSummary.History) -> ChatSummary {
    ChatSummary(
      id: ChatID(rawValue: 1), zoneName: "chat-1", name: "Supper", isOwn: false, access: access,
      createdAt: .distantPast, unreadCount: 0, queuedCount: 0, failedCount: 0, memberCount: 2,
      hasDraft: false, history: history)
  }

  @Test func `a chat that a new device finds brings its rights without a word`() {
    var watch = AccessWatch()
    for (access, history) in [
      (ChatAccess.readOnly, ChatSummary.History.incomplete(from: nil)),
      (.readOnly, .incomplete(from: .distantPast)), (.readWrite, .complete),
    ] {
      let news = watch.take([chat(access, history)])
      #expect(news.isEmpty, "\(access) \(history)")
    }
    let changed = watch.take([chat(.readOnly, .complete)])
    #expect(changed.map(\.old) == [.readWrite])
  }

  @Test func `a chat that is fetched anew tells a change once it is whole, and its end at once`() {
    var watch = AccessWatch()
    _ = watch.take([chat(.readWrite, .complete)])
    let during = watch.take([chat(.readOnly, .incomplete(from: nil))])
    #expect(during.isEmpty)
    let after = watch.take([chat(.readOnly, .complete)])
    #expect(after.map(\.old) == [.readWrite])
    let ended = watch.take([chat(.sealed(reason: "It is over."), .incomplete(from: nil))])
    #expect(ended.map(\.old) == [.readOnly])
  }
}
