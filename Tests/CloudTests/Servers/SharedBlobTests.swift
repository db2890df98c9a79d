import CloudPostgres
import CloudRules
import Foundation
import Testing

/// The bytes of assets in the store that several servers share.
@Suite struct SharedBlobTests {
  @Test func `bytes are an asset's from its transaction on, and stay for an hour after it`()
    async throws
  {
    try await CourierPair.run { pair in
      let (one, other) = (pair.servers[0].store, pair.servers[1].store)
      let checksum = try #require(AssetChecksum(bytes: 1...20))
      let blob = try one.beginBlob()
      for (number, bytes) in [Data([1, 2]), Data([3])].enumerated() {
        try one.addChunk(bytes, number: number, to: blob)
      }
      #expect(try other.blob(of: checksum) == nil)
      try one.writeRegistry { registry in
        _ = try registry.lockAsset(checksum)
        try registry.keepBlob(blob, of: checksum)
      }
      let found = try #require(try other.blob(of: checksum))
      #expect(found.blob == blob)
      #expect(found.length == 3)
      #expect(
        try [0, 1, 2].map { try other.chunk($0, of: blob) } == [Data([1, 2]), Data([3]), nil])
      try other.writeRegistry { registry in
        _ = try registry.lockAsset(checksum)
        try registry.removeBlob(of: checksum)
      }
      #expect(try one.blob(of: checksum) == nil)
      try one.removeLeftovers()
      #expect(try one.chunk(0, of: blob) == Data([1, 2]))
      try pair.run("UPDATE blob SET changedAt = 0")
      try one.removeLeftovers()
      #expect(try one.chunk(0, of: blob) == nil)
      #expect(try pair.rows(of: "blob").isEmpty)
    }
  }

  @Test func `bytes that were received twice are kept once, and those of a forgotten asset go`()
    async throws
  {
    try await CourierPair.run { pair in
      let store = pair.servers[0].store
      let checksum = try #require(AssetChecksum(bytes: 1...20))
      let blobs = try [store.beginBlob(), store.beginBlob()]
      for blob in blobs {
        try store.writeRegistry { registry in
          _ = try registry.lockAsset(checksum)
          try registry.keepBlob(blob, of: checksum)
        }
      }
      #expect(try store.blob(of: checksum)?.blob == blobs[1])
      // No transaction has made it an asset: its server ended before it could remove the bytes.
      try pair.run("UPDATE blob SET changedAt = 0")
      try store.removeLeftovers()
      #expect(try store.blob(of: checksum) == nil)
    }
  }
}
