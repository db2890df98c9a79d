import ChatCore
import ChatModel
import Testing
import TestSupport

/// The people whom an account has met.
struct PeopleTests {
  @Test func `somebody met in a chat of two has that chat, also after they have left it`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      try await world.syncUntilQuiet([alice, bob])
      let group = try await alice.repository.currentAcquaintances()
      #expect(group.map(\.directChat) == [nil], "what has a title is a group")
      #expect(group.map(\.chats) == [[chat.ownerChat]])
      try await alice.repository.rename(chat.ownerChat, to: "")
      try await world.syncUntilQuiet([alice, bob])
      let met = try await alice.repository.currentAcquaintances()
      #expect(met.map(\.person.account) == ["bob"])
      #expect(met.map(\.directChat) == [chat.ownerChat])
      try await bob.repository.leave(try await chat.id(on: bob))
      try await world.syncUntilQuiet([bob, alice])
      let later = try await alice.repository.currentAcquaintances()
      #expect(later.map(\.person.account) == ["bob"])
      #expect(later.map(\.directChat) == [nil])
      #expect(later.map(\.chats) == [[]])
    }
  }

  @Test func `oneself is nobody whom one has met`() async throws {
    try await withPair { world, _, bob, _ in
      try await world.syncUntilQuiet([bob])
      #expect(try await bob.repository.currentAcquaintances().map(\.person.account) == ["alice"])
    }
  }
}
