import ChatCore
import ChatModel
import Glibc
import PlainClient
import Testing

/// Lines that come from a terminal faster than anybody types.
@MainActor
struct LineBurstTests {
  private func driver(isTerminal: Bool = true) async throws -> LineDriver {
    let driver = LineDriver(try await Scenes.ownSharedChat(), pageLines: isTerminal ? 20 : nil)
    _ = await driver.start(opening: "Release crew")
    return driver
  }

  @Test func `notes with a command in them are one message, after a question`() async throws {
    let driver = try await driver()
    let before = try await driver.texts(in: "Release crew")
    let asked = await driver.take("my notes:\n/delete\n\n\tyes")
    #expect(asked.hasPrefix("4 lines came at once. Send them as one message?"), "\(asked)")
    #expect(asked.hasSuffix("yes or no?"))
    // The end of the text stays in the terminal until the next Enter.
    #expect(await driver.take("the rest").hasPrefix("5 lines came at once."))
    #expect(try await driver.texts(in: "Release crew") == before)
    await driver.take("yes")
    #expect(
      try await driver.texts(in: "Release crew").last == "my notes:\n/delete\n\n yes\nthe rest")
    await driver.take("a\n/delete")
    #expect(await driver.take("no") == "Nothing was done.")
    #expect(try await driver.texts(in: "Release crew").count == before.count + 1)
    #expect(await driver.take("\n\n") == "")
  }

  @Test func `a question takes no answer that came with it or right behind it`() async throws {
    let driver = try await driver()
    #expect(await driver.take("delete-chat").hasSuffix("yes or no?"))
    #expect(await driver.take("yes\nyes") == "Please answer yes or no.")
    #expect(await driver.take("no") == "Nothing was done.")
    await driver.take("delete-chat")
    #expect(await driver.hurry("yes").hasPrefix("That came too soon to be an answer."))
    _ = try await driver.summary("Release crew")
    await driver.take("yes")
    await #expect(throws: ChatError.self) { try await driver.summary("Release crew") }
  }

  @Test func `a pipe may answer at once`() async throws {
    let driver = try await driver(isTerminal: false)
    await driver.take("delete-chat")
    _ = await driver.hurry("yes")
    await #expect(throws: ChatError.self) { try await driver.summary("Release crew") }
  }

  @Test func `a terminal's lines come together, a pipe's come alone`() async throws {
    for isTerminal in [true, false] {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      defer { close(ends[0]) }
      let reader = LineReader(descriptor: ends[0], isTerminal: isTerminal)
      var lines = reader.lines(after: ["/join first"]).makeAsyncIterator()
      #expect(await lines.next() == "/join first")
      let text = "notes\n/delete\n\nyes\n"
      #expect(write(ends[1], text, text.utf8.count) == text.utf8.count)
      for expected in isTerminal ? ["notes\n/delete\n\nyes"] : ["notes", "/delete", "", "yes"] {
        #expect(await lines.next() == expected)
      }
      let last = "one\nno end"
      #expect(write(ends[1], last, last.utf8.count) == last.utf8.count)
      close(ends[1])
      for expected in isTerminal ? ["one\nno end"] : ["one", "no end"] {
        #expect(await lines.next() == expected)
      }
      #expect(await lines.next() == nil)
    }
  }
}
