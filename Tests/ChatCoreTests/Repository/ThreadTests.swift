import ChatCore
import ChatModel
import CloudModel
import Foundation
import TestSupport
import Testing

/// Answers and threads, whatever others put into a chat.
struct ThreadTests {
  private let chat = ForeignChat()

  private func message(
    _ name: String, answering other: String? = nil, at time: Int64, in chat: ForeignChat? = nil
  ) -> Record {
    var record = (chat ?? self.chat).message(name, "text of \(name)", at: time)
    record["replyTo"] = other.map { FieldValue.string($0) }
    return record
  }

  private func thread(
    _ device: Device, of name: String, in chat: ChatID, limit: Int = MessageThread.pageSize
  ) async throws -> MessageThread {
    try await firstValue(of: device.repository.thread(of: name, in: chat, limit: limit)) { _ in
      true
    }
  }

  private func counts(_ device: Device, _ chat: ChatID) async throws -> [String: Int] {
    let messages = try await device.messages(in: chat)
    return Dictionary(uniqueKeysWithValues: messages.map { ($0.recordName, $0.answerCount) })
  }

  @Test func `a thread has the answers and those to them, from whichever it is asked`() async throws
  {
    try await withLoneDevice { device in
      let id = try await chat.bring(
        to: device,
        [
          message("root", at: 1), message("a", answering: "root", at: 2),
          message("b", answering: "root", at: 3), message("c", answering: "a", at: 4),
          message("other", at: 5),
        ])
      #expect(
        try await counts(device, id) == ["root": 2, "a": 1, "b": 0, "c": 0, "other": 0])
      for name in ["root", "a", "c"] {
        let whole = try await thread(device, of: name, in: id)
        #expect(whole.root?.recordName == "root" && whole.answerCount == 3)
        #expect(whole.answers.map(\.recordName) == ["a", "b", "c"])
      }
      let page = try await thread(device, of: "root", in: id, limit: 2)
      #expect(page.answers.map(\.recordName) == ["b", "c"] && page.answerCount == 3)
    }
  }

  @Test func `messages that answer one another in a circle, or themselves, end nothing`()
    async throws
  {
    try await withLoneDevice { device in
      let id = try await chat.bring(
        to: device,
        [
          message("a", answering: "c", at: 1), message("b", answering: "a", at: 2),
          message("c", answering: "b", at: 3), message("self", answering: "self", at: 4),
        ])
      #expect(try await counts(device, id) == ["a": 1, "b": 1, "c": 1, "self": 0])
      let circle = try await thread(device, of: "a", in: id)
      #expect(circle.root?.recordName == "b")
      #expect(circle.answers.map(\.recordName) == ["a", "c"])
      let own = try await thread(device, of: "self", in: id)
      #expect(own.root?.recordName == "self" && own.answers.isEmpty)
    }
  }

  @Test func `a thread without its first message has those that answer it`() async throws {
    try await withLoneDevice { device in
      let id = try await chat.bring(
        to: device,
        [message("a", answering: "gone", at: 1), message("b", answering: "gone", at: 2)])
      let headless = try await thread(device, of: "b", in: id)
      #expect(headless.rootName == "gone" && headless.root == nil)
      #expect(headless.answers.map(\.recordName) == ["a", "b"])
    }
  }

  @Test func `a message of another chat answers nothing here`() async throws {
    try await withLoneDevice { device in
      var other = chat
      other.zoneID = RecordZoneID(zoneName: "chat-other", ownerName: "_owner")
      let id = try await chat.bring(to: device, [message("root", at: 1)])
      let others = try await other.bring(
        to: device, [message("a", answering: "root", at: 2, in: other)])
      #expect(try await counts(device, id) == ["root": 0])
      #expect(try await thread(device, of: "root", in: id).answers.isEmpty)
      #expect(try await thread(device, of: "a", in: others).root == nil)
    }
  }

  @Test func `what was taken back or is of a blocked person is no answer`() async throws {
    try await withLoneDevice { device in
      var removed = message("removed", answering: "root", at: 2)
      removed["deletedAt"] = .date(Date(millisecondsSince1970: 3))
      var blocked = chat.message("blocked", "noise", at: 4, from: "_noisy")
      blocked["replyTo"] = .string("root")
      let id = try await chat.bring(
        to: device,
        [message("root", at: 1), removed, blocked, message("a", answering: "blocked", at: 5)])
      try await device.repository.setBlocked(true, user: "_noisy")
      #expect(try await counts(device, id)["root"] == 0)
      #expect(try await thread(device, of: "root", in: id).answers.map(\.recordName) == ["a"])
    }
  }

  @Test func `of very many answers the newest are shown, and no more than a limit is counted`()
    async throws
  {
    try await withLoneDevice { device in
      let count = Int64(MessageThread.countLimit + 200)
      let answers = (1...count).map { message("a\($0)", answering: "root", at: 10 + $0) }
      let id = try await chat.bring(to: device, [message("root", at: 1)] + answers)
      let root = try #require(try await device.repository.message(named: "root", in: id))
      #expect(root.answerCount == Message.answerCountLimit)
      let newest = try await thread(device, of: "root", in: id)
      #expect(newest.answerCount == MessageThread.countLimit)
      #expect(newest.answers.count == MessageThread.pageSize)
      #expect(newest.answers.last?.recordName == "a\(count)")
    }
  }

  @Test func `the highlights have the newest files and links, and are bounded`() async throws {
    try await withLoneDevice { device in
      let texts = (1...40).map { "see https://example.org/\($0) and http://b.example/\($0)" }
      let talk = texts.enumerated().map { chat.message("m\($0)", $1, at: Int64(1_000 + $0)) }
      let noise = chat.message("noise", "https://noise.example", at: 5_000, from: "_noisy")
      let none = chat.message("none", "a scheme:// alone", at: 6_000)
      let id = try await chat.bring(to: device, talk + [noise, none])
      try await device.repository.setBlocked(true, user: "_noisy")
      let highlights = try await firstValue(of: device.repository.highlights(of: id)) { _ in true }
      #expect(highlights.pins.count == 0 && highlights.files.count == 0)
      #expect(highlights.links.newest.count == ChatHighlights.limit)
      #expect(highlights.links.newest.first?.address == "https://example.org/40")
      // One of the messages in which links are looked for has none.
      #expect(highlights.links.count == 2 * (ChatHighlights.linkMessageLimit - 1))
      #expect(highlights.links.hasMore)
    }
  }

  @Test func `a reaction and a delivery change nothing in the panel`() async throws {
    try await withLoneDevice { device in
      let id = try await chat.bring(to: device, [message("root", at: 1)])
      let root = try #require(try await device.repository.message(named: "root", in: id)).id
      try await device.repository.setPinned(true, message: root)
      let before = try await firstValue(of: device.repository.highlights(of: id)) { _ in true }
      let thread = try await self.thread(device, of: "root", in: id)
      #expect(before.pins.newest.map(\.id) == [root])
      try await device.repository.react("👍", to: root)
      #expect(
        try await device.repository.message(named: "root", in: id)?.reactions.isEmpty == false)
      let after = try await firstValue(of: device.repository.highlights(of: id)) { _ in true }
      #expect(after == before)
      #expect(try await self.thread(device, of: "root", in: id) == thread)
    }
  }
}
