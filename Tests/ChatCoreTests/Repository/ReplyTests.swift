import ChatCore
import ChatModel
import CloudModel
import Foundation
import Testing
import TestSupport

struct ReplyTests {
  private func last(_ device: Device, _ chat: SharedChat) async throws -> Message {
    try #require(try await device.messages(in: chat.id(on: device)).last)
  }

  @Test func `an answer names what it answers, on every device`() async throws {
    try await withPair { world, alice, bob, chat in
      try await alice.repository.send("Tea?", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let question = try await last(bob, chat)
      try await bob.repository.send(
        "Please.", to: chat.id(on: bob), replyingTo: question.recordName)
      try await world.syncUntilQuiet([bob, alice])
      let answer = try await last(alice, chat)
      #expect(answer.text == "Please.")
      #expect(answer.replyTo?.recordName == question.recordName)
      #expect(answer.replyTo?.original?.text == "Tea?")
      #expect(answer.replyTo?.original?.isOwn == true)
      try await alice.repository.edit(question.id, to: "Coffee?")
      #expect(try await last(alice, chat).replyTo?.original?.text == "Coffee?")
      try await bob.repository.edit(try await last(bob, chat).id, to: "Yes, please.")
      try await world.syncUntilQuiet([bob, alice])
      let edited = try await last(alice, chat)
      #expect(edited.text == "Yes, please." && edited.replyTo?.recordName == question.recordName)
      try await alice.repository.delete(question.id)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await last(bob, chat).replyTo?.original?.isDeleted == true)
    }
  }

  @Test func `an answer to a message that is not here says so`() async throws {
    try await withPair { world, alice, _, chat in
      try await alice.repository.send("Well.", to: chat.ownerChat, replyingTo: "gone")
      try await world.syncUntilQuiet([alice])
      let answer = try await last(alice, chat)
      #expect(answer.replyTo == Message.Quote(recordName: "gone"))
    }
  }

  @Test(arguments: [FieldValue.int64(1), .string(""), .string(String(repeating: "x", count: 300))])
  func `a text that cannot be a message's name is not taken for one`(_ value: FieldValue) {
    var record = Record(
      recordType: "Message",
      recordID: RecordID(recordName: "a", zoneID: RecordZoneID(zoneName: "z", ownerName: "_o")))
    record["replyTo"] = value
    #expect(MessageRecord(record).replyTo == nil)
  }

  @Test func `messages are made unread again, and their readers are known by name`() async throws {
    try await withPair { world, alice, bob, chat in
      _ = try await alice.repository.send(["one", "two", "three"], to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let bobs = try await bob.messages(in: chat.id(on: bob))
      try await bob.repository.markSeen(chat.id(on: bob), through: bobs[1].id)
      try await world.syncUntilQuiet([bob, alice])
      let alices = try await alice.messages(in: chat.ownerChat)
      for (message, readers) in zip(alices, [["bob"], ["bob"], []]) {
        #expect(try await alice.repository.readers(of: message.id).read == readers)
      }
      #expect(try await bob.summary(of: chat.id(on: bob)).unreadCount == 1)
      try await bob.repository.markUnread(chat.id(on: bob), from: bobs[0].id)
      #expect(try await bob.summary(of: chat.id(on: bob)).unreadCount == 3)
      try await bob.repository.markUnread(chat.id(on: bob), from: bobs[2].id)
      #expect(try await bob.summary(of: chat.id(on: bob)).unreadCount == 3, "never fewer")
    }
  }
}
