import ChatCore
import ChatModel
import CloudModel
import CloudSync
import SyncRules
import TestSupport
import Testing

struct OutboxTests {
  private let foreign = ForeignChat()

  @Test func `a new chat goes out as its zone, then share and session together, then messages`()
    async throws
  {
    try await withLoneDevice { alice in
      let chat = try await alice.repository.createChat(title: "Tea")
      _ = try await alice.repository.send(["one", "two"], to: chat)
      let zoneID = try #require(try await alice.replica.pendingWork().zonesToSend.first)
      #expect(zoneID.databaseScope(for: alice.account.userRecordName) == .private, "I23")
      var picture: [String] = []
      while let batch = try await alice.replica.nextBatch(in: zoneID, limit: 200) {
        switch batch.contents {
        case .saveZone: picture.append("saveZone")
        case .deleteZone: picture.append("deleteZone")
        case .records(let entries, let isAtomic):
          let names = entries.map { $0.record?.recordType ?? "\($0.operation)" }
          picture.append("\(names.joined(separator: ", "))\(isAtomic ? " atomically" : "")")
        }
        let user = alice.account.userRecordName
        _ = try await alice.replica.apply(batch.acknowledged(by: user), of: batch)
      }
      #expect(
        picture == ["saveZone", "cloudkit.share, ChatSession atomically", "Message, Message"])
      #expect(try await alice.lines(in: chat) == ["alice: one", "alice: two"])
    }
  }

  @Test func `batches are bounded by count and by bytes, and first come first served`()
    async throws
  {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      let long = String(repeating: "x", count: Message.textLimitBytes)
      _ = try await alice.repository.send(Array(repeating: long, count: 12), to: chat)
      let first = try await foreign.batch(of: alice)
      #expect(first.count == 8, "half a megabyte of text")
      #expect(first.map(\.id.sequence) == first.map(\.id.sequence).sorted())
      #expect(try await foreign.batch(of: alice, limit: 3).count == 3)
    }
  }

  @Test func `one message larger than a batch's bytes is one batch`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      let long = String(repeating: "x", count: Message.textLimitBytes)
      try await alice.repository.send(long, to: chat)
      #expect(try await foreign.batch(of: alice).count == 1)
    }
  }

  @Test func `I6: an answer for an older generation clears nothing`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      try await alice.repository.rename(chat, to: "First")
      let sent = try #require(try await foreign.batch(of: alice).first)
      try await alice.repository.rename(chat, to: "Second")
      let left = try await alice.replica.apply(
        [OutboxOutcome(id: sent.id, result: .acknowledged(sent.stored(by: "_x", tag: "s2")))],
        in: foreign.zoneID)
      #expect(left.hasMore)
      #expect(try await alice.summary(of: chat).name == "Second")
      let next = try #require(try await foreign.batch(of: alice).first?.record)
      #expect(next["name"] == .string("Second"))
      #expect(next.recordChangeTag == "s2")
    }
  }

  @Test func `a failure for an older generation fails nothing`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      try await alice.repository.rename(chat, to: "First")
      let sent = try #require(try await foreign.batch(of: alice).first)
      try await alice.repository.rename(chat, to: "Second")
      _ = try await alice.replica.apply(
        [OutboxOutcome(id: sent.id, result: .failed(reason: "no"))], in: foreign.zoneID)
      #expect(try await alice.summary(of: chat).name == "Second")
      #expect(try await foreign.batch(of: alice).count == 1)
    }
  }

  @Test func `a conflict with an equal copy is the answer that was lost`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      try await alice.repository.send("hello", to: chat)
      let entry = try #require(try await foreign.batch(of: alice).first)
      let server = try #require(entry.stored(by: alice.account.userRecordName))
      _ = try await alice.replica.apply(
        [OutboxOutcome(id: entry.id, result: .conflict(server: server))], in: foreign.zoneID)
      #expect(try await alice.lines(in: chat) == ["alice: hello"])
      #expect(try await foreign.batch(of: alice) == [])
    }
  }

  @Test func `a conflict with another copy fails, and the text stays`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      let id = try await alice.repository.send("hello", to: chat)
      let entry = try #require(try await foreign.batch(of: alice).first)
      let name = try #require(entry.record?.recordID.recordName)
      _ = try await alice.replica.apply(
        [
          OutboxOutcome(id: entry.id, result: .conflict(server: foreign.message(name, "other")))
        ], in: foreign.zoneID)
      let message = try await alice.repository.message(id)
      #expect(message.text == "hello")
      guard case .failed = message.delivery else {
        Issue.record("is \(message.delivery)")
        return
      }
      #expect(try await foreign.batch(of: alice) == [])
    }
  }

  @Test func `our own message that the feed brings before the answer is sent`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      try await alice.repository.send("hello", to: chat)
      let entry = try #require(try await foreign.batch(of: alice).first)
      let server = try #require(entry.stored(by: alice.account.userRecordName))
      try await foreign.apply(foreign.page([server], token: "z2"), to: alice)
      #expect(try await alice.lines(in: chat) == ["alice: hello"])
      #expect(try await foreign.batch(of: alice) == [], "sent again it would be a new version")
    }
  }

  @Test func `somebody else's message under the name of an unsent one does not replace it`()
    async throws
  {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      try await alice.repository.send("hello", to: chat)
      let name = try #require(
        try await foreign.batch(of: alice).first?.record?.recordID.recordName)
      try await foreign.apply(
        foreign.page([foreign.message(name, "other")], token: "z2"), to: alice)
      #expect(try await alice.lines(in: chat) == ["alice: hello (sending)"], "I13")
    }
  }

  @Test func `failed rows are not sent, keep their text, and go again when asked`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      let ids = try await alice.repository.send(["one", "two"], to: chat)
      let entries = try await foreign.batch(of: alice)
      _ = try await alice.replica.apply(
        [
          OutboxOutcome(id: entries[0].id, result: .failed(reason: "no")),
          OutboxOutcome(id: entries[1].id, result: .undecided(mayBeStored: false)),
        ], in: foreign.zoneID)
      #expect(
        try await alice.lines(in: chat) == ["alice: one (failed: no)", "alice: two (queued 1)"])
      let before = try await alice.summary(of: chat)
      #expect((before.queuedCount, before.failedCount) == (1, 1))
      try await alice.repository.retry(ids[0])
      try await alice.repository.retry(ids[1])
      #expect(
        try await alice.lines(in: chat) == ["alice: one (queued 1)", "alice: two (queued 2)"])
      #expect(try await foreign.batch(of: alice).map(\.id.generation) == [2, 1])
    }
  }

  @Test func `a dropped message is gone with its row, and its text comes back`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      let id = try await alice.repository.send("hello", to: chat)
      #expect(try await alice.repository.drop(id) == "hello")
      #expect(try await alice.lines(in: chat) == [])
      #expect(try await foreign.batch(of: alice) == [], "I2: never one without the other")
      await #expect(throws: ChatError.unknownMessage) { try await alice.repository.drop(id) }
    }
  }

  @Test func `a message dropped while it is on its way is deleted where it arrived`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      let id = try await alice.repository.send("hello", to: chat)
      let entry = try #require(try await foreign.batch(of: alice).first)
      try await alice.repository.drop(id)
      _ = try await alice.replica.apply(
        [
          OutboxOutcome(
            id: entry.id,
            result: .acknowledged(entry.stored(by: alice.account.userRecordName)))
        ], in: foreign.zoneID)
      #expect(try await alice.lines(in: chat) == [])
      let next = try #require(try await foreign.batch(of: alice).first)
      #expect(next.operation == .delete(try #require(entry.record).recordID))
    }
  }

  @Test func `a message that the cloud has cannot be dropped`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice, [foreign.message("m1", "hi")])
      let message = try #require(try await alice.messages(in: chat).first)
      await #expect(throws: ChatError.notSender) {
        try await alice.repository.drop(message.id)
      }
      #expect(try await alice.lines(in: chat) == ["olga: hi"])
    }
  }
}
