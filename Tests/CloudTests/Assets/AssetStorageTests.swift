import CloudCore
import CloudModel
import CloudRules
import CloudStorage
import Foundation
import NIOCore
import Testing

/// The files on disk, and the times when they are removed.
@Suite struct AssetStorageTests {
  @Test func `bytes are for who has just uploaded them, and for who may see their record`()
    async throws
  {
    try await AssetWorld.run { world in
      func readers(of asset: Asset) async throws -> [Bool] {
        let checksum = try #require(AssetChecksum(wireForm: asset.fileChecksum))
        var found: [Bool] = []
        for (caller, scope) in [
          (world.alice, .private), (world.bob, .private), (world.bob, .shared),
          (world.bob, .public), (.anonymous, .public),
        ] as [(Caller, DatabaseScope)] {
          let holder = AssetHolder(caller, in: world.service.partition, scope)
          found.append(try await world.assets.reader(of: checksum, for: holder) != nil)
        }
        return found
      }
      let forgotten = try await world.upload("forgotten")
      #expect(try await readers(of: forgotten) == [true, false, false, false, false])
      world.time.advance(seconds: 60 * 60)
      #expect(try await readers(of: forgotten) == [false, false, false, false, false])
      let asset = try await world.upload("bytes")
      _ = try world.save("r", ["image": .asset(asset)])
      world.time.advance(seconds: 60 * 60)
      #expect(try await readers(of: asset) == [true, false, false, false, false])
      try world.delete("r")
      #expect(try await readers(of: asset) == [false, false, false, false, false])
    }
  }

  @Test func `the same bytes are kept once, until the last record lets go`() async throws {
    try await AssetWorld.run { world in
      for name in ["a", "b"] {
        try world.save(name, ["image": .asset(try await world.upload("bytes"))])
      }
      #expect(try world.files() == (1, 0))
      try world.delete("a")
      #expect(try world.assets.sweep() == 0)
      #expect(try world.files().kept == 1)
      try world.delete("b")
      #expect(try world.assets.sweep() == 1)
      #expect(try world.files().kept == 0)
    }
  }

  @Test func `bytes go with a replaced field and with the zone`() async throws {
    try await AssetWorld.run { world in
      try world.save("a", ["image": .asset(try await world.upload("one"))])
      try world.save("a", ["image": .asset(try await world.upload("two"))])
      #expect(try world.assets.sweep() == 1)
      try world.save("b", ["image": .asset(try await world.upload("three"))])
      #expect(try world.files().kept == 2)
      _ = try world.service.modifyZones([.delete(world.zoneID)], by: world.alice, in: .private)
      #expect(try world.assets.sweep() == 2)
      #expect(try world.files().kept == 0)
    }
  }

  @Test func `an account that is not active neither reads nor uploads by its links`()
    async throws
  {
    try await AssetWorld.run { world in
      let asset = try await world.upload("bytes")
      try world.save("a", ["image": .asset(asset)])
      let checksum = try #require(AssetChecksum(wireForm: asset.fileChecksum))
      let holder = AssetHolder(world.alice, in: world.service.partition, .private)
      let token = try world.link()
      func set(_ state: AccountState) throws {
        try world.store.writeRegistry { registry throws in
          let found = try registry.lockAccount(userRecordName: world.alice.userRecordName)
          var account = try #require(found)
          account.state = state
          try registry.update(account)
        }
      }
      func isReadable() async throws -> Bool {
        try await world.assets.reader(of: checksum, for: holder) != nil
      }
      func upload() async throws -> Asset {
        try await world.assets.receive(
          world.chunks(["more"]), contentType: nil, contentLength: 4, token: token)
      }
      #expect(try await isReadable())
      for state in [AccountState.disabled, .ending] {
        try set(state)
        #expect(try await !isReadable())
        await #expect(throws: AssetFailure.linkInvalid) { try await upload() }
      }
      try set(.active)
      #expect(try await isReadable())
      #expect(try await upload().size == 4)
    }
  }

  @Test func `a full disk is called one, and nobody is told to leave the cloud alone`()
    async throws
  {
    try await AssetWorld.run { world throws in
      let store = UncommittedStore(world.store)
      let accounts = AccountService(store: store, surroundings: .deterministic())
      store.fail(true)
      let full = #expect(throws: CloudError.self) { try accounts.createAccount(named: "zoe") }
      #expect(full?.code == .serviceUnavailable && full?.retryAfterSeconds == nil)
      #expect(full?.reason.hasPrefix("The cloud's disk is full. ") == true)
      store.fail(false)
      #expect(try accounts.createAccount(named: "zoe").name == "zoe")
    }
  }

  @Test func `bytes stay where the store could not forget them`() async throws {
    try await AssetWorld.run { world in
      try world.save("a", ["image": .asset(try await world.upload("bytes"))])
      try world.delete("a")
      let store = UncommittedStore(world.store)
      let assets = try AssetService(
        store: store, blobs: BlobStore(dataDirectory: world.directory, key: store.atRestKey),
        surroundings: world.time.surroundings(seed: 3))
      store.fail(true)
      #expect(throws: StoreError.diskFull) { try assets.sweep() }
      #expect(try world.files().kept == 1)
      store.fail(false)
      #expect(try assets.sweep() == 1)
      #expect(try world.files().kept == 0)
    }
  }

  @Test func `an upload that nobody attached goes when it expires`() async throws {
    try await AssetWorld.run { world in
      _ = try await world.upload("bytes")
      #expect(try world.assets.sweep() == 0)
      world.time.advance(seconds: 3599)
      #expect(try world.assets.sweep() == 0)
      world.time.advance(seconds: 1)
      #expect(try world.assets.sweep() == 1)
      #expect(try world.files() == (0, 0))
    }
  }

  @Test func `acknowledged files survive a crash, and nothing else does`() async throws {
    try await AssetWorld.run { world in
      let asset = try await world.upload("bytes")
      let folder = world.directory + "/assets"
      for path in ["incoming/half", "sealed/ab/cd/abcd" + String(repeating: "0", count: 36)] {
        let file = URL(filePath: "\(folder)/\(path)")
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("left behind".utf8).write(to: file)
      }
      #expect(try world.files() == (2, 1))
      try world.reopen()
      try world.assets.sweepOrphans()
      #expect(try world.files() == (1, 0))
      #expect(try world.refusal(of: asset, as: "r") == nil)
      #expect(try await world.upload("bytes").fileChecksum == asset.fileChecksum)
    }
  }

  @Test func `a link takes bytes once, for a quarter of an hour`() async throws {
    try await AssetWorld.run { world in
      let link = try world.link()
      let receive = {
        try await world.assets.receive(
          world.chunks(["by", "tes"]), contentType: "image/png", contentLength: 5, token: link)
      }
      #expect(try await receive().size == 5)
      await #expect(throws: AssetFailure.linkInvalid) { _ = try await receive() }
      await #expect(throws: AssetFailure.linkInvalid) {
        try await world.assets.receive(
          world.chunks(["x"]), contentType: nil, contentLength: nil, token: "invented")
      }
      let late = try world.link()
      world.time.advance(seconds: 15 * 60)
      await #expect(throws: AssetFailure.linkInvalid) {
        try await world.assets.receive(
          world.chunks(["x"]), contentType: nil, contentLength: nil, token: late)
      }
      #expect(try world.files() == (1, 0))
    }
  }

  @Test func `an upload that ends early leaves nothing, and its link may be tried again`()
    async throws
  {
    try await AssetWorld.run { world in
      let link = try world.link()
      await #expect(throws: AssetFailure.interrupted) {
        try await world.assets.receive(
          world.chunks(["by"]), contentType: nil, contentLength: 5, token: link)
      }
      await #expect(throws: AssetFailure.interrupted) {
        try await world.assets.receive(
          Chunks(count: 9, failsAt: 5), contentType: nil, contentLength: nil, token: link)
      }
      #expect(try world.files() == (0, 0))
      let asset = try await world.assets.receive(
        world.chunks([]), contentType: nil, contentLength: 0, token: link)
      #expect(asset.size == 0)
    }
  }

  @Test func `bytes are on disk before the next are asked for, and 50 MB are the end`()
    async throws
  {
    try await AssetWorld.run { world in
      let incoming = world.directory + "/assets/incoming"
      let link = try world.link()
      var chunks = Chunks(count: 640)  // 40 MB.
      chunks.onNext = { produced in
        let size = try FileManager.default.contentsOfDirectory(atPath: incoming).map {
          try FileManager.default.attributesOfItem(atPath: "\(incoming)/\($0)")[.size] as? Int64
            ?? 0
        }.reduce(0, +)
        #expect(size == SealedFile.length(of: Int64(produced), withEnd: false))
      }
      let asset = try await world.assets.receive(
        chunks, contentType: nil, contentLength: nil, token: link)
      #expect(asset.size == 640 * Int64(Chunks.length))
      let tooLarge = try world.link()
      await #expect(throws: AssetFailure.tooLarge) {
        try await world.assets.receive(
          Chunks(count: 801), contentType: nil, contentLength: nil, token: tooLarge)
      }
      await #expect(throws: AssetFailure.tooLarge) {
        try await world.assets.receive(
          Chunks(count: 1), contentType: nil, contentLength: 50 * 1024 * 1024 + 1, token: tooLarge)
      }
      #expect(try world.files() == (1, 0))
    }
  }
}

/// A body of equal chunks that is made while it is read.
private struct Chunks: AsyncSequence {
  static let length = 64 * 1024

  var count: Int
  var failsAt = Int.max
  /// Called before each chunk with the bytes that were handed out.
  var onNext: (Int) throws -> Void = { _ in }

  struct AsyncIterator: AsyncIteratorProtocol {
    var chunks: Chunks
    var index = 0

    mutating func next() async throws -> ByteBuffer? {
      try chunks.onNext(index * Chunks.length)
      guard index < chunks.count else { return nil }
      index += 1
      guard index < chunks.failsAt else { throw POSIXError(.ECONNRESET) }
      return ByteBuffer(repeating: UInt8(truncatingIfNeeded: index), count: Chunks.length)
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: self) }
}
