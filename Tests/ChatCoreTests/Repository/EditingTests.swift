import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import SyncRules
import TestSupport
import Testing

/// Edits, deletions, reactions and read marks, on several devices over a real cloud.
struct EditingTests {
  private func own(_ device: Device, _ chat: SharedChat) async throws -> Message {
    try #require(try await device.messages(in: chat.id(on: device)).last { $0.isOwn })
  }

  @Test func `an edit reaches everyone, and is marked as one`() async throws {
    try await withPair { world, alice, bob, chat in
      try await bob.repository.send("helo", to: chat.id(on: bob))
      try await world.syncUntilQuiet([bob, alice])
      try await bob.repository.edit(own(bob, chat).id, to: "hello")
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await alice.lines(in: chat.ownerChat) == ["bob: hello (edited)"])
      #expect(try await bob.lines(in: chat.id(on: bob)) == ["bob: hello (edited)"])
    }
  }

  @Test func `an edit of a message that the cloud has never seen is no edit`() async throws {
    try await withPair { world, alice, bob, chat in
      try await bob.repository.send("helo", to: chat.id(on: bob))
      try await bob.repository.edit(own(bob, chat).id, to: "hello")
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await alice.lines(in: chat.ownerChat) == ["bob: hello"])
    }
  }

  @Test func `a deletion of a message that the cloud has never seen leaves nothing`() async throws {
    try await withPair { world, alice, bob, chat in
      try await bob.repository.send("oops", to: chat.id(on: bob))
      try await bob.repository.delete(own(bob, chat).id)
      bob.faults.forgetRequests()
      try await world.syncUntilQuiet([bob, alice])
      #expect(!bob.faults.requests.contains(.modifyRecords))
      #expect(try await alice.lines(in: chat.ownerChat) == [])
    }
  }

  @Test func `the mark of a deleted message goes after three months, everywhere`() async throws {
    try await withPair { world, alice, bob, chat in
      try await bob.repository.send("oops", to: chat.id(on: bob))
      try await world.syncUntilQuiet([bob, alice])
      try await bob.repository.delete(own(bob, chat).id)
      world.time.advance(by: 89 * 24 * 3600)
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await alice.lines(in: chat.ownerChat) == ["bob: (removed)"])
      world.time.advance(by: 90 * 24 * 3600)
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await alice.lines(in: chat.ownerChat) == [])
      #expect(try await bob.lines(in: chat.id(on: bob)) == [])
    }
  }

  @Test func `a deletion while the message is on its way is deleted in the cloud`() async throws {
    try await withPair { world, alice, bob, chat in
      try await bob.repository.send("oops", to: chat.id(on: bob))
      bob.faults.order(.lostAnswer, for: .modifyRecords)
      await bob.sync()
      try await bob.repository.delete(own(bob, chat).id)
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await alice.lines(in: chat.ownerChat) == ["bob: (removed)"])
      #expect(try await bob.lines(in: chat.id(on: bob)) == ["bob: (removed)"])
    }
  }

  @Test func `delete beats edit, whoever is first`() async throws {
    for editsFirst in [true, false] {
      try await withPair { world, alice, bob, chat in
        let tablet = try world.device(of: "bob", named: "tablet")
        try await bob.repository.send("text", to: chat.id(on: bob))
        try await world.syncUntilQuiet([bob, tablet, alice])
        try await bob.repository.edit(own(bob, chat).id, to: "edited")
        try await tablet.repository.delete(own(tablet, chat).id)
        let devices = editsFirst ? [bob, tablet, alice] : [tablet, bob, alice]
        try await world.syncUntilQuiet(devices)
        for device in devices {
          #expect(try await device.lines(in: chat.id(on: device)) == ["bob: (removed)"], "I19")
        }
      }
    }
  }

  @Test func `two edits of one message end in the later one everywhere`() async throws {
    try await withPair { world, alice, bob, chat in
      let tablet = try world.device(of: "bob", named: "tablet")
      try await bob.repository.send("text", to: chat.id(on: bob))
      try await world.syncUntilQuiet([bob, tablet, alice])
      try await bob.repository.edit(own(bob, chat).id, to: "first")
      try await tablet.repository.edit(own(tablet, chat).id, to: "second")
      try await world.syncUntilQuiet([tablet, bob, alice])
      for device in [alice, bob, tablet] {
        #expect(
          try await device.lines(in: chat.id(on: device)) == ["bob: second (edited)"], "I16")
      }
    }
  }

  @Test func `a dropped edit shows what the cloud has`() async throws {
    try await withPair { world, _, bob, chat in
      try await bob.repository.send("text", to: chat.id(on: bob))
      try await world.syncUntilQuiet([bob])
      let message = try await own(bob, chat)
      try await bob.repository.edit(message.id, to: "worse")
      #expect(try await bob.repository.drop(message.id) == "worse")
      #expect(try await bob.lines(in: chat.id(on: bob)) == ["bob: text"])
      bob.faults.forgetRequests()
      try await world.syncUntilQuiet([bob])
      #expect(!bob.faults.requests.contains(.modifyRecords))
    }
  }

  @Test
  func `the author rule: text that somebody else put into a message is not its sender's word`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      try await bob.repository.send("I agree", to: chat.id(on: bob))
      try await world.syncUntilQuiet([bob, alice])
      let name = try await own(bob, chat).recordName
      let recordID = RecordID(recordName: name, zoneID: chat.zoneID)
      let database = alice.container.database(with: .private)
      var record = try #require(
        try await database.records(for: [recordID], desiredKeys: nil)[recordID]
      )
      .get()
      record["text"] = .string("I disagree")
      _ = try await database.modifyRecords(
        saving: [record], deleting: [], savePolicy: .ifServerRecordUnchanged, atomically: true)
      try await world.syncUntilQuiet([bob, alice])
      for device in [alice, bob] {
        #expect(
          try await device.lines(in: chat.id(on: device))
            == ["bob: I disagree (edited) (changed by alice)"])
      }
      await #expect(throws: ChatError.notSender) {
        let message = try #require(try await alice.messages(in: chat.ownerChat).first)
        try await alice.repository.edit(message.id, to: "mine")
      }
    }
  }

  @Test func `a reaction is there once, goes again, and is nobody else's`() async throws {
    try await withPair { world, alice, bob, chat in
      try await alice.repository.send("tea?", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let message = try #require(try await bob.messages(in: chat.id(on: bob)).first)
      try await bob.repository.react("👍", to: message.id)
      try await bob.repository.react("👍", to: message.id)
      try await alice.repository.react("👍", to: own(alice, chat).id)
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await alice.lines(in: chat.ownerChat) == ["alice: tea? 👍[\"alice\", \"bob\"]"])
      try await bob.repository.react("👍", to: message.id, isRemoved: true)
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await alice.lines(in: chat.ownerChat) == ["alice: tea? 👍[\"alice\"]"])
      // There and gone before anyone heard of it.
      try await bob.repository.react("🎉", to: message.id)
      try await bob.repository.react("🎉", to: message.id, isRemoved: true)
      bob.faults.forgetRequests()
      try await world.syncUntilQuiet([bob, alice])
      #expect(!bob.faults.requests.contains(.modifyRecords))
      await #expect(throws: ChatError.notAnEmoji("x")) {
        try await bob.repository.react("x", to: message.id)
      }
    }
  }

  @Test func `I22: a reaction that two devices of one person disagree on ends in the later`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      let tablet = try world.device(of: "bob", named: "tablet")
      try await alice.repository.send("tea?", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob, tablet])
      let devices = [bob, tablet]
      for (index, device) in devices.enumerated() {
        let message = try #require(try await device.messages(in: chat.id(on: device)).first)
        try await device.repository.react("👍", to: message.id)
        if index == 1 { try await device.repository.react("👍", to: message.id, isRemoved: true) }
      }
      try await world.syncUntilQuiet([tablet, bob, alice])
      for device in [alice, bob, tablet] {
        #expect(
          try await device.lines(in: chat.id(on: device)).first?.hasPrefix("alice: tea?") == true)
      }
      let lines = try await alice.lines(in: chat.ownerChat)
      #expect(try await bob.lines(in: chat.id(on: bob)) == lines)
      #expect(try await tablet.lines(in: chat.id(on: tablet)) == lines)
    }
  }

  @Test func `a read mark tells the sender, moves forward only, and is one for each reader`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      _ = try await alice.repository.send(["one", "two", "three"], to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let chatID = try await chat.id(on: bob)
      let messages = try await bob.messages(in: chatID)
      for message in messages { try await bob.repository.markSeen(chatID, through: message.id) }
      try await bob.repository.markSeen(chatID, through: messages[0].id)
      try await world.syncUntilQuiet([bob, alice])
      let states = try await alice.messages(in: chat.ownerChat).map(\.delivery)
      #expect(states == [.read(by: 1, of: 1), .read(by: 1, of: 1), .read(by: 1, of: 1)])
      let feed = try await alice.container.database(with: .private).recordZoneChanges(
        inZoneWith: chat.zoneID, since: nil, desiredKeys: nil, resultsLimit: nil)
      #expect(feed.modifications.count { $0.recordType == "MessageRead" } == 1)
    }
  }

  @Test func `messages that one device has read are not unread on another of the same person`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      let tablet = try world.device(of: "bob", named: "tablet")
      await tablet.sync()
      _ = try await alice.repository.send(["one", "two"], to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob, tablet])
      #expect(try await tablet.summary(of: chat.id(on: tablet)).unreadCount == 2)
      let last = try #require(try await bob.messages(in: chat.id(on: bob)).last)
      try await bob.repository.markSeen(chat.id(on: bob), through: last.id)
      try await world.syncUntilQuiet([bob, tablet])
      #expect(try await tablet.summary(of: chat.id(on: tablet)).unreadCount == 0)
    }
  }

  @Test func `a member who may only read sends no read marks`() async throws {
    try await withPair(permission: .readOnly) { world, alice, bob, chat in
      try await alice.repository.send("one", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let last = try #require(try await bob.messages(in: chat.id(on: bob)).last)
      try await bob.repository.markSeen(chat.id(on: bob), through: last.id)
      bob.faults.forgetRequests()
      try await world.syncUntilQuiet([bob])
      #expect(!bob.faults.requests.contains(.modifyRecords))
      #expect(try await bob.summary(of: chat.id(on: bob)).unreadCount == 0)
    }
  }

  @Test func `I21: fields and record types of a later version survive what this one writes`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      try await bob.repository.send("text", to: chat.id(on: bob))
      try await world.syncUntilQuiet([bob, alice])
      let name = try await own(bob, chat).recordName
      let database = bob.container.database(with: .shared)
      let recordID = RecordID(recordName: name, zoneID: chat.zoneID)
      var message = Record(recordType: "Message", recordID: recordID)
      message["mood"] = .string("calm")
      let poll = Record(
        recordType: "Poll", recordID: RecordID(recordName: "poll1", zoneID: chat.zoneID),
        fields: ["question": .string("tea?")])
      _ = try await database.modifyRecords(
        saving: [message, poll], deleting: [], savePolicy: .changedKeys, atomically: true)
      try await world.syncUntilQuiet([bob, alice])
      try await bob.repository.edit(own(bob, chat).id, to: "changed")
      try await world.syncUntilQuiet([bob, alice])
      let found = try await database.records(
        for: [recordID, poll.recordID], desiredKeys: nil)
      #expect(try found[recordID]?.get()["mood"] == .string("calm"))
      #expect(try found[recordID]?.get()["text"] == .string("changed"))
      #expect(try found[poll.recordID]?.get()["question"] == .string("tea?"))
    }
  }

  @Test func `messages are found by their words`() async throws {
    try await withPair { world, alice, _, chat in
      _ = try await alice.repository.send(["Gęś pije herbatę", "and coffee"], to: chat.ownerChat)
      func found(_ words: String) async throws -> [String] {
        try await alice.repository.search(words).map(\.message.text)
      }
      #expect(try await found("ges HER") == ["Gęś pije herbatę"])
      #expect(try await found("coffee tea") == [])
      #expect(try await found("\" OR *") == [], "no syntax of the index gets through")
      try await alice.repository.edit(own(alice, chat).id, to: "and cocoa")
      #expect(try await found("coffee") == [])
      #expect(try await found("coco") == ["and cocoa"])
      try await world.syncUntilQuiet([alice])
    }
  }
}
