import ChatCore
import ChatModel
import CloudModel
import TestSupport
import Testing

/// The rules for what a list of chats counts as new.
@Suite(.timeLimit(.minutes(1)))
struct UnreadCountTests {
  @Test func `a message that was removed before it was read is not unread`() async throws {
    try await withPair { world, alice, bob, chat in
      let bobs = try await chat.id(on: bob)
      let first = try await bob.repository.send("hello @alice", to: bobs)
      let second = try await bob.repository.send("again", to: bobs)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await alice.summary(of: chat.ownerChat).unreadCount == 2)
      try await bob.repository.delete(first)
      try await world.syncUntilQuiet([alice, bob])
      let summary = try await alice.summary(of: chat.ownerChat)
      #expect(summary.unreadCount == 1 && summary.mentionCount == 0)
      let begin = try await alice.repository.unread(in: chat.ownerChat)?.first
      let again = try await alice.messages(in: chat.ownerChat).first { $0.text == "again" }
      #expect(begin == again?.cursor, "where the unread line is")
      try await bob.repository.delete(second)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await alice.summary(of: chat.ownerChat).unreadCount == 0)
      #expect(try await alice.repository.unread(in: chat.ownerChat) == nil)
    }
  }

  @Test func `taking back that all was read passes over a chat that is gone`() async throws {
    try await withPair { world, alice, bob, chat in
      let bobs = try await chat.id(on: bob)
      try await bob.repository.send("hello", to: bobs)
      try await world.syncUntilQuiet([alice, bob])
      let read = try await alice.repository.markAllRead()
      #expect(read.map(\.chat) == [chat.ownerChat])
      let gone = ReadChat(
        chat: ChatID(rawValue: 4711), after: MessageID(rawValue: 0), through: MessageID(rawValue: 1)
      )
      try await alice.repository.restoreUnread([gone] + read)
      #expect(try await alice.summary(of: chat.ownerChat).unreadCount == 1)
    }
  }
}
