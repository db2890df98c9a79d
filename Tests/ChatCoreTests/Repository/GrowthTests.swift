import ChatCore
import ChatModel
import CloudModel
import Foundation
import TestSupport
import Testing

/// The cost of one more message does not grow with the messages and chats that are there.
struct GrowthTests {
  /// The author of the messages that are there already.
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
    after count: Int, by author: Author, beside others: Int = 0
  ) async throws -> [String: StatementSteps.Cost] {
    try await withTemporaryDirectory { directory in
      try await StatementSteps.counting(in: directory) { steps in
        let world = try World(directory: directory, seed: 1, courierClock: ManualClock())
        let alice = try world.device(of: "alice")
        let bob = try world.device(of: "bob")
        for device in [alice, bob] where others > 0 { try await make(others, of: device) }
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
    #expect(longer(many, than: few) == [:], "statements that take more steps in the longer chat")
    let more = many.filter { $0.value.runs > 2 * few[$0.key, default: .init()].runs + 10 }
    #expect(more == [:], "statements that run more often in the longer chat")
  }

  /// The cost of each statement with which alice reads a chat in which bob has written so many messages.
  private func costs(
    of read: (ChatRepository, ChatID) async throws -> Void, after count: Int
  ) async throws -> [String: StatementSteps.Cost] {
    try await withTemporaryDirectory { directory in
      try await StatementSteps.counting(in: directory) { steps in
        let world = try World(directory: directory, seed: 1, courierClock: ManualClock())
        let alice = try world.device(of: "alice")
        let bob = try world.device(of: "bob")
        let chat = try await SharedChat.make(owner: alice, guests: [bob]).ownerChat
        try await write(count, by: bob, to: alice)
        _ = steps.take()
        try await read(alice.repository, chat)
        return steps.take()
      }
    }
  }

  /// Reads what a wide screen shows beside a chat.
  private func readPanel(_ repository: ChatRepository, _ chat: ChatID) async throws {
    _ = try await firstValue(of: repository.highlights(of: chat)) { _ in true }
    let thread = repository.thread(of: "old1", in: chat, limit: MessageThread.pageSize)
    let root = try await firstValue(of: thread) { _ in true }.root
    #expect(root != nil)
  }

  @Test func `the panel beside a chat costs the same with 4,500 messages as with 500`() async throws
  {
    let few = try await costs(of: readPanel, after: 500)
    let many = try await costs(of: readPanel, after: 4_500)
    #expect(!few.isEmpty)
    #expect(longer(many, than: few) == [:], "statements that take more steps in the longer chat")
  }

  /// Reads the window of somebody who stays at the first of more unread messages than are counted.
  private func readFirstUnread(_ repository: ChatRepository, _ chat: ChatID) async throws {
    let first = MessageCursor(timestamp: Date(millisecondsSince1970: 1), recordName: "old1")
    let reader = ScreenReader(repository)
    reader.show(chat, MessageWindow.Request(place: .around(first), unread: .init(after: nil)))
    let window = try #require(try await reader.news()?.messages?.window)
    #expect(window.newerCount == ChatSummary.unreadCountLimit)
    #expect(window.unread?.count == ChatSummary.unreadCountLimit)
  }

  @Test
  func `whoever stays at the first unread message pays the same with 6,000 below as with 1,500`()
    async throws
  {
    let few = try await costs(of: readFirstUnread, after: 1_500)
    let many = try await costs(of: readFirstUnread, after: 6_000)
    #expect(!few.isEmpty)
    #expect(longer(many, than: few) == [:], "statements that take more steps above more messages")
  }

  @Test func `a message costs the same beside 120 other chats as beside 10`() async throws {
    let few = try await costs(after: 0, by: .sender, beside: 10)
    let many = try await costs(after: 0, by: .sender, beside: 120)
    #expect(longer(many, than: few) == [:], "statements that take more steps beside many chats")
    let more = many.filter { $0.value.runs > 2 * few[$0.key, default: .init()].runs + 10 }
    #expect(more == [:], "statements that run more often beside many chats")
  }

  /// The cost of each statement while a new device learns of so many chats.
  private func firstSync(of count: Int) async throws -> [String: StatementSteps.Cost] {
    try await withTemporaryDirectory { directory in
      try await StatementSteps.counting(in: directory) { steps in
        let world = try World(directory: directory, seed: 1, courierClock: ManualClock())
        let alice = try world.device(of: "alice")
        try await make(count, of: alice)
        let laptop = try world.device(of: "alice", named: "laptop")
        _ = steps.take()
        await laptop.sync()
        return steps.take()
      }
    }
  }

  @Test func `a chat costs a new device the same among 150 as among 20`() async throws {
    let few = try await firstSync(of: 20)
    // The others run for each page of a feed, and speak of everything on it.
    let many = try await firstSync(of: 150).filter { $0.value.runs >= 150 }
    #expect(!many.isEmpty)
    #expect(longer(many, than: few) == [:], "statements that take more steps among many chats")
    let more = many.filter { $0.value.runs > 10 * few[$0.key, default: .init()].runs }
    #expect(more == [:], "statements that run more often for each of many chats")
  }

  private func make(_ count: Int, of device: Device) async throws {
    for number in 0..<count {
      _ = try await device.repository.createChat(title: "Chat \(number)")
    }
    await device.sync()
  }

  private func longer(
    _ costs: [String: StatementSteps.Cost], than others: [String: StatementSteps.Cost]
  ) -> [String: StatementSteps.Cost] {
    costs.filter { $0.value.most > others[$0.key, default: .init()].most + 100 }
  }
}
