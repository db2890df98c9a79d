import Testing

/// The words for what a person can do: slash commands, the client line by line, the command line.
struct VerbTests {
  /// Words that do more, or something else, on one surface than on another.
  private static let differing: Set = [
    "chats", "delete", "files", "forward", "help", "invite", "open", "pin", "read", "search",
    "undo", "unread",
  ]

  /// A test of the program holds that the page is what it prints.
  @Test func `a word that several surfaces have means the same on all, or is known to differ`()
    throws
  {
    let page = try SourceTree.text("docs/zonechat.1").replacing("\\-", with: "-")
    let lines = page.split(separator: "\n")
    var section = ""
    var sentences: [String: [String]] = [:]
    for (line, next) in zip(lines, lines.dropFirst()) {
      if line.hasPrefix(".SH ") { section = String(line.dropFirst(4)) }
      guard line.hasPrefix(".B "), section == "COMMANDS" || section == "KEYS" else { continue }
      let words = line.dropFirst(3).split(separator: " ")
      let slash = words.first { $0.hasPrefix("/") && $0.dropFirst().first?.isLetter == true }
      guard let name = section == "KEYS" ? slash?.dropFirst() : words.first else { continue }
      sentences[String(name), default: []].append(String(next.dropLast()))
    }
    let shared = sentences.filter { $0.value.count > 1 }
    #expect(shared.count > 40)
    let different = shared.filter { _, sentences in
      // A command line has two commands where a word of the other surfaces does both.
      let order = sentences.min { $0.count < $1.count } ?? ""
      return !sentences.allSatisfy { $0 == order || $0.hasPrefix(order + ", or ") }
    }
    #expect(Set(different.keys) == Self.differing)
  }

  @Test func `no surface repeats in its own list what a verb says`() throws {
    let verbs = try SourceTree.text("Sources/Client/ChatWords/ChatVerb+All.swift")
    let sentences = verbs.matches(of: #/"([A-Z][a-z]+;? [^"]+)"/#).map { String($0.1) }
    #expect(sentences.count > 40)
    #expect(Set(sentences).count == sentences.count)
    for folder in [
      "Client/ChatUI/Actions", "Client/PlainClient/Commands", "Program/zonechat/Commands",
    ] {
      for file in try SourceTree.files(below: "Sources/" + folder) {
        let texts = Set(file.text.split(separator: "\"").map(String.init))
        let copies = sentences.filter { texts.contains($0) || texts.contains($0 + ".") }
        #expect(copies.isEmpty, "\(file.path): \(copies)")
      }
    }
  }
}
