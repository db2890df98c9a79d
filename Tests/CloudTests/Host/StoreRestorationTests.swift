import CloudCore
import CloudRules
import CloudStorage
import Foundation
import GRDB
import Testing
import CloudModel

/// Going back to a copy: checked first, with what was there kept.
@Suite struct StoreRestorationTests {
  private struct World {
    var folder: StoreFolder
    var copy: String

    /// A store with the record `a` and an asset, a copy of it, and the record `b` since.
    init(in directory: String) throws {
      folder = try StoreFolder(directory + "/cloud")
      copy = directory + "/copy"
      try folder.save("a")
      let checksum = Data(repeating: 0xAB, count: 20)
      try folder.store.database.write {
        try $0.execute(
          sql: "INSERT INTO asset (checksum, size) VALUES (?, 5)", arguments: [checksum])
      }
      let blobs = folder.directory + "/assets/sealed/ab/ab"
      try FileManager.default.createDirectory(atPath: blobs, withIntermediateDirectories: true)
      try Data("bytes".utf8).write(
        to: URL(filePath: blobs + "/" + String(repeating: "ab", count: 20)))
      _ = try StoreMaintenance(
        store: folder.store, assetsDirectory: folder.directory + "/assets",
        surroundings: .deterministic()
      ).backUp(to: copy, replacing: false)
      try folder.save("b")
      try folder.store.close()
    }

    func restore() throws -> StoreRestoration.Report {
      try StoreRestoration(
        directory: folder.directory, surroundings: .deterministic(seed: 2)
      ).restore(copy)
    }

    /// The names of the records that the store in a folder holds.
    func names(in directory: String? = nil) throws -> [String] {
      let folder = try StoreFolder(directory ?? folder.directory)
      let names = try folder.names()
      try folder.store.close()
      return names
    }
  }

  @Test func `the copy takes the place of the store, which is kept`() async throws {
    try await withTemporaryDirectory { directory in
      let world = try World(in: directory)
      let assets = world.folder.directory + "/assets"
      try FileManager.default.removeItem(atPath: assets + "/sealed/ab")
      let report = try world.restore()
      #expect(report.accounts == 1 && report.zones == 1)
      #expect(report.records == 2 && report.assets == 1)
      #expect(try world.names() == ["a"])
      let bytes = assets + "/sealed/ab/ab/" + String(repeating: "ab", count: 20)
      #expect(try Data(contentsOf: URL(filePath: bytes)) == Data("bytes".utf8))
      let previous = try #require(report.previous)
      #expect(try world.names(in: previous) == ["a", "b"])
      // The copy is as it was, and can be restored again.
      #expect(try world.restore().records == 2)
    }
  }

  @Test func `codes that are open in the copy are taken back`() async throws {
    try await withTemporaryDirectory { directory in
      let folder = try StoreFolder(directory + "/cloud")
      let now = Int64(1_800_000_000_000)
      let codes = [
        StoredCode(
          id: "open", hash: [1], kind: .invitation, createdAt: now, expiresAt: now * 2, uses: 1),
        StoredCode(
          id: "old", hash: [2], kind: .invitation, createdAt: now, expiresAt: now - 1, uses: 1),
        StoredCode(
          id: "used", hash: [3], kind: .invitation, createdAt: now, expiresAt: now * 2, uses: 0),
      ]
      try folder.store.writeRegistry { registry throws in
        for code in codes { try registry.insert(code) }
      }
      let copy = directory + "/copy"
      _ = try folder.store.copy(to: copy)
      try folder.store.close()
      let report = try StoreRestoration(
        directory: folder.directory, surroundings: .deterministic(seed: 2)
      ).restore(copy)
      #expect(report.revokedCodes == 1)
      let store = try StoreFolder(folder.directory).store
      let states = try store.readRegistry { registry throws in
        try registry.codes(of: nil).map {
          "\($0.id) \(AdmissionRules.state(of: $0, at: now, membersInvite: true))"
        }
      }
      #expect(states.sorted() == ["old revoked", "open revoked", "used used"])
      try store.close()
    }
  }

  @Test func `a copy that is not sound changes nothing`() async throws {
    for damage in ["absent", "text", "empty", "rows", "assets"] {
      try await withTemporaryDirectory { directory in
        let world = try World(in: directory)
        let file = URL(filePath: world.copy)
        let expected: (RestoreError) -> Bool
        switch damage {
        case "absent":
          try FileManager.default.removeItem(at: file)
          expected = { $0 == .missing(world.copy) }
        case "text":
          try Data(repeating: 0x41, count: 5000).write(to: file)
          expected = { $0 == .noCopy(world.copy) }
        case "empty":
          try Data().write(to: file)
          expected = { $0 == .noCopy(world.copy) }
        case "rows":
          let queue = try DatabaseQueue(path: world.copy)
          try queue.write { try $0.execute(sql: "UPDATE record SET sequence = sequence + 98") }
          try queue.close()
          expected = { $0.description.contains("every record has a place") }
        default:
          for folder in [world.copy + ".assets", world.folder.directory + "/assets"] {
            try FileManager.default.removeItem(atPath: folder)
          }
          expected = { $0 == .assetsMissing(1, of: 1, folder: world.copy + ".assets") }
        }
        let error = #expect(throws: RestoreError.self) { try world.restore() }
        #expect(error.map(expected) == true, "\(damage): \(String(describing: error))")
        #expect(try world.names() == ["a", "b"])
        let names = try FileManager.default.contentsOfDirectory(atPath: world.folder.directory)
        #expect(!names.contains { $0.hasPrefix("restoring-") || $0.hasPrefix("before-") })
      }
    }
  }
}
