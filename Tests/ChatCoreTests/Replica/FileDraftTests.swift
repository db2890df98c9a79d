import Foundation
import LocalFiles
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// A file that is written has its name when it is whole, and a process that is killed leaves nothing of it.
struct FileDraftTests {
  private func names(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func `a file that is written has no name, so that nothing is left of it`() async throws {
    try await withTemporaryDirectory { folder in
      let draft = try FileDraft(in: folder)
      try draft.write(Data(repeating: 1, count: 100_000))
      #expect(try names(folder).isEmpty)
      #expect(try draft.take(folder.path + "/a"))
      #expect(try names(folder) == ["a"])
      #expect(try Data(contentsOf: folder.appending(path: "a")).count == 100_000)
    }
  }

  @Test(arguments: [false, true])
  func `a name that is taken stays as it is, unless it is to be replaced`(isHidden: Bool)
    async throws
  {
    try await withTemporaryDirectory { folder in
      func draft() throws -> FileDraft {
        isHidden ? try FileDraft(hiddenIn: folder.path) : try FileDraft(in: folder)
      }
      let target = folder.appending(path: "a")
      do {
        let first = try draft()
        try first.write(Data("one".utf8))
        #expect(try first.take(target.path))
        let second = try draft()
        try second.write(Data("two".utf8))
        #expect(try !second.take(target.path))
        #expect(try String(contentsOf: target, encoding: .utf8) == "one")
        try second.replace(target.path)
        #expect(try String(contentsOf: target, encoding: .utf8) == "two")
      }
      #expect(try names(folder) == ["a"])
      let mode = try FileManager.default.attributesOfItem(atPath: target.path)[.posixPermissions]
      #expect(mode as? Int == 0o600)
    }
  }

  @Test func `a hidden file of a process that was killed goes with the next, and no other`()
    async throws
  {
    try await withTemporaryDirectory { folder in
      for name in [".zonechat-killed.part", ".zonechat-other", "x.part", ".zonechat-link.part"] {
        let path = folder.path + "/" + name
        if name.contains("link") {
          #expect(symlink("x.part", path) == 0)
        } else {
          try Data([1]).write(to: URL(filePath: path))
        }
      }
      let written = try FileDraft(hiddenIn: folder.path)
      try written.write(Data([1]))
      _ = try FileDraft(in: folder)
      let left = try names(folder)
      #expect(left.count == 4 && !left.contains(".zonechat-killed.part"), "\(left)")
      #expect(try written.take(folder.path + "/a"))
    }
  }

  @Test func `a draft that has its name does not take the next one away`() async throws {
    try await withTemporaryDirectory { folder in
      let target = folder.path + "/a"
      try Data().write(to: URL(filePath: target))
      var first: FileDraft? = try FileDraft(hiddenIn: folder.path)
      try first?.replace(target)
      let second = try FileDraft(hiddenIn: folder.path)
      first = nil
      #expect(try names(folder).count == 2)
      #expect(try second.take(folder.path + "/b"))
      #expect(try names(folder).contains("b"))
    }
  }

  @Test func `a folder that is missing is the reason`() async throws {
    try await withTemporaryDirectory { folder in
      let error = #expect(throws: POSIXError.self) {
        try FileDraft(in: folder.appending(path: "none"))
      }
      #expect(error?.code == .ENOENT)
    }
  }

  @Test func `the system says how much is free, of folders that are there`() throws {
    #expect(try #require(DiskSpace.free(at: "/")) >= 0)
    #expect(DiskSpace.free(at: "/there/is/no/such/folder") == nil)
  }
}
