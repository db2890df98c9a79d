import ChatCore
import ChatModel
import CloudModel
import Foundation
import Testing
import TestSupport

/// Texts that are longer than the format allows.
struct LongTextTests {
  private let foreign = ForeignChat()

  @Test(arguments: ["x", "é", "€", "😀"])
  func `a longer text is cut between characters, with a mark`(_ character: String) async throws {
    try await withLoneDevice { alice in
      let whole = "a" + String(repeating: character, count: 70_000)
      let chat = try await foreign.bring(to: alice, [foreign.message("m1", whole)])
      let text = try #require(try await alice.messages(in: chat).first).text
      #expect((Message.textLimitBytes - 3...Message.textLimitBytes).contains(text.utf8.count))
      #expect(text.hasSuffix("\n[The rest is left out: a message has at most 64 KiB.]"))
      #expect(text.prefix(1_000) == whole.prefix(1_000) && !text.contains("\u{FFFD}"))
      #expect(MessageText.isCut(text))
    }
  }

  @Test func `a text that is not here whole cannot be edited`() async throws {
    try await withLoneDevice { alice in
      let whole = String(repeating: "x", count: 70_000)
      let own = foreign.message("m1", whole, from: alice.account.userRecordName)
      let chat = try await foreign.bring(to: alice, [own])
      let message = try #require(try await alice.messages(in: chat).first)
      for text in ["y" + message.text.dropFirst(), "short"] {
        await #expect(throws: ChatError.textNotWhole) {
          try await alice.repository.edit(message.id, to: text)
        }
      }
      #expect(try await alice.repository.outbox().isEmpty)
    }
  }

  @Test func `a text of the limit is whole`() {
    let text = String(repeating: "x", count: Message.textLimitBytes)
    #expect(MessageText.bounded(text) == text && !MessageText.isCut(text))
  }

  @Test func `a save for something else leaves the whole text in the cloud`() async throws {
    let whole = String(repeating: "x", count: 70_000)
    var message = MessageRecord(foreign.message("m1", whole))
    #expect(message.record(in: foreign.zoneID)["text"] == nil)
    message.text = "short"
    #expect(message.record(in: foreign.zoneID)["text"] == .string("short"))
  }
}
