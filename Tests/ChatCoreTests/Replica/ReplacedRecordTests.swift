import ChatCore
import ChatModel
import CloudModel
import Foundation
import Testing
import TestSupport

/// A participant who may write deletes a record, or writes first, and puts one of another type under its name.
struct ReplacedRecordTests {
  private static let types = ["Message", "MessageReaction", "MessageRead", "ChatSession", "Else"]

  /// As another client of a participant's would: deletes what is there, and makes a record of a type.
  private func put(
    _ type: String, at name: String, in chat: SharedChat, by device: Device
  ) async throws {
    let recordID = RecordID(recordName: name, zoneID: chat.zoneID)
    let record = Record(
      recordType: type, recordID: recordID,
      fields: [
        "text": .string("a trap"), "senderID": .string(device.account.userRecordName),
        "timestamp": .date(Date(timeIntervalSince1970: 1_800_000_000)),
        "name": .string("Trap"), "createdAt": .date(Date(timeIntervalSince1970: 1_800_000_000)),
        "lastMessageAt": .date(Date(timeIntervalSince1970: 1_800_000_000)),
      ])
    let database = device.container.database(with: .shared)
    _ = try await database.modifyRecords(
      saving: [], deleting: [recordID], savePolicy: .allKeys, atomically: false)
    let made = try await database.modifyRecords(
      saving: [record], deleting: [], savePolicy: .allKeys, atomically: true)
    _ = try made.saveResults[recordID]?.get()
  }

  private func records(_ chat: SharedChat) async throws -> [String: String] {
    let zone = try await chat.owner.container.database(with: .private).recordZoneChanges(
      inZoneWith: chat.zoneID, since: nil, desiredKeys: nil, resultsLimit: nil)
    return zone.modifications.reduce(into: [:]) { $0[$1.recordID.recordName] = $1.recordType }
  }

  private func reactionName(by device: Device, in chat: SharedChat) async throws -> String {
    let message = try #require(
      try await records(chat).first { $0.value == "Message" }?.key)
    return "reaction_\(message)_\(device.account.userRecordName)_f09f918d"
  }

  @Test(arguments: ["Message", "MessageRead", "ChatSession", "Else"])
  func `a reaction whose name is taken is given under the next name`(type: String) async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let mallory = try world.device(of: "mallory")
      let chat = try await SharedChat.make(owner: alice, guests: [mallory])
      try await alice.repository.send("hello", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, mallory])
      let name = try await reactionName(by: alice, in: chat)
      let hello = try #require(try await alice.messages(in: chat.ownerChat).first).id
      try await put(type, at: name, in: chat, by: mallory)
      try await alice.repository.react("👍", to: hello)
      try await world.syncUntilQuiet([alice, mallory])
      #expect(try await records(chat)[name] == type)
      #expect(try await records(chat)[name + "-2"] == "MessageReaction")
      let reactions = try await alice.messages(in: chat.ownerChat).flatMap(\.reactions)
      #expect(reactions.map(\.names) == [["alice"]])
      #expect(try await alice.repository.outbox().isEmpty)
      let told = try await alice.repository.journal(of: name).last
      #expect(told?.kind == .superseded)
      #expect(try await alice.picture().dropFirst() == mallory.picture().dropFirst())
      #expect(try await alice.summary(of: chat.ownerChat).name == "Tea")
    }
  }

  @Test(arguments: types)
  func `the earlier record under the name is gone, as after a deletion, but for one's own text`(
    type: String
  ) async throws {
    try await withTwo { world, alice, bob in
      let mallory = try world.device(of: "mallory")
      let chat = try await SharedChat.make(owner: alice, guests: [bob, mallory])
      try await alice.repository.send("hello", to: chat.ownerChat)
      try await alice.repository.send("kept", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let messages = try await alice.messages(in: chat.ownerChat)
      try await alice.repository.react("👍", to: messages[1].id)
      let seen = try #require(try await bob.messages(in: chat.id(on: bob)).last).id
      try await bob.repository.markSeen(chat.id(on: bob), through: seen)
      try await world.syncUntilQuiet([alice, bob, mallory])
      for name in try await records(chat).filter({ $0.value != type }).keys
      where name != RecordID.zoneWideShareName && name != messages[1].recordName {
        try await put(type, at: name, in: chat, by: mallory)
      }
      try await world.syncUntilQuiet([alice, bob, mallory])
      // Whoever comes now sees what those see who were there.
      let tablet = try world.device(of: "alice", named: "tablet")
      try await world.syncUntilQuiet([alice, bob, mallory, tablet])
      #expect(
        try await tablet.picture() == alice.picture().filter { !$0.contains("(failed: Another") })
      for table in ["message", "reaction", "readMark", "parkedRecord"] {
        let others = table == "message" ? " WHERE changeTag IS NOT NULL" : ""
        let count = "SELECT count(*) FROM \(table)\(others)"
        #expect(try await alice.number(count) == tablet.number(count), "\(table)")
      }
      #expect(
        try await alice.lines(in: chat.ownerChat).contains { $0.hasPrefix("alice: hello") })
    }
  }

  @Test(arguments: ["Message", "Else"])
  func `the session goes on under another name`(type: String) async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let mallory = try world.device(of: "mallory")
      let chat = try await SharedChat.make(owner: alice, guests: [mallory])
      for (taken, next) in [("session", "session-2"), ("session-2", "session-3")] {
        try await put(type, at: taken, in: chat, by: mallory)
        try await world.syncUntilQuiet([mallory, alice])
        let sessions = try await records(chat).filter { $0.value == "ChatSession" }
        #expect(Array(sessions.keys) == [next])
      }
      try await mallory.repository.rename(chat.id(on: mallory), to: "Coffee")
      try await world.syncUntilQuiet([mallory, alice])
      #expect(try await alice.summary(of: chat.ownerChat).name == "Coffee")
    }
  }

  @Test func `a text of one's own stays where its record was replaced`() async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let mallory = try world.device(of: "mallory")
      let chat = try await SharedChat.make(owner: alice, guests: [mallory])
      let id = try await alice.repository.send("first", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, mallory])
      try await alice.repository.edit(id, to: "second")
      let name = try await alice.repository.message(id).recordName
      try await put("Else", at: name, in: chat, by: mallory)
      try await world.syncUntilQuiet([alice, mallory])
      let lines = try await alice.lines(in: chat.ownerChat)
      #expect(lines.count == 1 && lines[0].hasPrefix("alice: second (edited) (failed:"))
      #expect(try await mallory.lines(in: chat.id(on: mallory)).isEmpty)
      // And it can be dropped.
      await alice.sync()
      #expect(try await alice.lines(in: chat.ownerChat) == lines)
    }
  }
}

/// Records that say what they are about by their names, where somebody else has those names first.
struct TakenNameTests {
  /// Makes a record of a type that no client knows.
  private func squat(_ names: [String], in chat: SharedChat, by device: Device) async throws {
    let made = try await device.container.database(with: .shared).modifyRecords(
      saving: names.map {
        Record(recordType: "Alien", recordID: RecordID(recordName: $0, zoneID: chat.zoneID))
      },
      deleting: [], savePolicy: .allKeys, atomically: true)
    for result in made.saveResults.values { _ = try result.get() }
  }

  private func recordNames(_ type: String, in chat: SharedChat) async throws -> [String] {
    try await chat.owner.container.database(with: .private).recordZoneChanges(
      inZoneWith: chat.zoneID, since: nil, desiredKeys: nil, resultsLimit: nil
    ).modifications.filter { $0.recordType == type }.map(\.recordID.recordName)
  }

  private func withTakenNames(
    ends: [String],
    _ body: (World, [Device], SharedChat, Message) async throws -> Void
  ) async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let tablet = try world.device(of: "alice", named: "tablet")
      let bob = try world.device(of: "bob")
      let chat = try await SharedChat.make(owner: alice, guests: [bob])
      try await bob.repository.send("hello", to: chat.id(on: bob))
      try await world.syncUntilQuiet([alice, tablet, bob])
      let message = try #require(try await alice.messages(in: chat.ownerChat).first)
      let (name, user) = (message.recordName, alice.account.userRecordName)
      let first = ["reaction_\(name)_\(user)_f09f918d", "read_\(name)_\(user)", "pin_\(name)"]
      try await squat(first.flatMap { name in ends.map { name + $0 } }, in: chat, by: bob)
      try await body(world, [alice, tablet, bob], chat, message)
    }
  }

  @Test(arguments: [[""], ["", "-2", "-3"]])
  func `a reaction, a read mark and a pin go on under the next name`(_ taken: [String]) async throws
  {
    try await withTakenNames(ends: taken) { world, devices, chat, message in
      let (alice, tablet, bob) = (devices[0], devices[1], devices[2])
      let end = "-\(taken.count + 1)"
      try await alice.repository.react("👍", to: message.id)
      try await alice.repository.setPinned(true, message: message.id)
      try await alice.repository.markSeen(chat.ownerChat, through: message.id)
      try await world.syncUntilQuiet(devices)
      for type in ["MessageReaction", "MessageRead", "MessagePin"] {
        let names = try await recordNames(type, in: chat)
        #expect(names.count == 1 && names[0].hasSuffix(end), "\(names)")
      }
      for device in devices {
        let shown = try #require(try await device.messages(in: chat.id(on: device)).first)
        #expect(shown.reactions.map(\.count) == [1] && shown.isPinned)
      }
      #expect(try await bob.messages(in: chat.id(on: bob)).first?.delivery == .read(by: 1, of: 1))
      // Another device of the same person takes all of it back.
      let same = try #require(try await tablet.messages(in: chat.id(on: tablet)).first)
      #expect(same.reactions.first?.isOwn == true)
      try await tablet.repository.react("👍", to: same.id, isRemoved: true)
      try await tablet.repository.setPinned(false, message: same.id)
      try await world.syncUntilQuiet(devices)
      for device in devices {
        let shown = try #require(try await device.messages(in: chat.id(on: device)).first)
        #expect(shown.reactions.isEmpty && !shown.isPinned)
      }
    }
  }

  @Test func `a participant who takes every name is reported`() async throws {
    try await withTakenNames(ends: [""] + (2...9).map { "-\($0)" }) {
      world, devices, chat, message in
      let alice = devices[0]
      try await alice.repository.react("👍", to: message.id)
      try await world.syncUntilQuiet(devices)
      #expect(try await alice.repository.outbox().isEmpty)
      let told = try await alice.repository.journal(after: 0, limit: 20_000)
      #expect(told.contains { $0.kind == .failed && $0.detail?.contains("its place") == true })
    }
  }

  @Test func `nobody counts twice under two names, and the second counts without the first`()
    async throws
  {
    try await withLoneDevice { alice in
      let foreign = ForeignChat()
      let chat = try await foreign.bring(to: alice, [foreign.message("m1", "hi")])
      let first = foreign.reaction("👍", to: "m1", by: "_owner")
      var second = first
      second.recordID.recordName += "-2"
      for records in [[second], [first], [second]] {
        try await foreign.apply(foreign.page(records, token: "e"), to: alice)
        #expect(try await alice.messages(in: chat).first?.reactions.map(\.count) == [1])
      }
      let name = first.recordID.recordName
      try await foreign.apply(foreign.page([], deleting: [name], token: "f"), to: alice)
      #expect(try await alice.messages(in: chat).first?.reactions.map(\.count) == [1])
      try await foreign.apply(foreign.page([], deleting: [name + "-2"], token: "g"), to: alice)
      #expect(try await alice.messages(in: chat).first?.reactions == [])
    }
  }
}
