import ChatCore
import ChatModel
import ChatStore
import Foundation
import LocalFiles
import TestSupport
import Testing

/// The files of attachments on disk.
struct AssetFolderTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func stage(_ text: String, in folder: AssetFolder, at directory: URL) throws
    -> AssetDigest
  {
    let source = directory.appending(path: "source")
    try Data(text.utf8).write(to: source)
    return try folder.stage(source).digest
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

  @Test func `the least recently used file goes first, and no needed file goes`() async throws {
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
      folder.tidy(needed: [digests[0].text])
      #expect(digests.map(folder.has) == [true, false, true, true])
    }
  }

  @Test func `a copy goes as soon as nobody makes it any more, and not before`() async throws {
    try await withTemporaryDirectory { directory in
      let folder = AssetFolder(directory, limitBytes: 0)
      try Data([1]).write(to: directory.appending(path: ".zonechat-killed.part"))
      let draft = try FileDraft(hiddenIn: directory.path)
      folder.tidy(needed: [])
      let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      #expect(names.count == 1 && names != [".zonechat-killed.part"])
      withExtendedLifetime(draft) {}
    }
  }

  @Test(arguments: [
    "", "../../x", String(repeating: "A", count: 64), String(repeating: "a", count: 63),
  ])
  func `only a digest is a digest`(text: String) {
    #expect(AssetDigest(text) == nil)
  }
}
