import CloudCore
import CloudModel
import CloudRules
import CloudStorage
import Foundation
import NIOCore
import Testing

/// The bytes that a person may leave with the cloud although no record holds them.
@Suite struct UploadQuotaTests {
  private func quota(_ bytes: Int64, in world: AssetWorld) {
    world.conditions.setLimits(CloudLimitSettings(quotaBytes: bytes))
  }

  /// Uploads so many bytes, each time others; how it ended.
  private func upload(
    _ count: Int, _ world: AssetWorld, by caller: Caller? = nil, in scope: DatabaseScope = .private,
    fill: Int = 0
  ) async throws -> AssetFailure? {
    do {
      let text = String(repeating: "x", count: count - 4) + String(format: "%04d", fill)
      _ = try await world.upload(text, by: caller, in: scope)
      return nil
    } catch let failure as AssetFailure {
      return failure
    }
  }

  @Test func `an unattached upload counts until it is attached, or until its receipt expires`()
    async throws
  {
    try await AssetWorld.run { world in
      quota(10_000, in: world)
      #expect(try await upload(6000, world) == nil)
      #expect(try await upload(5000, world) == .quotaExceeded)
      #expect(try await upload(6000, world, by: world.bob, in: .shared) == nil)
      let asset = try await world.upload(String(repeating: "y", count: 3000))
      _ = try world.save("r", ["image": .asset(asset)])
      // 6000 wait, and a little more than 3000 are stored.
      #expect(try await upload(1000, world, fill: 1) == .quotaExceeded)
      #expect(try await upload(700, world, fill: 2) == nil)
      world.time.advance(seconds: 60 * 60)
      #expect(try await upload(6000, world, fill: 3) == nil)
      #expect(try await upload(2000, world, fill: 4) == .quotaExceeded)
      try world.delete("r")
      #expect(try await upload(2000, world, fill: 5) == nil)
    }
  }

  @Test func `a participant in another's zone needs own room only for unattached uploads`()
    async throws
  {
    try await AssetWorld.run { world in
      quota(10_000, in: world)
      let asset = try await world.upload(String(repeating: "y", count: 9000))
      _ = try world.save("r", ["image": .asset(asset)])
      #expect(try await upload(5000, world) == .quotaExceeded)
      #expect(try await upload(9000, world, in: .shared) == nil)
      #expect(try await upload(2000, world, in: .shared, fill: 1) == .quotaExceeded)
    }
  }

  @Test func `uploads at the same time take no more than one after another`() async throws {
    try await AssetWorld.run { world in
      quota(1000, in: world)
      let (assets, links) = (world.assets, try (0..<20).map { _ in try world.link() })
      let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
        for (number, link) in links.enumerated() {
          group.addTask {
            do {
              let body = AsyncStream<ByteBuffer> { continuation in
                for _ in 0..<3 {
                  continuation.yield(ByteBuffer(repeating: UInt8(number), count: 100))
                }
                continuation.finish()
              }
              _ = try await assets.receive(
                body, contentType: nil, contentLength: 300, token: link)
              return true
            } catch AssetFailure.quotaExceeded {
              return false
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes.count { $0 } == 3)
      #expect(try world.files() == (3, 0))
      // Nothing is held against the user that did not come.
      #expect(try await upload(100, world) == nil)
      #expect(try await upload(300, world, fill: 9) == .quotaExceeded)
    }
  }

  @Test func `an interrupted upload counts while it may go on`() async throws {
    try await AssetWorld.run { world in
      quota(1000, in: world)
      let link = try world.link()
      await #expect(throws: AssetFailure.interrupted) {
        try await world.assets.receive(
          world.chunks([String(repeating: "x", count: 700)]), from: 0, contentLength: 800,
          token: link)
      }
      #expect(try await upload(400, world) == .quotaExceeded)
      #expect(try await upload(300, world) == nil)
      world.time.advance(seconds: 15 * 60)
      try world.assets.sweep()
      #expect(try await upload(700, world, fill: 1) == nil)
    }
  }

  @Test func `one's unfinished uploads push out one's own, not another's`() async throws {
    try await AssetWorld.run { world in
      let bobs = try world.link(by: world.bob)
      try await breakOff(bobs, world)
      var links: [String] = []
      for _ in 0...CloudLimits.unfinishedUploadsPerUser {
        world.time.advance(seconds: 1)
        links.append(try world.link())
        try await breakOff(links[links.count - 1], world)
      }
      #expect(try world.files() == (0, CloudLimits.unfinishedUploadsPerUser + 1))
      #expect(try await world.assets.state(ofLink: bobs).uploadOffset == 1)
      #expect(try await world.assets.state(ofLink: links[0]).uploadOffset == 0)
      #expect(try await world.assets.state(ofLink: links[1]).uploadOffset == 1)
      let asset = try await world.assets.receive(
        world.chunks(["bytes"]), from: 0, contentLength: 5, token: links[0])
      #expect(asset.size == 5)
    }
  }

  @Test func `when all places for unfinished uploads are taken, the user with most gives one`()
    async throws
  {
    try await AssetWorld.run { world in
      let each = CloudLimits.unfinishedUploadsPerUser
      for number in 0..<CloudLimits.unfinishedUploads / each {
        for _ in 0..<each { try await breakOff(try world.link(by: world.guest(number)), world) }
      }
      let bobs = try world.link(by: world.bob)
      try await breakOff(bobs, world)
      #expect(try await world.assets.state(ofLink: bobs).uploadOffset == 1)
      #expect(try world.files() == (0, CloudLimits.unfinishedUploads))
    }
  }

  private func breakOff(_ link: String, _ world: AssetWorld) async throws {
    await #expect(throws: AssetFailure.interrupted) {
      try await world.assets.receive(world.chunks(["b"]), from: 0, contentLength: 5, token: link)
    }
  }
}
