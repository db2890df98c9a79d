import CloudKitCore
import Foundation
import TestSupport
import Testing

/// Folders of fetched assets: those of processes that are gone are removed, and nothing else.
@Suite struct AssetStagingTests {
  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func write(_ text: String, to file: URL) throws {
    try Data(text.utf8).write(to: file)
  }

  @Test func `a folder is its user's alone, and goes with its process`() async throws {
    try await withTemporaryDirectory { parent in
      let staging = AssetStaging(in: parent)
      let (one, other) = (try staging.newFile(), try staging.newFile())
      #expect(one != other)
      #expect(one.deletingLastPathComponent() == other.deletingLastPathComponent())
      let folder = one.deletingLastPathComponent()
      let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions]
      #expect((mode as? NSNumber)?.intValue == 0o700)
      try write("bytes", to: one)
      staging.remove()
      #expect(try names(in: parent).isEmpty)
    }
  }

  @Test func `the files of a killed process are removed, and those of a living one are not`()
    async throws
  {
    try await withTemporaryDirectory { parent in
      // Nobody has locked this one: its process is gone.
      let left = parent.appending(path: AssetStaging.prefix + "left")
      try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
      try write("bytes", to: left.appending(path: "asset"))
      let living = AssetStaging(in: parent)
      let file = try living.newFile()
      try write("bytes", to: file)
      #expect(!FileManager.default.fileExists(atPath: left.path))
      let next = AssetStaging(in: parent)
      defer { next.remove() }
      _ = try next.newFile()
      #expect(try String(contentsOf: file, encoding: .utf8) == "bytes")
      living.remove()
    }
  }

  @Test func `links, files and other folders stay`() async throws {
    try await withTemporaryDirectory { parent in
      let target = parent.appending(path: "target")
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
      try write("mine", to: target.appending(path: "file"))
      let link = parent.appending(path: AssetStaging.prefix + "link")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
      let file = parent.appending(path: AssetStaging.prefix + "file")
      try write("mine", to: file)
      let staging = AssetStaging(in: parent)
      _ = try staging.newFile()
      staging.remove()
      #expect(
        try names(in: parent)
          == [AssetStaging.prefix + "file", AssetStaging.prefix + "link", "target"])
      #expect(try names(in: target) == ["file"])
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder to somebody else"))
  func `another user's folder stays`() async throws {
    try await withTemporaryDirectory { parent in
      let theirs = parent.appending(path: AssetStaging.prefix + "theirs")
      try FileManager.default.createDirectory(at: theirs, withIntermediateDirectories: true)
      #expect(chown(theirs.path, 65_534, 65_534) == 0)
      let staging = AssetStaging(in: parent)
      _ = try staging.newFile()
      staging.remove()
      #expect(try names(in: parent) == [AssetStaging.prefix + "theirs"])
    }
  }

  @Test func `processes that begin together do not remove each other's folders`() async throws {
    try await withTemporaryDirectory { parent in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<200 {
          group.addTask {
            let staging = AssetStaging(in: parent)
            defer { staging.remove() }
            let file = try staging.newFile()
            try Data("\(number)".utf8).write(to: file)
            // Others begin meanwhile.
            await Task.yield()
            return try String(contentsOf: file, encoding: .utf8) == "\(number)"
          }
        }
        for try await isKept in group { #expect(isKept) }
      }
      #expect(try names(in: parent).isEmpty)
    }
  }
}
