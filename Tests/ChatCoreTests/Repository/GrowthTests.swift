import ChatCore
import ChatModel
import Foundation
import TestSupport
import Testing

/// What one more message costs does not grow with the messages that are there.
struct GrowthTests {
  /// Who has written the messages that are there already.
  enum Author: CaseIterable {
    case sender, receiver
  }

  /// A window that shows the end of a chat.
  private struct Window {
    let device: Device
    let chat: ChatID
    let reader: ScreenReader

    init(of device: Device, _ chat: ChatID) {
      (self.device, self.chat) = (device, chat)
      reader = ScreenReader(device.repository)
    }

    func show() async throws {
      reader.show(chat, MessageWindow.Request(place: .newest, unread: nil))
      _ = try await reader.news()
    }

    func see() async throws {
      let newest = try await device.repository.newestArrival(in: chat)
      try await device.repository.markSeen(chat, through: newest)
    }
  }

  /// The cost of each statement to write the sender's first message, and then for one more message on its whole way: it
  /// is written, seen by its sender, sent, received and seen; its read mark goes back; and both windows read what has
  /// changed.
  private func costs(
    after count: Int, by author: Author
  ) async throws -> [String: StatementSteps.Cost] {
    try await withTemporaryDirectory { directory in
      try await StatementSteps.counting(in: directory) { steps in
        let world = try World(directory: directory, seed: 1, courierClock: ManualClock())
        let alice = try world.device(of: "alice")
        let bob = try world.device(of: "bob")
        let chat = try await SharedChat.make(owner: alice, guests: [bob])
        let windows = [
          Window(of: alice, chat.ownerChat), Window(of: bob, try await chat.id(on: bob)),
        ]
        let writer = author == .sender ? alice : bob
        for device in [alice, bob] { try await write(count, by: writer, to: device) }
        _ = steps.take()
        try await alice.repository.send("first", to: chat.ownerChat)
        let first = steps.take()
        // What is done once for many messages is done before the second.
        for text in [nil, "second"] {
          _ = steps.take()
          if let text { try await alice.repository.send(text, to: chat.ownerChat) }
          for window in windows {
            try await window.show()
            try await window.see()
            for device in [alice, bob, alice] { await device.sync() }
          }
          for window in windows { try await window.show() }
        }
        return steps.take().merging(first) { cost, first in
          var both = cost
          both.add(runs: first.runs, most: first.most)
          return both
        }
      }
    }
  }

  /// Messages as the cloud would have brought them.
  private func write(_ count: Int, by author: Device, to device: Device) async throws {
    try await device.execute(
      """
      WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(count))
      INSERT INTO message (chatID, recordName, senderID, text, timestamp, changeTag, epoch)
      SELECT chat.id, 'old' || n, '\(author.account.userRecordName)', 'text ' || n, n, '1', epoch
      FROM number JOIN chat WHERE isChat
      """)
  }

  @Test(arguments: Author.allCases)
  func `a message costs the same in a chat of 4,500 messages as in one of 500`(
    author: Author
  ) async throws {
    let few = try await costs(after: 500, by: author)
    let many = try await costs(after: 4_500, by: author)
    #expect(!few.isEmpty)
    let longer = many.filter { $0.value.most > few[$0.key, default: .init()].most + 100 }
    #expect(longer == [:], "statements that take more steps in the longer chat")
    let more = many.filter { $0.value.runs > 2 * few[$0.key, default: .init()].runs + 10 }
    #expect(more == [:], "statements that run more often in the longer chat")
  }
}
