import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import SyncRules
import TestSupport
import Testing

/// The texts of messages before their changes.
struct EditHistoryTests {
  private let foreign = ForeignChat()

  private func history(_ device: Device, _ chat: ChatID) async throws -> [String] {
    let message = try #require(try await device.messages(in: chat).last)
    return try await device.repository.editHistory(of: message.id).map {
      $0.text + ($0.changedBy.map { " by \($0)" } ?? "")
    }
  }

  /// The message of the foreign chat in its revision `revision`.
  private func version(_ revision: Int64, _ text: String, by user: String = "_owner") -> Record {
    var record = foreign.message("m1", text, tag: "t\(revision)")
    record["revision"] = .int64(revision)
    record["editedAt"] = .date(Date(millisecondsSince1970: 1_000 + revision))
    record.modificationDate = Date(millisecondsSince1970: 1_000 + revision)
    record.lastModifiedUserRecordName = user
    return record
  }

  private func bring(_ records: [Record], to device: Device, _ token: String) async throws {
    try await foreign.apply(foreign.page(records, token: token), to: device)
  }

  @Test func `the earlier texts are kept on every device that saw them`() async throws {
    try await withPair { world, alice, bob, chat in
      let bobs = try await chat.id(on: bob)
      let id = try await bob.repository.send("one", to: bobs)
      // Nobody has seen this one.
      try await bob.repository.edit(id, to: "first")
      try await world.syncUntilQuiet([bob, alice])
      for text in ["second", "third"] {
        try await bob.repository.edit(id, to: text)
        try await world.syncUntilQuiet([bob, alice])
      }
      #expect(try await history(alice, chat.ownerChat) == ["first", "second"])
      #expect(try await history(bob, bobs) == ["first", "second"])
      try await bob.repository.delete(id)
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await history(alice, chat.ownerChat) == [])
      #expect(try await history(bob, bobs) == [])
    }
  }

  @Test func `a change that the cloud refuses leaves no trace`() async throws {
    try await withPair { world, _, bob, chat in
      let bobs = try await chat.id(on: bob)
      let id = try await bob.repository.send("one", to: bobs)
      await bob.sync()
      try await bob.repository.edit(id, to: "two")
      #expect(try await history(bob, bobs) == ["one"])
      _ = try await bob.repository.drop(id)
      #expect(try await bob.lines(in: bobs) == ["bob: one"])
      #expect(try await history(bob, bobs) == [])
      await bob.sync()
    }
  }

  @Test func `a change by somebody else of a message is shown with the person's name`() async throws
  {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice, [version(0, "mine")])
      try await bring([version(1, "forged", by: "_eve")], to: alice, "e1")
      try await bring([version(2, "mended")], to: alice, "e2")
      #expect(try await history(alice, chat) == ["mine", "forged by unknown _eve"])
    }
  }

  @Test func `the first and the newest 20 versions are kept, of 64 KiB together`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice, [version(0, "0")])
      for number in 1...30 {
        try await bring([version(Int64(number), "\(number)")], to: alice, "e\(number)")
      }
      #expect(try await history(alice, chat) == ["0"] + (10..<30).map { "\($0)" })
      let long = String(repeating: "x", count: 40 * 1024)
      for number in 31...33 {
        try await bring([version(Int64(number), "\(number)" + long)], to: alice, "e\(number)")
      }
      #expect(try await history(alice, chat).map { $0.prefix(2) } == ["0", "32"])
    }
  }
}
