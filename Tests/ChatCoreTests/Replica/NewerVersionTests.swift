import ChatCore
import ChatModel
import CloudModel
import Foundation
import Testing
import TestSupport

/// A chat in which some people use a newer version: it writes fields and record types that this one does
/// not know, which survive whatever this one does.
struct NewerVersionTests {
  /// Every record of the chat in the cloud.
  private func records(_ chat: SharedChat) async throws -> [Record] {
    let changes = try await chat.owner.container.database(with: .private).recordZoneChanges(
      inZoneWith: chat.zoneID, since: nil, desiredKeys: nil, resultsLimit: nil)
    #expect(!changes.moreComing)
    return changes.modifications
  }

  /// The records that the newer version has written, as lines in a fixed order: `Message calm`.
  private func moods(_ chat: SharedChat) async throws -> [String] {
    try await records(chat).compactMap { record in
      guard case .string(let mood) = record["mood"] else { return nil }
      return "\(record.recordType) \(mood)"
    }.sorted()
  }

  private func save(_ records: [Record], by device: Device, _ chat: SharedChat) async throws {
    let isOwner = device.account.userRecordName == chat.zoneID.ownerName
    let saved = try await device.container.database(with: isOwner ? .private : .shared)
      .modifyRecords(saving: records, deleting: [], savePolicy: .changedKeys, atomically: true)
    for result in saved.saveResults.values { _ = try result.get() }
  }

  /// Saves a field of the newer version in every record of the types: each in its person's name.
  private func setMood(
    _ mood: String, ofTypes types: Set<String>, by devices: [Device], _ chat: SharedChat
  ) async throws {
    let present = try await records(chat).filter { types.contains($0.recordType) }
    #expect(Set(present.map(\.recordType)) == types)
    for device in devices {
      let own = present.filter { $0.creatorUserRecordName == device.account.userRecordName }
      try await save(
        own.map {
          Record(
            recordType: $0.recordType, recordID: $0.recordID, fields: ["mood": .string(mood)])
        }, by: device, chat)
    }
  }

  private static let types: Set<String> = [
    "ChatSession", "Message", "MessageReaction", "MessageRead",
  ]

  /// Runs `body` where Alice has written “one”, Bob has reacted to it and read it, and the newer version has
  /// set a field in each record and saved one of its own.
  private func withNewerFields(
    _ body: (World, _ alice: Device, _ bob: Device, SharedChat) async throws -> Void
  ) async throws {
    try await withPair { world, alice, bob, chat in
      let id = try await alice.repository.send("one", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let bobs = try #require(try await bob.messages(in: chat.id(on: bob)).last)
      try await bob.repository.react("👍", to: bobs.id)
      try await bob.repository.markSeen(chat.id(on: bob), through: bobs.id)
      try await alice.repository.react("🎉", to: id)
      try await world.syncUntilQuiet([bob, alice])
      try await setMood("calm", ofTypes: Self.types, by: [alice, bob], chat)
      try await save(
        [
          Record(
            recordType: "Poll", recordID: RecordID(recordName: "poll", zoneID: chat.zoneID),
            fields: ["mood": .string("open")])
        ], by: bob, chat)
      try await world.syncUntilQuiet([alice, bob])
      try await body(world, alice, bob, chat)
    }
  }

  private static let all = [
    "ChatSession calm", "Message calm", "MessageReaction calm", "MessageReaction calm",
    "MessageRead calm", "Poll open",
  ]

  private func own(_ device: Device, _ chat: SharedChat) async throws -> Message {
    try #require(try await device.messages(in: chat.id(on: device)).first)
  }

  @Test func `they survive edits, reactions, names and further messages`() async throws {
    try await withNewerFields { world, alice, bob, chat in
      try await alice.repository.edit(own(alice, chat).id, to: "two")
      try await bob.repository.react("👍", to: own(bob, chat).id, isRemoved: true)
      try await alice.repository.react("🎉", to: own(alice, chat).id, isRemoved: true)
      try await world.syncUntilQuiet([alice, bob])
      try await bob.repository.react("👍", to: own(bob, chat).id)
      try await bob.repository.rename(chat.id(on: bob), to: "Coffee")
      world.time.advance(by: 3600)
      try await bob.repository.send("three", to: chat.id(on: bob))
      try await world.syncUntilQuiet([bob, alice])
      let found = try await moods(chat)
      #expect(found == Self.all)
      let lines = try await alice.lines(in: chat.ownerChat)
      #expect(lines == ["alice: two (edited) 👍[\"bob\"]", "bob: three"])
      #expect(try await alice.summary(of: chat.ownerChat).name == "Coffee")
    }
  }

  @Test func `they survive where both versions change the same records at once`() async throws {
    try await withNewerFields { world, alice, bob, chat in
      try await alice.repository.edit(own(alice, chat).id, to: "two")
      try await bob.repository.react("👍", to: own(bob, chat).id, isRemoved: true)
      try await alice.repository.rename(chat.ownerChat, to: "Coffee")
      // The newer version is first: every save of this one is a conflict.
      try await setMood("wild", ofTypes: Self.types, by: [alice, bob], chat)
      try await world.syncUntilQuiet([alice, bob])
      let found = try await moods(chat)
      #expect(found == Self.all.map { $0.replacingOccurrences(of: "calm", with: "wild") })
      #expect(
        try await bob.lines(in: chat.id(on: bob)).map { String($0.prefix(10)) } == ["alice: two"])
      #expect(try await bob.summary(of: chat.id(on: bob)).name == "Coffee")
    }
  }

  @Test func `they survive a message that is taken back`() async throws {
    try await withNewerFields { world, alice, bob, chat in
      try await alice.repository.delete(own(alice, chat).id)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await own(bob, chat).isDeleted)
      let found = try await moods(chat)
      #expect(found == Self.all)
    }
  }

  @Test func `the owner's messages survive a chat that is made again after a reset`()
    async throws
  {
    try await withNewerFields { world, alice, bob, chat in
      let question = Record(
        recordType: "Poll", recordID: RecordID(recordName: "question", zoneID: chat.zoneID),
        fields: ["mood": .string("asked"), "votes": .list([.int64(1), .int64(2)])])
      try await save([question], by: alice, chat)
      try await world.syncUntilQuiet([alice, bob])
      try world.end(chat.zoneID, .encryptedDataReset)
      try await world.syncUntilQuiet([alice])
      // What Bob has written is not uploaded as Alice's words.
      let found = try await moods(chat)
      #expect(
        found == ["ChatSession calm", "Message calm", "MessageReaction calm", "Poll asked"])
      let poll = try await records(chat).first { $0.recordType == "Poll" }
      #expect(poll?["votes"] == .list([.int64(1), .int64(2)]))
      // It is kept for the next reset, too.
      try world.end(chat.zoneID, .encryptedDataReset)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await moods(chat) == found)
      #expect(try await alice.repository.outbox().isEmpty)
    }
  }

  @Test func `a second device of this version keeps them too`() async throws {
    try await withNewerFields { world, alice, bob, chat in
      let tablet = try world.device(of: "alice", named: "tablet")
      try await world.syncUntilQuiet([tablet])
      try await tablet.repository.edit(own(tablet, chat).id, to: "two")
      try await tablet.repository.rename(chat.id(on: tablet), to: "Coffee")
      try await world.syncUntilQuiet([tablet, alice, bob])
      let found = try await moods(chat)
      #expect(found == Self.all)
      #expect(try await bob.summary(of: chat.id(on: bob)).name == "Coffee")
    }
  }
}
