import CloudModel
import CloudRules
import Testing

/// The rules for who may attach which bytes to what, and how often.
@Suite struct AssetReceiptTests {
  @Test func `an upload is attached, read without its receipt, and not saved again`() async throws {
    try await AssetWorld.run { world in
      let asset = try await world.upload("bytes")
      #expect(asset.size == 5)
      #expect(asset.receipt != nil)
      let saved = try world.save("r", ["image": .asset(asset), "n": .int64(1)])
      let read = try #require(saved.fields["image"]?.assets.first)
      #expect(read.fileChecksum == asset.fileChecksum)
      #expect(read.receipt == nil)
      #expect(read.wrappingKey != nil && read.referenceChecksum != nil)
      #expect(try world.refusal(of: read, as: "r") == .invalidArguments)
      let merged = try world.save("r", ["n": .int64(2)])
      #expect(merged.fields["image"] == .asset(read))
    }
  }

  @Test func `a native client may send back what it read, and nothing else`() async throws {
    try await AssetWorld.run { world in
      let native = Caller(userRecordName: world.alice.userRecordName, isNative: true)
      let saved = try world.save("r", ["image": .asset(try await world.upload("bytes"))])
      let read = try #require(saved.fields["image"]?.assets.first)
      #expect(try world.refusal(of: read, as: "r", by: native) == nil)
      #expect(try world.refusal(of: read, as: "other", by: native) == .invalidArguments)
      var changed = read
      changed.size = 4
      #expect(try world.refusal(of: changed, as: "r", by: native) == .invalidArguments)
    }
  }

  @Test func `a receipt is good once`() async throws {
    try await AssetWorld.run { world in
      let asset = try await world.upload("bytes")
      try world.save("a", ["image": .asset(asset)])
      #expect(try world.refusal(of: asset, as: "b") == .invalidArguments)
      #expect(try world.refusal(of: asset, as: "a") == .invalidArguments)
    }
  }

  @Test func `two records of one request cannot share a receipt`() async throws {
    try await AssetWorld.run { world in
      let asset = try await world.upload("bytes")
      let modifications = ["a", "b"].map { name in
        RecordModification(
          .save(
            Record(
              recordType: "Photo", recordID: RecordID(recordName: name, zoneID: world.zoneID),
              fields: ["image": .asset(asset)]), .create))
      }
      let outcomes = try world.service.modifyRecords(
        modifications, atomically: false, by: world.alice, in: .private)
      #expect(outcomes.map { code($0.result) } == [nil, .invalidArguments])
    }
  }

  @Test func `a receipt is for its user, type, field, record, bytes and hour`() async throws {
    try await AssetWorld.run { world in
      let refused = CloudError.Code.invalidArguments
      let asset = try await world.upload("bytes")
      #expect(try world.refusal(of: asset, as: "r", field: "other") == refused)
      #expect(try world.refusal(of: asset, as: "r", recordType: "Other") == refused)
      var forged = asset
      forged.receipt = "forged"
      #expect(try world.refusal(of: forged, as: "r") == refused)
      var larger = asset
      larger.size += 1
      #expect(try world.refusal(of: larger, as: "r") == refused)
      var otherwise = asset
      otherwise.fileChecksum = try await world.upload("other").fileChecksum
      #expect(try world.refusal(of: otherwise, as: "r") == refused)
      let foreign = try await world.upload("bytes", by: world.bob)
      #expect(foreign.fileChecksum == asset.fileChecksum)
      #expect(try world.refusal(of: foreign, as: "r") == refused)
      let elsewhere = try await world.upload("bytes", in: .public)
      #expect(elsewhere.wrappingKey == nil && elsewhere.referenceChecksum == nil)
      #expect(try world.refusal(of: elsewhere, as: "r") == refused)
      let named = try await world.upload(
        "bytes", for: AssetPlace(recordType: "Photo", fieldName: "image", recordName: "mine"))
      #expect(try world.refusal(of: named, as: "r") == refused)
      #expect(try world.refusal(of: named, as: "mine") == nil)
      world.time.advance(seconds: 60 * 60)
      #expect(try world.refusal(of: asset, as: "r") == refused)
    }
  }

  @Test func `a list of assets has a receipt each`() async throws {
    try await AssetWorld.run { world in
      let one = try await world.upload("one")
      let two = try await world.upload("two")
      #expect(throws: CloudError.self) {
        try world.save("r", ["image": .list([.asset(one), .asset(one)])])
      }
      let saved = try world.save("r", ["image": .list([.asset(one), .asset(two)])])
      #expect(saved.assets.map(\.position) == [0, 1])
      #expect(saved.assetBytes == 6)
    }
  }

  @Test func `a stored asset is described anew for another record`() async throws {
    try await AssetWorld.run { world in
      try world.save("a", ["image": .asset(try await world.upload("bytes"))])
      let recordID = RecordID(recordName: "a", zoneID: world.zoneID)
      let copies = try world.service.rereference(
        [(recordID, "image")], by: world.alice, in: .private)
      let copy = try #require(copies.first)
      #expect(try world.refusal(of: copy, as: "b", field: "cover", recordType: "Album") == nil)
      #expect(try world.files().kept == 1)
      for (place, user) in [("image", world.bob), ("other", world.alice)] {
        #expect(throws: CloudError.self) {
          try world.service.rereference([(recordID, place)], by: user, in: .private)
        }
      }
    }
  }

  @Test func `a user has a thousand uploads open at most`() async throws {
    try await AssetWorld.run { world in
      let places = Array(repeating: AssetWorld.place, count: 200)
      for _ in 0..<5 {
        _ = try world.service.prepareUploads(
          for: places, zoneID: world.zoneID, by: world.alice, in: .private)
      }
      let refused = #expect(throws: CloudError.self) { try world.link() }
      #expect(refused?.code == .requestRateLimited)
      #expect(throws: CloudError.self) {
        try world.service.prepareUploads(
          for: places + [AssetWorld.place], zoneID: nil, by: world.bob, in: .private)
      }
      world.time.advance(seconds: 15 * 60)
      _ = try world.link()
    }
  }
}
