import ChatCore
import ChatModel
import CloudModel
import CloudSync
import SyncRules
import TestSupport
import Testing

/// The data of a replica that the cloud cannot give again.
struct OnlyHereTests {
  @Test func `settings and drafts count until they are sent, and read marks never`() async throws {
    try await withPair { world, alice, bob, chat in
      let bobs = try await chat.id(on: bob)
      try await alice.repository.send("hello", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let message = try #require(try await bob.messages(in: bobs).last)
      try await bob.repository.markSeen(bobs, through: message.id)
      #expect(try await bob.repository.onlyHere().isEmpty)
      try await bob.repository.setPinned(true, of: bobs)
      #expect(try await bob.repository.onlyHere().unsent == 1)
      try await bob.repository.send("waits", to: bobs)
      try await bob.repository.saveDraft(Draft(text: "half"), in: bobs)
      var onlyHere = OnlyHere()
      (onlyHere.unsent, onlyHere.drafts) = (2, 1)
      #expect(try await bob.repository.onlyHere() == onlyHere)
      try await world.syncUntilQuiet([bob, alice])
      try await bob.repository.saveDraft(Draft(), in: bobs)
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await bob.repository.onlyHere().isEmpty)
    }
  }

  @Test func `messages of others count when the cloud has lost them`() async throws {
    try await withPair { world, alice, bob, chat in
      try await alice.repository.send("mine", to: chat.ownerChat)
      try await bob.repository.send("yours", to: chat.id(on: bob))
      try await world.syncUntilQuiet([alice, bob, alice])
      #expect(try await alice.repository.onlyHere().isEmpty)
      try world.end(chat.zoneID, .encryptedDataReset)
      try await world.syncUntilQuiet([alice])
      let shown = try await alice.messages(in: chat.ownerChat)
      #expect(shown.filter(\.isOnlyHere).map(\.text) == ["yours"])
      var onlyHere = OnlyHere()
      onlyHere.lostMessages = 1
      #expect(try await alice.repository.onlyHere() == onlyHere)
      try await world.syncUntilQuiet([alice, bob])
    }
  }

  @Test func `a closed chat counts as one, without its messages`() async throws {
    try await withPair { world, alice, bob, chat in
      try await alice.repository.send("hello", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      try await alice.repository.deleteChat(chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      var onlyHere = OnlyHere()
      onlyHere.closedChats = 1
      #expect(try await bob.repository.onlyHere() == onlyHere)
    }
  }
}
