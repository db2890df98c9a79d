import CommandSupport
import Foundation
import Testing

/// A file that a command writes appears when it is whole, and takes nobody's place.
@Suite struct OutputFileTests {
  @Test func `a file that appears meanwhile stays, unless it is to be replaced`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "zonechat-output-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "cloud.tar")
    func write(replacing: Bool) async throws {
      try await OutputFile(url, replacing: replacing, alternative: "").with { write in
        try write(Data("mine".utf8))
        let names = try contents(folder)
        #expect(!names.contains("cloud.tar"))
        try Data("other".utf8).write(to: url)
      }
    }
    await #expect(throws: Failure.self) { try await write(replacing: false) }
    #expect(try String(contentsOf: url, encoding: .utf8) == "other")
    #expect(try contents(folder) == ["cloud.tar"], "no draft")
    try FileManager.default.removeItem(at: url)
    try await write(replacing: true)
    #expect(try String(contentsOf: url, encoding: .utf8) == "mine")
    #expect(try contents(folder) == ["cloud.tar"])
    let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func `nothing is left of a failed write, and a place that is no file is refused`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "zonechat-output-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "cloud.tar")
    await #expect(throws: CancellationError.self) {
      try await OutputFile(url, replacing: false, alternative: "").with { write in
        try write(Data("mine".utf8))
        throw CancellationError()
      }
    }
    #expect(try contents(folder).isEmpty)
    try FileManager.default.createSymbolicLink(
      at: url, withDestinationURL: URL(fileURLWithPath: "/dev/null"))
    await #expect(throws: Failure.self) {
      try await OutputFile(url, replacing: true, alternative: "").with { _ in }
    }
    #expect(try contents(folder) == ["cloud.tar"])
  }

  private func contents(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }
}
