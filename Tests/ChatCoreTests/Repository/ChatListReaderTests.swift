import ChatModel
import CloudModel
import Foundation
import GRDB
import TestSupport
import Testing

@testable import ChatCore

/// The watched list of chats, which reads again only what has changed.
struct ChatListReaderTests {
  @Test(arguments: [UInt64(1), 2, 3])
  func `whatever changes, the watched list is the list`(seed: UInt64) async throws {
    try await withPair { world, alice, bob, chat in
      var random = SplitMix64(seed: seed)
      let reader = ChatListReader(bob.replica)
      var chats = [try await chat.id(on: bob)]
      for step in 0..<120 {
        let one = chats.randomElement(using: &random)!
        switch Int.random(in: 0..<12, using: &random) {
        case 0: chats.append(try await bob.repository.createChat(title: "Chat \(step)"))
        case 1, 2: try await bob.repository.send("message \(step)", to: one)
        case 3: try await bob.repository.setPinned(step.isMultiple(of: 2), of: one)
        case 4: try await bob.repository.setArchived(step.isMultiple(of: 2), of: one)
        case 5 where step.isMultiple(of: 2):
          try await bob.repository.setNotifications(.mentions, of: one)
        case 5: try await bob.repository.mute(until: .distantFuture, one)
        case 6: try await alice.repository.send("from Alice, @bob", to: chat.ownerChat)
        case 7:
          await alice.sync()
          await bob.sync()
        case 8:
          try await bob.repository.markSeen(one, through: bob.repository.newestArrival(in: one))
        case 9 where chats.count > 3:
          // The newest chat too, whose number in the list is the highest.
          let last = chats.removeLast()
          try await bob.replica.write { db in
            try db.execute(sql: "DELETE FROM chat WHERE id = ?", arguments: [last.rawValue])
          }
        case 10:
          try await bob.repository.setBlocked(
            step.isMultiple(of: 2), user: alice.account.userRecordName)
        case _: await bob.sync()
        }
        let replica = bob.replica
        let (watched, list) = try await bob.replica.read { db in
          (try reader.read(db), try ChatQueries.summaries(db, of: replica))
        }
        #expect(watched == list, "seed \(seed), step \(step)")
      }
      // Much is not sent, and chats are gone without a word to the cloud.
      for device in [alice, bob] { device.discard() }
    }
  }

  @Test func `an older state of the replica is read whole`() async throws {
    try await withPair { world, alice, bob, chat in
      let reader = ChatListReader(alice.replica)
      for count in 1...3 {
        let sent = try await alice.repository.createChat(title: "\(count)")
        try await alice.repository.send("hello", to: sent)
        let pool = alice.replica.pool
        // A snapshot that outlives the next write.
        let older = try pool.makeSnapshot()
        try await alice.repository.send("once more", to: sent)
        let replica = alice.replica
        for _ in 0..<2 {
          _ = try await alice.replica.read { try reader.read($0) }
          let (stale, whole) = try await older.read { db in
            (try reader.read(db), try ChatQueries.summaries(db, of: replica))
          }
          #expect(stale == whole)
        }
        let (watched, list) = try await alice.replica.read { db in
          (try reader.read(db), try ChatQueries.summaries(db, of: replica))
        }
        #expect(watched == list)
      }
      alice.discard()
    }
  }

  @Test func `a message costs about the same in a list of 5 and of 500 chats`() async throws {
    let (few, many) = (try await costOfOneMessage(chats: 5), try await costOfOneMessage(chats: 500))
    #expect(many < few * 5, "\(few) and \(many)")
  }

  /// The shortest of several readings of the list after a message.
  private func costOfOneMessage(chats count: Int) async throws -> Duration {
    var shortest = Duration.seconds(60)
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      var chats: [ChatID] = []
      for number in 0..<count {
        chats.append(try await alice.repository.createChat(title: "Chat \(number)"))
      }
      let reader = ChatListReader(alice.replica)
      for number in 0..<15 {
        try await alice.repository.send("message \(number)", to: chats[number % count])
        let cost: Duration = try await alice.replica.read { db in
          let start = ContinuousClock.now
          _ = try reader.read(db)
          return start.duration(to: .now)
        }
        // The first reading reads everything.
        if number > 0 { shortest = min(shortest, cost) }
      }
      alice.discard()
    }
    return shortest
  }
}
