import CloudModel
import CloudRules
import CloudStorage
import Foundation
import NIOCore
import Testing

/// The bytes of an asset in their file.
@Suite struct SealedFileTests {
  private static let piece = 64 * 1024

  @Test(arguments: [0, 1, piece - 1, piece, piece + 1, 3 * piece, 3 * piece + 17])
  func `a file of any length gives back any part of it`(count: Int) async throws {
    try await AssetWorld.run { world in
      let seed = UInt64.random(in: 0...UInt64.max)
      var random = SplitMix64(seed: seed)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let asset = try await world.assets.receive(
        Self.chunks(of: bytes), contentType: nil, contentLength: Int64(count),
        token: try world.link())
      #expect(asset.size == Int64(count))
      let reader = try #require(try await world.reader(of: asset))
      #expect(reader.size == Int64(count))
      #expect(try reader.all(in: 0..<Int64(count)) == bytes)
      for _ in 0..<20 {
        let start = Int.random(in: 0...count, using: &random)
        let end = Int.random(in: start...count, using: &random)
        #expect(
          try reader.all(in: Int64(start)..<Int64(end)) == Array(bytes[start..<end]),
          "seed \(seed)")
      }
    }
  }

  private static func chunks(of bytes: [UInt8]) -> AsyncStream<ByteBuffer> {
    AsyncStream { continuation in
      for start in stride(from: 0, to: bytes.count, by: 10_007) {
        continuation.yield(ByteBuffer(bytes: bytes[start...].prefix(10_007)))
      }
      continuation.finish()
    }
  }

  @Test func `a file that is cut, longer, changed or another one is damaged`() async throws {
    try await AssetWorld.run { world in
      let asset = try await world.upload(String(repeating: "zone", count: 40_000))
      let other = try await world.upload(String(repeating: "echo", count: 40_000))
      let file = try world.file(of: asset)
      let whole = try Data(contentsOf: file)
      var changed = whole
      changed[whole.count / 2] ^= 1
      let damages: [(String, Data)] = [
        ("empty", Data()), ("cut at a piece", whole.prefix(24 + 65_552 + 16)),
        ("cut", whole.dropLast()), ("longer", whole + [0]), ("changed", changed),
        ("plain", Data(repeating: 7, count: whole.count)),
        ("other", try Data(contentsOf: world.file(of: other)).prefix(24) + whole.dropFirst(24)),
      ]
      for (name, bytes) in damages {
        try bytes.write(to: file)
        await #expect(throws: AssetFailure.damaged, "\(name)") {
          let reader = try #require(try await world.reader(of: asset))
          _ = try reader.all(in: 0..<reader.size)
        }
      }
      try whole.write(to: file)
      #expect(try await world.reader(of: asset) != nil)
    }
  }
}

extension AssetWorld {
  fileprivate func reader(of asset: Asset) async throws -> BlobReader? {
    try await assets.reader(
      of: #require(AssetChecksum(wireForm: asset.fileChecksum)),
      for: AssetHolder(alice, in: service.partition, .private))
  }

  /// The one file whose name is the asset's checksum.
  fileprivate func file(of asset: Asset) throws -> URL {
    let folder = directory + "/assets/sealed"
    let name = try #require(AssetChecksum(wireForm: asset.fileChecksum)).hex
    let path = try #require(
      try FileManager.default.subpathsOfDirectory(atPath: folder).first { $0.hasSuffix(name) })
    return URL(filePath: folder + "/" + path)
  }
}

extension BlobReader {
  fileprivate func all(in range: Range<Int64>) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let next = try read(range.lowerBound + Int64(bytes.count)..<range.upperBound)
      guard next.readableBytes > 0 else { return bytes }
      bytes += next.readableBytesView
    }
  }
}
