import ChatCore
import ChatModel
import CloudModel
import SyncRules
import TestSupport
import Testing

/// The reads of a window after a commit.
struct ScreenReaderTests {
  private let newest = MessageWindow.Request(place: .newest, unread: nil)

  @Test func `all that a commit has changed is read together, and nothing else`() async throws {
    try await withLoneDevice { alice in
      let chat = try await alice.repository.createChat(title: "Trip")
      let reader = ScreenReader(alice.repository)
      reader.show(chat, newest)
      let first = try #require(try await reader.news())
      #expect(first.summaries?.map(\.name) == ["Trip"] && first.invitations == [])
      #expect(first.connection != nil && first.messages?.window.messages == [])
      try await alice.repository.send("hello", to: chat)
      let second = try #require(try await reader.news())
      #expect(second.messages?.window.messages.map(\.text) == ["hello"])
      #expect(second.summaries?.first?.lastMessage?.text == "hello")
      #expect(second.connection?.queuedCount != first.connection?.queuedCount)
      #expect(second.invitations == nil)
    }
  }

  @Test func `what a panel shows is read together with the messages, while it is shown`()
    async throws
  {
    try await withLoneDevice { alice in
      let chat = try await alice.repository.createChat(title: "Trip")
      let reader = ScreenReader(alice.repository)
      reader.show(chat, newest)
      _ = try await reader.news()
      reader.watch(.members(chat))
      reader.watch(.highlights(chat))
      let begun = try #require(try await reader.news())
      #expect(begun.facts.count == 2 && begun.messages == nil && begun.summaries == nil)
      try await alice.repository.send("https://example.org", to: chat)
      let news = try #require(try await reader.news())
      #expect(news.messages?.window.messages.count == 1)
      guard case .highlights(chat, let highlights)? = news.facts.first, news.facts.count == 1
      else {
        Issue.record("\(news.facts)")
        return
      }
      #expect(highlights.links.count == 1)
      reader.unwatch(.highlights(chat))
      try await alice.repository.send("https://example.com", to: chat)
      let later = try #require(try await reader.news())
      #expect(later.messages != nil && later.facts == [])
    }
  }

  @Test func `messages that are asked for again come again`() async throws {
    try await withLoneDevice { alice in
      let chat = try await alice.repository.createChat(title: "Trip")
      let reader = ScreenReader(alice.repository)
      reader.show(chat, newest)
      let first = try await reader.news()?.messages
      reader.show(chat, newest)
      let again = try #require(try await reader.news())
      #expect(again.messages == first && again.summaries == nil)
    }
  }

  @Test func `that something is on its way is shown once it takes long`() async throws {
    try await withLoneDevice { alice in
      let foreign = ForeignChat()
      let chat = try await foreign.bring(to: alice, [])
      try await alice.repository.send("hello", to: chat)
      let reader = ScreenReader(alice.repository)
      reader.show(chat, newest)
      let queued = try await reader.news()?.messages?.window.messages.last?.delivery
      #expect(queued == .queued(place: 1))
      _ = try #require(try await alice.replica.nextBatch(in: foreign.zoneID, limit: 9))
      try await alice.replica.publish(
        SyncReport(status: .syncing, isSendingLong: true), now: .zero)
      var shown: Message.Delivery?
      while shown == nil {
        shown = try await reader.news()?.messages?.window.messages.last?.delivery
      }
      #expect(shown == .sending)
    }
  }
}
