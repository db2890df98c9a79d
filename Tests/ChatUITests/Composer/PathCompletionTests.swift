import ChatModel
import ChatUI
import ChatWords
import Foundation
import TestSupport
import Testing

/// Files and folders that are completed behind a command.
struct PathCompletionTests {
  private static let commands = [ChatVerb.attach, .save]

  /// The arguments that a command gets, after its folder was read.
  private func paths(_ text: String) async throws -> [String] {
    let characters = Array(text)
    let input = CompletionInput(characters, cursor: characters.count, commands: Self.commands)
    var reading = CompletionReading()
    var facts = CompletionFacts(commands: Self.commands)
    for need in reading.wanted(for: CompletionSources.needs(of: input)) {
      guard case .folder(let query) = need else { continue }
      reading.take(.folder(await FolderListing.read(query)))
    }
    facts.folder = reading.folder
    let completion = CompletionSources.completion(of: input, with: facts)
    return completion?.candidates.map { String($0.replacement) } ?? []
  }

  private func withFolder(_ body: (String) async throws -> Void) async throws {
    try await withTemporaryDirectory { folder in
      let names = ["notes.txt", "Notes 2.txt", ".secret", "a\nb\u{1b}.txt", "ev\u{202e}txt.exe"]
      for name in names { try Data().write(to: folder.appending(path: name)) }
      for name in ["nest", ".git"] {
        try FileManager.default.createDirectory(
          at: folder.appending(path: name), withIntermediateDirectories: false)
      }
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: "newest"), withDestinationURL: folder.appending(path: "nest"))
      try await body(folder.path + "/")
    }
  }

  @Test func `files and folders are completed; folders end in a slash`() async throws {
    try await withFolder { folder in
      let found = try await paths("/attach \(folder)n")
      #expect(
        found == ["nest/", "newest/", "Notes 2.txt", "notes.txt"].map { folder + $0 })
      #expect(try await paths("/save \(folder)n") == ["nest/", "newest/"].map { folder + $0 })
      #expect(try await paths("/attach \(folder)x").isEmpty)
      #expect(try await paths("/attach /nowhere/at/all/").isEmpty)
    }
  }

  @Test func `hidden files are offered only behind a dot`() async throws {
    try await withFolder { folder in
      #expect(try await paths("/attach \(folder)").count == 6)
      let hidden = try await paths("/attach \(folder).")
      #expect(hidden == [".git/", ".secret"].map { folder + $0 })
    }
  }

  @Test func `a name that cannot be typed is written so that it is read back`() async throws {
    try await withFolder { folder in
      for text in try await paths("/attach \(folder)") {
        let path = PathText.read(text)
        #expect(FileManager.default.fileExists(atPath: path), "\(text)")
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F })
        #expect(PathText.written(path) == text)
      }
    }
  }

  @Test(arguments: [
    ("a b.txt", "a b.txt"), ("it's", "it's"), (" x", "$' x'"), ("a\\b", "$'a\\\\b'"),
    ("'a'", "$'\\'a\\''"), ("a\u{7}é", "$'a\\x07\\xc3\\xa9'"), ("é", "é"), ("$'x'", "$'$\\'x\\''"),
  ])
  func `a path is written plainly where it can be`(path: String, text: String) {
    #expect(PathText.written(path) == text)
    #expect(PathText.read(text) == path)
  }

  @Test(arguments: [
    ("'/tmp/my file'", "/tmp/my file"), ("/tmp/my\\ file", "/tmp/my file"),
    ("\"/tmp/my file\"", "/tmp/my file"), ("$'a\\x09/'b c", "a\t/b c"), ("$'a", "a"), ("\\", "\\"),
    ("$'\\xzz'", "xzz"), ("", ""),
  ])
  func `the text that a terminal inserts for a dragged file is understood`(
    text: String, path: String
  ) {
    #expect(PathText.read(text) == path)
  }

  @Test(arguments: [
    ("file:///tmp/%C3%BCbung%201%25.txt", "/tmp/übung 1%.txt"), ("file:/tmp/a", "/tmp/a"),
    ("file://localhost/tmp/a%23b", "/tmp/a#b"), ("FILE:///tmp/a", "/tmp/a"),
    ("file://elsewhere/tmp/a", nil), ("file:a", nil), ("file:///a%00b", nil), ("file:///%FF", nil),
    ("files:///tmp/a", nil), ("/tmp/a", nil), ("https://a.b/c", nil),
  ])
  func `an address of a file names a path on this device only`(text: String, path: String?) {
    #expect(FileAddress.path(of: text) == path)
    if let path {
      #expect(PathText.file(text).path == path)
      #expect(PathText.file("'\(text)'").path == path)
      #expect(FileAddress.file(text).path == path)
    }
  }

  @Test func `a path that a terminal has inserted is the whole text and has a file`() async throws {
    try await withTemporaryDirectory { folder in
      let file = folder.appending(path: "my photo.png")
      try Data().write(to: file)
      let path = file.path
      for text in [
        path, path.replacing(" ", with: "\\ "), "'\(path)'", "\"\(path)\" ",
        "file://" + path.replacing(" ", with: "%20"), PathText.written(path),
      ] {
        #expect(PathText.droppedFile(text)?.path == path, "\(text)")
      }
      for text in [
        folder.path, path + "x", "see \(path)", "\(path)\n\(path)", "photo.png", "", "/",
      ] {
        #expect(PathText.droppedFile(text) == nil, "\(text)")
      }
    }
  }

  @Test func `the home is the one that the environment names`() {
    #expect(PathText.inHome("~/x", home: "/elsewhere") == "/elsewhere/x")
    #expect(PathText.inHome("~", home: "/elsewhere") == "/elsewhere")
    #expect(PathText.inHome("a/~/x", home: "/elsewhere") == "a/~/x")
    #expect(PathText.home.map { PathText.file("~/x").path == $0 + "/x" } ?? true)
  }

  @Test func `the home is known by its sign`() async throws {
    let input = CompletionInput(Array("/save ~"), cursor: 7, commands: Self.commands)
    #expect(
      CompletionSources.needs(of: input) == [.folder(FolderQuery(folder: "~/", prefix: ""))])
  }

  @Test func `a huge folder is read in part, and again for more letters`() async throws {
    try await withTemporaryDirectory { folder in
      for number in 0..<700 {
        try Data().write(to: folder.appending(path: "file\(number)"))
      }
      let all = FolderQuery(folder: folder.path + "/", prefix: "")
      let listing = await FolderListing.read(all)
      #expect(listing.entries.count == 500)
      #expect(listing.isCut)
      var reading = CompletionReading()
      #expect(reading.wanted(for: [.folder(all)]) == [.folder(all)])
      let narrow = FolderQuery(folder: all.folder, prefix: "file69")
      #expect(reading.wanted(for: [.folder(narrow)]).isEmpty, "one folder at a time")
      reading.take(.folder(listing))
      #expect(reading.wanted(for: [.folder(narrow)]) == [.folder(narrow)])
      reading.take(.folder(await FolderListing.read(narrow)))
      #expect(reading.folder?.entries.count == 11)
      #expect(reading.wanted(for: [.folder(narrow)]).isEmpty)
    }
  }

  @Test func `a folder that is not needed any more is forgotten, and read anew`() {
    var reading = CompletionReading()
    #expect(reading.wanted(for: [.people, .acquaintances]) == [.acquaintances])
    #expect(reading.wanted(for: [.acquaintances]).isEmpty)
    reading.take(.acquaintances([Person(account: "eva")]))
    #expect(reading.wanted(for: [.acquaintances]).isEmpty)
    #expect(reading.wanted(for: []).isEmpty)
    #expect(reading.wanted(for: [.acquaintances]) == [.acquaintances])
  }
}
