import ChatCore
import ChatModel
import CloudModel
import CloudSync
import SyncRules
import TestSupport
import Testing

/// Which message a read mark names.
struct ReadMarkTests {
  private let foreign = ForeignChat()

  /// The messages that the account's marks here name.
  private func marks(_ device: Device) async throws -> [String] {
    try await device.strings(
      """
      SELECT messageName FROM readMark WHERE userID = (SELECT userRecordName FROM account)
      ORDER BY messageName
      """)
  }

  private func see(_ chat: ChatID, on device: Device) async throws {
    let newest = try await device.repository.newestArrival(in: chat)
    try await device.repository.markSeen(chat, through: newest)
  }

  @Test func `a person who answers has read the messages of the chat's first fetch`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(
        to: alice, [foreign.message("m1", "one", at: 1), foreign.message("m2", "two", at: 2)])
      #expect(try await marks(alice) == [])
      try await alice.repository.send("an answer", to: chat)
      try await see(chat, on: alice)
      #expect(try await marks(alice) == ["m2"])
    }
  }

  @Test func `own messages are seen as they are written, unless somebody else's are not`()
    async throws
  {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      let unseen = """
        SELECT count(*) FROM message JOIN chat ON chat.id = chatID
        WHERE message.id > lastSeenMessageID
        """
      for text in ["one", "two"] { try await alice.repository.send(text, to: chat) }
      #expect(try await alice.number(unseen) == 0)
      try await foreign.apply(
        foreign.page([foreign.message("m1", "one", at: 1)], token: "z2"), to: alice)
      try await alice.repository.send("three", to: chat)
      #expect(try await alice.summary(of: chat).unreadCount == 1)
      #expect(try await alice.number(unseen) == 2)
      #expect(try await marks(alice) == [])
      try await see(chat, on: alice)
      try await alice.repository.send("four", to: chat)
      #expect(try await alice.number(unseen) == 0)
      #expect(try await marks(alice) == ["m1"])
    }
  }

  @Test func `a message that arrives late does not take the mark back`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      try await foreign.apply(
        foreign.page([foreign.message("m2", "two", at: 2)], token: "z2"), to: alice)
      try await see(chat, on: alice)
      try await foreign.apply(
        foreign.page([foreign.message("m1", "one", at: 1)], token: "z3"), to: alice)
      try await see(chat, on: alice)
      #expect(try await marks(alice) == ["m2"])
    }
  }

  @Test func `an earlier message that arrives just before the mark stays unread`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      try await foreign.apply(
        foreign.page([foreign.message("m2", "two", at: 2)], token: "z2"), to: alice)
      let onScreen = try #require(try await alice.messages(in: chat).last).id
      try await foreign.apply(
        foreign.page([foreign.message("m1", "one", at: 1)], token: "z3"), to: alice)
      try await alice.repository.markSeen(chat, through: onScreen)
      #expect(try await marks(alice) == ["m2"])
      #expect(try await alice.summary(of: chat).unreadCount == 1)
      let mark = foreign.readMark("m2", by: alice.account.userRecordName)
      try await foreign.apply(foreign.page([mark], token: "z4"), to: alice)
      #expect(try await alice.summary(of: chat).unreadCount == 1, "the mark comes back")
    }
  }

  @Test func `a message with an early time is marked behind a thousand own ones`() async throws {
    try await withLoneDevice { alice in
      let me = alice.account.userRecordName
      let own = (1...1_000).map { foreign.message("own\($0)", "\($0)", at: 10_000 + $0, from: me) }
      let chat = try await foreign.bring(to: alice, own)
      try await foreign.apply(
        foreign.page([foreign.message("m1", "one", at: 1)], token: "z2"), to: alice)
      try await see(chat, on: alice)
      #expect(try await marks(alice) == ["m1"])
    }
  }

  @Test func `another device's mark stays while its message may still come, and no longer`()
    async throws
  {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      let mark = foreign.readMark("m9", by: alice.account.userRecordName)
      try await foreign.apply(
        foreign.page(
          [foreign.message("m1", "one", at: 1), mark], token: "z2", moreComing: true), to: alice)
      try await see(chat, on: alice)
      #expect(try await marks(alice) == ["m1", "m9"])
      try await foreign.apply(
        foreign.page([foreign.message("m2", "two", at: 2)], token: "z3"), to: alice)
      try await see(chat, on: alice)
      #expect(try await marks(alice) == ["m2"])
      let batch = try await foreign.batch(of: alice)
      #expect(batch.contains { $0.operation == .delete(mark.recordID) })
    }
  }

  @Test func `messages up to another device's read mark are seen, and later ones are not`()
    async throws
  {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      let times = [3, 1, 2, 4]
      try await foreign.apply(
        foreign.page(times.map { foreign.message("m\($0)", "\($0)", at: Int64($0)) }, token: "z2"),
        to: alice)
      let mark = foreign.readMark("m3", by: alice.account.userRecordName)
      try await foreign.apply(foreign.page([mark], token: "z3"), to: alice)
      #expect(try await alice.summary(of: chat).unreadCount == 1)
    }
  }
}
