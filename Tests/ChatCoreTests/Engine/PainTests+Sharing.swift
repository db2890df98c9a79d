import ChatCore
import ChatModel
import CloudModel
import CloudSync
import SyncRules
import TestSupport
import Testing

/// Zones, shares and rights.
extension PainTests {
  @Test(arguments: [DatabaseChanges.Deletion.Reason.deleted, .purged, .encryptedDataReset])
  func `pain 6: each ending of a zone has its own path, and a participant never makes a zone`(
    reason: DatabaseChanges.Deletion.Reason
  ) async throws {
    try await withPair { world, alice, bob, chat in
      let tablet = try world.device(of: "alice", named: "tablet")
      try await alice.repository.send("kept", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob, tablet])
      try await alice.repository.send("unsent", to: chat.ownerChat)
      try await bob.repository.send("unsent", to: chat.id(on: bob))
      // The zone of his settings, when he joined.
      let zonesMade = bob.faults.requests.count { $0 == .modifyZones }
      switch reason {
      case .deleted:
        try await tablet.repository.deleteChat(chat.id(on: tablet))
        await tablet.sync()
      case .purged, .encryptedDataReset:
        try world.end(chat.zoneID, reason)
      }
      try await world.syncUntilQuiet([bob, alice])
      #expect(bob.faults.requests.count { $0 == .modifyZones } == zonesMade)
      let bobs = try await bob.messages(in: chat.id(on: bob))
      #expect(bobs.map(\.text).sorted() == ["kept", "unsent"], "the text stays")
      #expect(try await !bob.summary(of: chat.id(on: bob)).access.canWrite)
      let alices = try await alice.messages(in: chat.ownerChat)
      #expect(alices.map(\.text) == ["kept", "unsent"])
      switch reason {
      case .deleted, .purged:
        #expect(try world.zones(of: alice) == [], "nothing goes up again unasked")
        guard case .failed = alices.last?.delivery else {
          Issue.record("is \(String(describing: alices.last?.delivery))")
          return
        }
      case .encryptedDataReset:
        #expect(try world.zones(of: alice) == [chat.zoneName])
        #expect(alices.map(\.delivery) == [.sent, .sent], "from what is here")
      }
      tablet.discard()
    }
  }

  @Test func `pain 11: sharing sends nothing to the wrong database or on a stale version`()
    async throws
  {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let tablet = try world.device(of: "alice", named: "tablet")
      let bob = try world.device(of: "bob")
      let carol = try world.device(of: "carol")
      let chat = try await SharedChat.make(owner: alice, guests: [])
      try await alice.repository.send("before", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, tablet])
      let link = try await alice.sharing.invite(["bob"], to: chat.ownerChat, permission: .readWrite)
      // The tablet has not heard of the new version of the share.
      _ = try await tablet.sharing.invite(
        ["carol"], to: chat.id(on: tablet), permission: .readWrite)
      try await alice.sharing.setPermission(of: "carol", in: chat.ownerChat, to: .readOnly)
      for guest in [bob, carol] {
        _ = try await guest.sharing.join(link)
        await guest.sync()
      }
      try await alice.repository.rename(chat.ownerChat, to: "After")
      try await bob.repository.send("after", to: chat.id(on: bob))
      try await world.syncUntilQuiet([alice, bob, carol, tablet])
      #expect(chat.zoneID.databaseScope(for: alice.account.userRecordName) == .private)
      #expect(chat.zoneID.databaseScope(for: bob.account.userRecordName) == .shared)
      for device in [alice, tablet, bob, carol] {
        let id = try await chat.id(on: device)
        #expect(try await device.lines(in: id) == ["alice: before", "bob: after"])
        #expect(try await device.summary(of: id).name == "After")
        #expect(try await device.repository.outbox().isEmpty)
      }
      #expect(try await carol.summary(of: chat.id(on: carol)).access == .readOnly)
    }
  }

  @Test func `pain 12: a member who comes back to a chat has all of it, own messages too`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      try await bob.repository.send("mine", to: chat.id(on: bob))
      try await alice.repository.send("yours", to: chat.ownerChat)
      try await world.syncUntilQuiet([bob, alice])
      try await alice.sharing.remove("bob", from: chat.ownerChat)
      try await alice.repository.send("meanwhile", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let link = try await alice.sharing.invite(["bob"], to: chat.ownerChat, permission: .readWrite)
      _ = try await bob.sharing.join(link)
      try await world.syncUntilQuiet([bob, alice])
      let all = try await alice.lines(in: chat.ownerChat)
      #expect(all.sorted() == ["alice: meanwhile", "alice: yours", "bob: mine"])
      #expect(try await bob.lines(in: chat.id(on: bob)) == all)
      // A new device of theirs never saw the first time.
      let tablet = try world.device(of: "bob", named: "tablet")
      await tablet.sync()
      #expect(try await tablet.lines(in: chat.id(on: tablet)) == all)
    }
  }

  @Test func `pain 13: a change of a share is seen on all devices`() async throws {
    try await withPair { world, alice, bob, chat in
      let tablet = try world.device(of: "alice", named: "tablet")
      _ = try world.device(of: "carol")
      await tablet.sync()
      let tabletsChat = try await chat.id(on: tablet)
      _ = try await tablet.sharing.invite(["carol"], to: tabletsChat, permission: .readWrite)
      try await tablet.sharing.setPermission(of: "bob", in: tabletsChat, to: .readOnly)
      try await world.syncUntilQuiet([alice, bob, tablet])
      for device in [alice, bob] {
        let members = try await device.repository.currentMembers(of: chat.id(on: device))
        #expect(members.map(\.name).sorted() == ["alice", "bob", "carol"])
        #expect(members.first { $0.name == "bob" }?.permission == .readOnly)
      }
      #expect(try await bob.summary(of: chat.id(on: bob)).access == .readOnly)
    }
  }

  @Test func `pain 14: a member who leaves takes nothing along`() async throws {
    try await withPair { world, alice, bob, chat in
      _ = try await bob.repository.send(["one", "two"], to: chat.id(on: bob))
      try await world.syncUntilQuiet([bob, alice])
      let before = try await alice.lines(in: chat.ownerChat)
      bob.faults.forgetRequests()
      try await bob.repository.leave(chat.id(on: bob))
      try await world.syncUntilQuiet([bob, alice])
      // Only the account's own note that it has left is saved.
      #expect(
        bob.faults.requests.count { $0 == .modifyRecords } == 1, "nothing is deleted one by one")
      #expect(try await alice.lines(in: chat.ownerChat) == before)
      #expect(try await alice.repository.currentMembers(of: chat.ownerChat).count == 1)
      // A device that comes later has the words; the name of who has left is nowhere in the cloud.
      let tablet = try world.device(of: "alice", named: "tablet")
      await tablet.sync()
      #expect(try await tablet.messages(in: chat.id(on: tablet)).map(\.text) == ["one", "two"])
    }
  }

  @Test func `pain 15: a lost right does not leave people with different chats`() async throws {
    try await withPair { world, alice, bob, chat in
      let bobsChat = try await chat.id(on: bob)
      try await bob.repository.send("first", to: bobsChat)
      try await alice.repository.send("tea?", to: chat.ownerChat)
      try await world.syncUntilQuiet([bob, alice])
      let first = try await message("first", on: bob, in: chat)
      try await alice.sharing.setPermission(of: "bob", in: chat.ownerChat, to: .readOnly)
      try await bob.repository.edit(first, to: "changed")
      try await bob.repository.send("new", to: bobsChat)
      try await bob.repository.rename(bobsChat, to: "Mine")
      try await bob.repository.react("👍", to: message("tea?", on: bob, in: chat))
      try await world.syncUntilQuiet([bob, alice])
      let failed = try await bob.repository.outbox(of: bobsChat)
        .filter { $0.subject == .message }
      #expect(failed.compactMap(\.text).sorted() == ["changed", "new"], "to be copied")
      #expect(
        failed.allSatisfy { if case .failed = $0.state { true } else { false } }, "\(failed)")
      #expect(try await bob.summary(of: bobsChat).name == "Tea", "as everybody sees it")
      for text in ["changed", "new"] {
        #expect(
          try await bob.repository.drop(message(text, on: bob, in: chat)) == text)
      }
      #expect(try await bob.lines(in: bobsChat) == alice.lines(in: chat.ownerChat))
    }
  }
}
