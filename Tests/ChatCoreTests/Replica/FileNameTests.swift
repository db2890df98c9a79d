import ChatCore
import ChatModel
import CloudModel
import Foundation
import Testing
import TestSupport

/// The names under which others' files are shown and saved.
struct FileNameTests {
  @Test(arguments: [
    ("photo.png", "photo.png"), ("/etc/passwd", "passwd"), ("..\\..\\evil.exe", "evil.exe"),
    ("..", "file"), ("", "file"), ("a\u{1b}[31mb\n", "a[31mb"), (" . ", "file"),
    ("../", "file"), (".bashrc", "bashrc"), ("-rf", "rf"), ("--output=x", "output=x"),
    ("~root", "root"), (".-. x", "x"), ("...", "file"), ("\u{202E}gpj.exe", "gpj.exe"),
    ("a\u{200B}b\u{2066}c\u{FEFF}.txt", "abc.txt"), ("\u{200B}.profile", "profile"),
    ("a\u{9B}2Jb", "a2Jb"), ("a\u{2028}b\u{85}c", "abc"), ("con", "file con"),
    ("NUL.txt", "file NUL.txt"), ("x. . ", "x"), ("tag\u{E0041}.txt", "tag.txt"),
    ("a/\u{301}b", "b"), ("a\\\u{200D}b", "b"), (".\u{301}bashrc", "bashrc"), ("-\u{200D}rf", "rf"),
    ("\u{200D}", "file"), ("\u{FE0F}.x", "x"), ("x.\u{200D}", "x"),
    ("con.\u{301}x", "file con.\u{301}x"),
    ("$(touch pwned)", "$(touch pwned)"), ("👩‍🚀.png", "👩‍🚀.png"), ("Übung 日本.pdf", "Übung 日本.pdf"),
  ])
  func `a name leads nowhere, hides nothing and is no option`(claimed: String, safe: String) {
    #expect(FileName.safe(claimed) == safe)
    #expect(FileName.safe(safe) == safe, "once is enough")
  }

  @Test func `long names are cut between characters, and keep what they end in`() {
    let name = FileName.safe(String(repeating: "🎈", count: 100))
    #expect(name.utf8.count <= 255 && name.allSatisfy { $0 == "🎈" })
    let photo = FileName.safe(String(repeating: "é", count: 5_000) + ".jpeg")
    #expect(photo.utf8.count <= 255 && photo.hasSuffix("é.jpeg"))
    let marks = FileName.safe("a" + String(repeating: "\u{301}", count: 400_000))
    #expect(marks.utf8.count <= 255)
  }

  /// A replica of alice's with a file of hers that is called as a test wants.
  private func save(
    _ claimed: String, times: Int = 1, in folder: URL
  ) async throws -> [String] {
    var saved: [String] = []
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      alice.discard()
      let chat = try await alice.repository.createChat(title: "Files")
      let source = folder.appending(path: "source")
      try Data("new".utf8).write(to: source)
      let id = try await alice.repository.send("", attaching: source, to: chat)
      try await rename(claimed, in: alice)
      try FileManager.default.removeItem(at: source)
      for _ in 0..<times {
        let place = try #require(try await alice.repository.saveAttachment(of: id, to: folder))
        #expect(try Data(contentsOf: place) == Data("new".utf8))
        saved.append(place.lastPathComponent)
      }
    }
    return saved
  }

  /// As a replica of an older version has the name.
  private func rename(_ name: String, in device: Device) async throws {
    try await device.execute("UPDATE message SET fileName = '\(name)'")
  }

  @Test func `nothing is overwritten, and no link is followed`() async throws {
    try await withTemporaryDirectory { directory in
      let folder = directory.appending(path: "home")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let old = folder.appending(path: "notes.tar.gz")
      try Data("old".utf8).write(to: old)
      let outside = directory.appending(path: "outside")
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: "notes.tar (2).gz"), withDestinationURL: outside)
      #expect(
        try await save("notes.tar.gz", times: 2, in: folder)
          == ["notes.tar (3).gz", "notes.tar (4).gz"])
      #expect(try Data(contentsOf: old) == Data("old".utf8))
      #expect(!FileManager.default.fileExists(atPath: outside.path))
    }
  }

  @Test func `a file that an older version has kept is saved under a safe name too`() async throws {
    try await withTemporaryDirectory { folder in
      let before = folder.deletingLastPathComponent()
      #expect(try await save("../.bash_profile", in: folder) == ["bash_profile"])
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names == ["bash_profile"])
      #expect(
        !FileManager.default.fileExists(atPath: before.appending(path: ".bash_profile").path))
    }
  }

  @Test func `a place that somebody names is taken only where it is free`() async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      alice.discard()
      let chat = try await alice.repository.createChat(title: "Files")
      let source = alice.directory.appending(path: "source")
      try Data("new".utf8).write(to: source)
      let id = try await alice.repository.send("", attaching: source, to: chat)
      let link = alice.directory.appending(path: "link")
      try FileManager.default.createSymbolicLink(
        at: link, withDestinationURL: alice.directory.appending(path: "nowhere"))
      for place in [source, link] {
        await #expect(throws: ChatError.fileExists(path: place.path)) {
          try await alice.repository.saveAttachment(of: id, to: place)
        }
      }
      let nowhere = alice.directory.appending(path: "nowhere/at/all")
      await #expect(throws: ChatError.self) {
        try await alice.repository.saveAttachment(of: id, to: nowhere)
      }
    }
  }
}
