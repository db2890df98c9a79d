import Foundation
import LocalFiles
import TestSupport
import Testing

struct TemporaryPlaceTests {
  @Test func `a folder is made where names are not ASCII, and for this user alone`() async throws {
    try await withTemporaryDirectory { directory in
      let place = directory.appendingPathComponent("Gdańsk", isDirectory: true)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
      let folder = try TemporaryPlace.makeFolder("things", in: place)
      #expect(folder.deletingLastPathComponent().path == place.path)
      #expect(folder.lastPathComponent.hasPrefix("things-"))
      let rights = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions]
      #expect(rights as? NSNumber == 0o700)
      let error = #expect(throws: POSIXError.self) {
        try TemporaryPlace.makeFolder("things", in: place.appendingPathComponent("nowhere"))
      }
      #expect(error?.code == .ENOENT)
    }
  }

  @Test func `a file keeps what is written, and has no name`() throws {
    let file = try TemporaryPlace.openFile("zonechat-test-\(UInt64.random(in: 0 ... .max))")
    try file.write(contentsOf: Data("tea".utf8))
    try file.seek(toOffset: 0)
    #expect(try file.readToEnd() == Data("tea".utf8))
    let name = try FileManager.default.destinationOfSymbolicLink(
      atPath: "/proc/self/fd/\(file.fileDescriptor)")
    #expect(name.hasSuffix(" (deleted)"))
  }
}
