import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import Testing
import TestSupport

/// Messages that stand out in a chat, for everyone in it.
struct PinTests {
  private let foreign = ForeignChat()

  private func pinned(_ device: Device, _ chat: ChatID) async throws -> [String] {
    try await device.repository.currentPinnedMessages(in: chat).map {
      "\($0.message.text) by \($0.pinnedBy ?? "?")"
    }
  }

  @Test func `anybody who may write pins a message and takes the pin back, for everyone`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      let bobs = try await chat.id(on: bob)
      let ids = try await alice.repository.send(["one", "two", "three"], to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let seen = try await bob.messages(in: bobs)
      try await bob.repository.setPinned(true, message: seen[0].id)
      try await bob.repository.setPinned(true, message: seen[0].id)
      try await world.syncUntilQuiet([bob, alice])
      try await alice.repository.setPinned(true, message: ids[1])
      try await world.syncUntilQuiet([alice, bob])
      for (device, chat) in [(alice, chat.ownerChat), (bob, bobs)] {
        #expect(try await pinned(device, chat) == ["two by alice", "one by bob"])
        #expect(try await device.messages(in: chat).map(\.isPinned) == [true, true, false])
      }
      try await alice.repository.setPinned(false, message: ids[0])
      try await alice.repository.delete(ids[1])
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await pinned(bob, bobs) == [])
      await #expect(throws: ChatError.unknownMessage) {
        try await alice.repository.setPinned(true, message: ids[1])
      }
      try await alice.repository.setPinned(true, message: ids[0])
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await pinned(bob, bobs) == ["one by alice"])
    }
  }

  @Test func `the pin of a message whose name ends like a later one counts for that message alone`()
    async throws
  {
    try await withLoneDevice { alice in
      var pin = Record(
        recordType: "MessagePin",
        recordID: RecordID(recordName: "pin_m1-2", zoneID: foreign.zoneID),
        fields: [
          "messageRef": .reference(Reference(recordName: "m1-2", action: .none)),
          "isRemoved": .int64(0), "pinnedAt": .date(Date(millisecondsSince1970: 1_000)),
        ], recordChangeTag: "1")
      pin.creatorUserRecordName = "_owner"
      let chat = try await foreign.bring(
        to: alice, [foreign.message("m1", "one"), foreign.message("m1-2", "two"), pin])
      let id = try #require(try await alice.messages(in: chat).first { $0.text == "one" }).id
      try await alice.repository.setPinned(true, message: id)
      #expect(try await alice.messages(in: chat).map(\.isPinned) == [true, true])
    }
  }

  @Test func `there and back before the cloud has heard of it is nothing`() async throws {
    try await withPair { world, alice, bob, chat in
      let id = try await alice.repository.send("one", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      try await alice.repository.setPinned(true, message: id)
      try await alice.repository.setPinned(false, message: id)
      #expect(try await alice.repository.outbox().isEmpty)
    }
  }

  @Test func `a member who may only read pins nothing`() async throws {
    try await withPair(permission: .readOnly) { world, alice, bob, chat in
      try await alice.repository.send("one", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let seen = try await bob.messages(in: chat.id(on: bob))
      await #expect(throws: ChatError.readOnly(chat: "Tea")) {
        try await bob.repository.setPinned(true, message: seen[0].id)
      }
    }
  }

  @Test func `of two changes at once the later counts, and a refused one is undone`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice, [foreign.message("m1", "one")])
      let id = try #require(try await alice.messages(in: chat).first).id
      try await alice.repository.setPinned(true, message: id)
      let entry = try #require(try await foreign.batch(of: alice).first)
      _ = try await alice.replica.apply(
        [OutboxOutcome(id: entry.id, result: .failed(reason: "no"))], in: foreign.zoneID)
      #expect(try await pinned(alice, chat) == [])
      try await alice.repository.setPinned(true, message: id)
      var theirs = try #require(try await foreign.batch(of: alice).first?.stored(by: "_owner"))
      theirs["isRemoved"] = .int64(1)
      theirs["pinnedAt"] = .date(Date(millisecondsSince1970: 1_000))
      try await foreign.apply(foreign.page([theirs], token: "p1"), to: alice)
      #expect(try await pinned(alice, chat) == ["one by alice"])
      let again = try #require(try await foreign.batch(of: alice).first?.record)
      #expect(again.recordChangeTag == "t1" && again["isRemoved"] == .int64(0))
    }
  }

  @Test func `a record that does not name its message is none`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice, [foreign.message("m1", "one")])
      let pin = MessagePinRecord(
        messageName: "m1", changedAt: Date(millisecondsSince1970: 1), isRemoved: false,
        changedBy: "_owner")
      var record = pin.record(in: foreign.zoneID)
      record.recordID.recordName = "pin_m2"
      try await foreign.apply(foreign.page([record], token: "p1"), to: alice)
      #expect(try await pinned(alice, chat) == [])
    }
  }
}
