import ChatCore
import ChatModel
import CloudModel
import Foundation
import Testing
import TestSupport

/// Who may write deletes a record, or is there first, and puts one of another type under its name.
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
  func `a reaction whose name is taken is not shown as given`(type: String) async throws {
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
      #expect(try await alice.messages(in: chat.ownerChat).allSatisfy(\.reactions.isEmpty))
      #expect(try await alice.repository.outbox().isEmpty)
      let told = try await alice.repository.journal(of: name).last
      #expect(told?.kind == .failed)
      #expect(try await alice.picture().dropFirst() == mallory.picture().dropFirst())
      #expect(try await alice.summary(of: chat.ownerChat).name == "Tea")
    }
  }

  @Test(arguments: types)
  func `what was there under the name is gone, as after a deletion, but for one's own text`(
    type: String
  ) async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let bob = try world.device(of: "bob")
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
