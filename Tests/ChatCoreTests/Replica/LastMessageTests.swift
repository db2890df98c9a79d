import ChatCore
import ChatModel
import CloudModel
import Foundation
import Testing
import TestSupport

/// `lastMessageAt` is at most a minute older than the newest message, as another client reads it.
struct LastMessageTests {
  private func lastMessage(in zoneID: RecordZoneID, by device: Device) async throws -> Date {
    let id = RecordID(recordName: "session", zoneID: zoneID)
    let database = device.container.database(
      with: zoneID.databaseScope(for: device.account.userRecordName))
    let found = try await database.records(for: [id], desiredKeys: ["lastMessageAt"])
    return try #require(try found[id]?.get()["lastMessageAt"]?.dateValue)
  }

  @Test func `it is there after the first messages, and is never more than a minute behind`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      var behind: [TimeInterval] = []
      for seconds in [5.0, 1, 20, 50, 3, 600, 59, 61] {
        world.time.advance(by: seconds)
        try await alice.repository.send("after \(seconds) s", to: chat.ownerChat)
        await alice.sync()
        let newest = try #require(try await alice.messages(in: chat.ownerChat).last).timestamp
        behind.append(newest.timeIntervalSince(try await lastMessage(in: chat.zoneID, by: bob)))
      }
      #expect(behind.allSatisfy { (0..<60).contains($0) }, "\(behind)")
      #expect(behind.first == 0, "the first message is told at once")
      await bob.sync()
    }
  }

  @Test func `messages of a chat that is not in the cloud yet go with the time of the last`()
    async throws
  {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let id = try await alice.repository.createChat(title: "Tea")
      for text in ["one", "two", "three"] {
        world.time.advance(by: 1)
        try await alice.repository.send(text, to: id)
      }
      await alice.sync()
      let zoneID = RecordZoneID(
        zoneName: try await alice.summary(of: id).zoneName, ownerName: alice.account.userRecordName)
      let newest = try #require(try await alice.messages(in: id).last).timestamp
      #expect(try await lastMessage(in: zoneID, by: alice) == newest)
    }
  }

  @Test func `many who write at once save the session once, and nobody again`() async throws {
    try await withPair { world, alice, bob, chat in
      for device in [alice, bob] {
        try await device.repository.send("first", to: chat.id(on: device))
      }
      try await world.syncUntilQuiet([alice, bob])
      world.time.advance(by: 300)
      let before = try await version(of: chat, by: alice)
      let devices = [
        alice, bob, try world.device(of: "alice", named: "a2"),
        try world.device(of: "bob", named: "b2"),
      ]
      for device in devices[2...] { await device.sync() }
      for device in devices {
        try await device.repository.send("now", to: chat.id(on: device))
        device.faults.forgetRequests()
      }
      for device in devices { await device.sync() }
      let saves = devices.map { $0.faults.requests.count { $0 == .modifyRecords } }
      #expect(saves == [1, 1, 1, 1], "a conflict there is no reason to send again")
      #expect(try await version(of: chat, by: alice) != before)
      let told = try await version(of: chat, by: alice)
      try await world.syncUntilQuiet(devices)
      #expect(try await version(of: chat, by: alice) == told, "one of them has saved it")
    }
  }

  @Test func `a name that is taken back leaves the newer time to be told`() async throws {
    try await withPair { world, alice, bob, chat in
      let repository = alice.repository
      world.time.advance(by: 300)
      try await repository.rename(chat.ownerChat, to: "Coffee")
      try await repository.send("hello", to: chat.ownerChat)
      try await repository.rename(chat.ownerChat, to: "Tea")
      try await world.syncUntilQuiet([alice, bob])
      let newest = try #require(try await alice.messages(in: chat.ownerChat).last).timestamp
      #expect(try await lastMessage(in: chat.zoneID, by: bob) == newest)
      #expect(try await bob.summary(of: chat.id(on: bob)).name == "Tea")
    }
  }

  private func version(of chat: SharedChat, by device: Device) async throws -> String? {
    let id = RecordID(recordName: "session", zoneID: chat.zoneID)
    let found = try await device.container.database(with: .private)
      .records(for: [id], desiredKeys: nil)
    return try found[id]?.get().recordChangeTag
  }
}
