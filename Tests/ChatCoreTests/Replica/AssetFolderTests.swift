import ChatCore
import ChatModel
import Foundation
import ReplicaFiles
import Testing
import TestSupport

/// The files of attachments on disk.
struct AssetFolderTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func stage(_ text: String, in folder: AssetFolder, at directory: URL) throws
    -> AssetDigest
  {
    let source = directory.appending(path: "source")
    try Data(text.utf8).write(to: source)
    return try folder.stage(source, unique: text).digest
  }

  @Test func `the same bytes are one file, named after what they are`() async throws {
    try await withTemporaryDirectory { directory in
      let folder = AssetFolder(directory.appending(path: "assets"))
      let first = try stage("abc", in: folder, at: directory)
      #expect(
        first.text == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
      #expect(try stage("abc", in: folder, at: directory) == first)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.directory.path)
      #expect(names == [first.text])
    }
  }

  @Test func `what was used longest ago goes first, and nothing that is needed`() async throws {
    try await withTemporaryDirectory { directory in
      let folder = AssetFolder(directory.appending(path: "assets"), limitBytes: 7)
      var digests: [AssetDigest] = []
      for (age, text) in ["aaa", "bbb", "ccc", "ddd"].enumerated() {
        let digest = try stage(text, in: folder, at: directory)
        try FileManager.default.setAttributes(
          [.modificationDate: now.addingTimeInterval(Double(age) - 100)],
          ofItemAtPath: folder.file(digest).path)
        digests.append(digest)
      }
      folder.tidy(needed: [digests[0].text], now: now)
      #expect(digests.map(folder.has) == [true, false, true, true])
    }
  }

  @Test func `a copy that was never finished goes after an hour`() async throws {
    try await withTemporaryDirectory { directory in
      let folder = AssetFolder(directory)
      for (name, age) in [("old.new", 3700.0), ("young.new", 60)] {
        let file = directory.appending(path: name)
        try Data([1]).write(to: file)
        try FileManager.default.setAttributes(
          [.modificationDate: now.addingTimeInterval(-age)], ofItemAtPath: file.path)
      }
      folder.tidy(needed: [], now: now)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["young.new"])
    }
  }

  @Test(arguments: [
    "", "../../x", String(repeating: "A", count: 64), String(repeating: "a", count: 63),
  ])
  func `only a digest is a digest`(text: String) {
    #expect(AssetDigest(text) == nil)
  }
}
