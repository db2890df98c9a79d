import ChatCore
import ChatModel
import Foundation
import Testing
import TestSupport

struct SearchTests {
  @Test func `parts of words are found in scripts without spaces`() async throws {
    try await withPair { world, alice, _, chat in
      let texts = ["你好世界", "今日は東京に行く", "สวัสดีชาวโลก", "hello世界 one", "世と界"]
      _ = try await alice.repository.send(texts, to: chat.ownerChat)
      func found(_ words: String) async throws -> Set<String> {
        Set(try await alice.repository.search(words).map(\.message.text))
      }
      #expect(try await found("世界") == ["你好世界", "hello世界 one"])
      #expect(try await found("界世") == [])
      #expect(try await found("東京") == ["今日は東京に行く"])
      #expect(try await found("ชาว") == ["สวัสดีชาวโลก"])
      #expect(try await found("世界 hel") == ["hello世界 one"])
      #expect(try await found("hello世") == ["hello世界 one"])
      #expect(try await found("！。\"") == [])
      let own = try await alice.messages(in: chat.ownerChat)
      try await alice.repository.edit(own[0].id, to: "你好")
      #expect(try await found("世界") == ["hello世界 one"])
      try await alice.repository.delete(own[3].id)
      #expect(try await found("世界") == [])
      try await world.syncUntilQuiet([alice])
    }
  }

  @Test func `files are found by their names`() async throws {
    try await withPair { world, alice, _, chat in
      try await withTemporaryDirectory { directory in
        let file = directory.appending(path: "Übung 3 文書.txt")
        try Data("text".utf8).write(to: file)
        try await alice.repository.send("see this", attaching: file, to: chat.ownerChat)
      }
      for words in ["ubung", "txt", "文書", "書", "see 3"] {
        let found = try await alice.repository.search(words)
        #expect(found.map(\.message.text) == ["see this"], "\(words)")
      }
      try await world.syncUntilQuiet([alice])
    }
  }
}
