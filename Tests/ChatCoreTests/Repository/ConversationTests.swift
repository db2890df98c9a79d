import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import SyncRules
import TestSupport
import Testing

struct ConversationTests {
  private let foreign = ForeignChat()

  @Test func `messages stand by time, then by name`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(
        to: alice,
        [
          foreign.message("b", "third", at: 2_000), foreign.message("c", "first", at: 1_000),
          foreign.message("a", "second", at: 2_000),
        ])
      #expect(try await alice.messages(in: chat).map(\.text) == ["first", "second", "third"])
    }
  }

  @Test func `a sender's clock is believed up to a minute beyond the cloud's`() async throws {
    try await withLoneDevice { alice in
      var early = foreign.message("a", "early", at: 10_000)
      early.creationDate = Date(millisecondsSince1970: 500_000)
      var fast = foreign.message("b", "fast", at: 40_000)
      fast.creationDate = Date(millisecondsSince1970: 1_000)
      var wrong = foreign.message("c", "wrong", at: 9_000_000_000)
      wrong.creationDate = Date(millisecondsSince1970: 1_000)
      let chat = try await foreign.bring(to: alice, [wrong, fast, early])
      #expect(
        try await alice.messages(in: chat).map {
          "\($0.text) \($0.timestamp.millisecondsSince1970)"
        }
          == ["early 10000", "fast 40000", "wrong 61000"])
    }
  }

  @Test func `an answer stands below its question although two clocks differ`() async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice", clockSkew: 20)
      let bob = try world.device(of: "bob", clockSkew: -30)
      let chat = try await SharedChat.make(owner: alice, guests: [bob])
      try await alice.repository.send("question", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      try await bob.repository.send("answer", to: chat.id(on: bob))
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await alice.lines(in: chat.ownerChat) == ["alice: question", "bob: answer"])
      #expect(try await bob.lines(in: chat.id(on: bob)) == ["alice: question", "bob: answer"])
    }
  }

  @Test func `an own message stands last, however far the own clock is behind`() async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let bob = try world.device(of: "bob", clockSkew: -5 * 3600)
      let chat = try await SharedChat.make(owner: alice, guests: [bob])
      try await alice.repository.send("question", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      _ = try await bob.repository.send(["answer", "and more"], to: chat.id(on: bob))
      let lines = ["alice: question", "bob: answer", "bob: and more"]
      #expect(
        try await bob.messages(in: chat.id(on: bob)).map(\.text)
          == ["question", "answer", "and more"])
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await alice.lines(in: chat.ownerChat) == lines)
      #expect(try await bob.lines(in: chat.id(on: bob)) == lines)
    }
  }

  @Test func `a time far in the future moves the next messages by a minute at most`() async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let chat = try await SharedChat.make(owner: alice, guests: [])
      let record = Record(
        recordType: "Message", recordID: RecordID(recordName: "m1", zoneID: chat.zoneID),
        fields: [
          "text": .string("hi"), "senderID": .string(alice.account.userRecordName),
          "timestamp": .date(Date(timeIntervalSince1970: 253_402_300_799)),
        ])
      _ = try await alice.container.database(with: .private).modifyRecords(
        saving: [record], deleting: [], savePolicy: .allKeys, atomically: true)
      try await world.syncUntilQuiet([alice])
      try await alice.repository.send("hello", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice])
      let messages = try await alice.messages(in: chat.ownerChat)
      #expect(messages.map(\.text) == ["hi", "hello"])
      #expect(messages.allSatisfy { $0.timestamp.timeIntervalSince(world.time.now()) < 61 })
    }
  }

  @Test func `pages meet without a gap or a repetition`() async throws {
    try await withLoneDevice { alice in
      let records = (0..<25).map { index in
        foreign.message("m\(index % 7)-\(index)", "\(index)", at: Int64(index / 3))
      }
      let chat = try await foreign.bring(to: alice, records)
      let all = try await alice.messages(in: chat)
      var paged: [Message] = []
      var cursor: MessageCursor?
      while true {
        let page = try await alice.repository.page(in: chat, before: cursor, limit: 4)
        guard let first = page.first else { break }
        paged = page + paged
        cursor = first.cursor
      }
      #expect(paged == all)
      let request = MessageWindow.Request(place: .around(all[10].cursor), unread: nil)
      let around = try await firstValue(of: alice.repository.window(in: chat, request)) { _ in
        true
      }
      #expect(around.messages == all)
    }
  }

  @Test func `a draft is kept, and gone when it is sent`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      try await alice.repository.saveDraft(Draft(text: "half a thou"), in: chat)
      #expect(try await alice.repository.openDraft(in: chat).kept.text == "half a thou")
      #expect(try await alice.summary(of: chat).hasDraft)
      await #expect(throws: ChatError.emptyText) { try await alice.repository.send(" ", to: chat) }
      #expect(try await alice.repository.openDraft(in: chat).kept.text == "half a thou")
      try await alice.repository.send("a thought", to: chat)
      #expect(try await alice.repository.openDraft(in: chat).kept.text == "")
      #expect(try await !alice.summary(of: chat).hasDraft)
    }
  }

  @Test func `own texts come newest first`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice, [foreign.message("m", "theirs")])
      _ = try await alice.repository.send(["one", "two", "three"], to: chat)
      #expect(try await alice.repository.sentTexts(in: chat, limit: 2) == ["three", "two"])
    }
  }

  @Test(arguments: [
    "", " ", "\n\n", "\u{200B}", "\u{200D}\u{200D}", "\u{FE0F}", "\u{3164}", "\u{7}\u{1B}", "\0",
  ])
  func `a text with nothing to see is not sent`(text: String) async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      await #expect(throws: ChatError.emptyText) { try await alice.repository.send(text, to: chat) }
      #expect(try await foreign.batch(of: alice) == [])
    }
  }

  @Test func `a text holds 64 KB and everything but zero bytes`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      let long = String(repeating: "é", count: Message.textLimitBytes / 2)
      try await alice.repository.send(long, to: chat)
      await #expect(throws: ChatError.textTooLong(bytes: Message.textLimitBytes + 1)) {
        try await alice.repository.send(long + "x", to: chat)
      }
      try await alice.repository.send("\r\na\0b\r\n\tc\u{202E}\n", to: chat)
      #expect(try await alice.messages(in: chat).map(\.text) == [long, "ab\n\tc\u{202E}"])
    }
  }

  @Test(arguments: [
    "", "  ", "\n", "\u{7}", "\u{200B}\u{200B}", "\u{200D}", "\u{200D}\u{200D}", "\u{FE0F}",
    "\u{3164}", "\u{202E}",
  ])
  func `a title with nothing to see is refused`(title: String) async throws {
    #expect(try ChatTitle.validated(title) == "")
  }

  @Test func `a title is one clean line of at most a hundred characters`() throws {
    #expect(try ChatTitle.validated(" Tea\r\nat\tfive \u{1B}[31m") == "Tea at five [31m")
    #expect(try ChatTitle.validated("👨‍👩‍👧") == "👨‍👩‍👧")
    let long = String(repeating: "x", count: 100)
    #expect(try ChatTitle.validated(long) == long)
    #expect(throws: ChatError.titleTooLong(characters: 101)) { try ChatTitle.validated(long + "y") }
  }

  @Test func `chats are found by name, zone, or the start of either`() async throws {
    try await withLoneDevice { alice in
      let tea = try await alice.repository.createChat(title: "Tea")
      _ = try await alice.repository.createChat(title: "Team")
      let repository = alice.repository
      #expect(try await repository.chat(matching: "tea").id == tea, "exactly wins")
      #expect(try await repository.chat(matching: alice.summary(of: tea).zoneName).id == tea)
      await #expect(throws: ChatError.unknownChat("x")) { try await repository.chat(matching: "x") }
      await #expect(throws: ChatError.self) { try await repository.chat(matching: "te") }
      await #expect(throws: ChatError.chatGone) {
        try await repository.rename(ChatID(rawValue: 999), to: "Coffee")
      }
    }
  }
}
