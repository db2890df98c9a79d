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

  /// The texts of the messages that a search finds in both ways.
  private func found(_ words: String, by repository: ChatRepository) async throws -> Set<String> {
    let listed = try await repository.search(words).map(\.message.text)
    let typed = try await repository.search(MessageSearch(words: words), limit: 100)
    #expect(typed.map(\.message.text).sorted() == listed.sorted(), "\(words)")
    for text in listed {
      #expect(SearchedWords(words).firstMatch(in: text) != nil, "\(words) is seen in \(text)")
    }
    return Set(listed)
  }

  @Test func `signs and emoji are found, alone and in words`() async throws {
    try await withPair { world, alice, _, chat in
      let texts = [
        "party 😀 now", "the family 👨‍👩‍👧‍👦", "in C++ or c", "only c here", "a*b*c stars", "C# and F#",
        "don’t go", "don t go", "50% off", "5 of 50", "mail @example", "src/main.py", "src main py",
        "我用C++写", "VC++ is old", "with ❤️ and 👍🏽", "a,b", "ok?", "ok!", "Foo™ bar", "½ litre",
      ]
      _ = try await alice.repository.send(texts, to: chat.ownerChat)
      let repository = alice.repository
      for (words, wanted) in [
        ("😀", ["party 😀 now"]), ("👨‍👩‍👧‍👦", ["the family 👨‍👩‍👧‍👦"]), ("👍", ["with ❤️ and 👍🏽"]),
        ("❤", ["with ❤️ and 👍🏽"]), ("❤️ 👍🏽", ["with ❤️ and 👍🏽"]), ("party 😀", ["party 😀 now"]),
        ("now 👍", []), ("C++", ["in C++ or c", "我用C++写"]), ("c+", ["in C++ or c", "我用C++写"]),
        ("C#", ["C# and F#"]), ("don't", ["don’t go"]), ("don’t", ["don’t go"]),
        ("50%", ["50% off"]),
        ("@example", ["mail @example"]), ("src/main.py", ["src/main.py"]), ("ok?", ["ok?"]),
        ("Foo™", ["Foo™ bar"]), ("™", ["Foo™ bar"]), ("½", ["½ litre"]),
        ("++", ["in C++ or c", "我用C++写", "VC++ is old"]), ("🙈", []), ("a,b", ["a,b"]),
      ] as [(String, Set<String>)] {
        #expect(try await found(words, by: repository) == wanted, "\(words)")
      }
      #expect(try await found("src main", by: repository) == ["src/main.py", "src main py"])
      try await world.syncUntilQuiet([alice])
    }
  }

  @Test func `a word is found in each of its spellings`() async throws {
    try await withPair { world, alice, _, chat in
      let texts = [
        "Die Straße", "STRASSE 5", "Straßenpässe", "a ﬁne oﬃce", "fine office", "ＡＢＣ株式会社", "abc",
        "naïve",
      ]
      _ = try await alice.repository.send(texts, to: chat.ownerChat)
      for (words, wanted) in [
        ("strasse", ["Die Straße", "STRASSE 5", "Straßenpässe"]),
        ("Straße", ["Die Straße", "STRASSE 5", "Straßenpässe"]),
        ("strassenpasse", ["Straßenpässe"]), ("straßenpäße", ["Straßenpässe"]),
        ("fine", ["a ﬁne oﬃce", "fine office"]), ("oﬃce", ["a ﬁne oﬃce", "fine office"]),
        ("ABC", ["ＡＢＣ株式会社", "abc"]), ("ａｂｃ", ["ＡＢＣ株式会社", "abc"]), ("NAIVE", ["naïve"]),
      ] as [(String, Set<String>)] {
        #expect(try await found(words, by: alice.repository) == wanted, "\(words)")
      }
      try await world.syncUntilQuiet([alice])
    }
  }

  @Test func `a sign in the name of a file is found`() async throws {
    try await withPair { world, alice, _, chat in
      try await withTemporaryDirectory { directory in
        let file = directory.appending(path: "a+b 😀.txt")
        try Data("text".utf8).write(to: file)
        try await alice.repository.send("see this", attaching: file, to: chat.ownerChat)
      }
      for words in ["a+b", "😀", "see 😀"] {
        #expect(
          try await alice.repository.search(words).map(\.message.text) == ["see this"], "\(words)")
      }
      #expect(try await alice.repository.search("c+").isEmpty)
      try await world.syncUntilQuiet([alice])
    }
  }

  @Test func `a message has a link where an address can be opened`() async throws {
    try await withPair { world, alice, _, chat in
      _ = try await alice.repository.send(
        ["see HTTPS://a.b", "`get http://c.d`", "a:// b", "none"], to: chat.ownerChat)
      var search = MessageSearch()
      search.hasLink = true
      let found = try await alice.repository.search(search, limit: 10).map(\.message.text)
      #expect(found == ["`get http://c.d`", "see HTTPS://a.b"])
      try await world.syncUntilQuiet([alice])
    }
  }
}
