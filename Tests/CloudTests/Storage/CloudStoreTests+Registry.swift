import CloudModel
import CloudRules
import Foundation
import Testing

extension CloudStoreTests {
  @Test(arguments: StoreFactory.all) func `an account is found by its names, whatever their case`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      let registry = world.store
      var alice = StoreWorld.alice
      try registry.readRegistry { reading throws in
        for name in ["alice", "ALICE", "Alice@example.ORG"] {
          #expect(try reading.account(named: name) == alice, "\(name)")
        }
        #expect(try reading.account(named: "nobody") == nil)
        #expect(try reading.account(named: "a b") == nil)
        #expect(try reading.account(userRecordName: "_alice") == alice)
      }
      try world.look { reading, _ throws in
        #expect(try reading.account(named: "aLICE") == alice)
        #expect(try reading.account(userRecordName: "_carol") == StoreWorld.carol)
      }
      for twin in [
        StoredAccount(name: "ALICE", userRecordName: "_a2"),
        StoredAccount(name: "other", userRecordName: "_alice"),
        StoredAccount(name: "o2", userRecordName: "_a3", emailAddress: "ALICE@example.org"),
      ] {
        #expect(throws: StoreError.self) { try registry.writeRegistry { try $0.insert(twin) } }
      }
      let before = alice
      alice.lastName = "Liddell"
      alice.isDiscoverable = false
      try registry.writeRegistry { transaction throws in
        #expect(try transaction.lockAccount(userRecordName: "_alice") == before)
        #expect(try transaction.lockAccount(userRecordName: "_nobody") == nil)
        try transaction.update(alice)
        try transaction.setPassphraseHash("hash", of: "_alice")
      }
      try registry.readRegistry { reading throws in
        #expect(try reading.account(named: "alice") == alice)
        #expect(try reading.passphraseHash(of: "_alice") == "hash")
        #expect(try reading.passphraseHash(of: "_bob") == nil)
        #expect(try reading.census().accounts == 3)
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `an account that is gone keeps its name and nothing else`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      var alice = StoreWorld.alice
      for state in [AccountState.disabled, .ending, .deleted] {
        try world.store.writeRegistry { registry throws in
          alice = try #require(try registry.lockAccount(userRecordName: "_alice"))
          alice.state = state
          try registry.update(alice)
        }
        try world.store.readRegistry { reading throws in
          let found = state == .disabled ? alice : nil
          #expect(try reading.account(named: "ALICE") == found)
          #expect(try reading.account(named: "alice@example.org") == found)
          #expect(try reading.account(userRecordName: "_alice") == alice)
          #expect(try reading.isNameTaken("aLICE"))
          #expect(try !reading.isNameTaken("nobody"))
          #expect(try reading.endingAccounts() == (state == .ending ? [alice] : []))
          #expect(try reading.accountUse(named: "alice")?.account == alice)
        }
        try world.look { reading, _ throws in
          #expect(try reading.account(named: "alice") == (state == .disabled ? alice : nil))
        }
      }
      #expect(try world.store.readRegistry { try $0.census().accounts } == 2)
    }
  }

  @Test(arguments: StoreFactory.all)
  func `accounts are counted with what they use, a page at a time`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.change { transaction, zone throws in
        try transaction.put("a", ["n": .int64(1)], in: &zone)
      }
      try world.store.readRegistry { reading throws in
        let first = try reading.accountUse(after: "", limit: 2)
        #expect(first.map(\.account.name) == ["Alice", "bob"])
        #expect(first.map(\.zones) == [1, 0] && first.map(\.bytes) == [10, 0])
        #expect(first.map(\.sessions) == [0, 0] && first.allSatisfy { $0.lastUsedAt == nil })
        #expect(try reading.accountUse(after: "BOB", limit: 2).map(\.account.name) == ["carol"])
        #expect(try reading.accountUse(named: "nobody") == nil)
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `a user is forgotten in one partition`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.write { transaction throws in
        for user in ["_bob", "_carol"] {
          try transaction.enroll(user, incarnation: "d\(user)")
          try transaction.save(
            Subscription(subscriptionID: "s", kind: .database), of: user, .private)
          try transaction.insert(
            StoredUpload(userRecordName: user, scope: .private, expiresAt: 100))
        }
        try transaction.forget("_bob")
      }
      try world.read { reading throws in
        for (user, isThere) in [("_bob", false), ("_carol", true)] {
          #expect(try reading.subscriptions(of: user, .private).isEmpty != isThere)
          #expect(try reading.uploadCount(of: user, at: 0) == (isThere ? 1 : 0))
        }
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `what administrators did is kept in order`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.store.writeRegistry { registry throws in
        try registry.note(.disable, of: "bob", at: 5)
        try registry.note(.delete, of: "bob", at: 6)
      }
      try world.store.readRegistry { reading throws in
        let all = try reading.administration(after: 0, limit: 10)
        #expect(all.map(\.action) == ["disable", "delete"] && all.map(\.at) == [5, 6])
        #expect(try reading.administration(after: 0, limit: 1) == Array(all.prefix(1)))
        #expect(try reading.administration(after: all[0].id, limit: 10) == [all[1]])
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `a session ends with its token's user, oldest first`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.store.writeRegistry { registry throws in
        for (index, id) in ["s1", "s2", "s3"].enumerated() {
          let ended = try registry.insert(Self.session(id, at: Int64(index)), limit: 2)
          #expect(ended == (index == 2 ? ["s1"] : []))
          try registry.insertToken(hash: [UInt8(index)], of: id, milliseconds: Int64(index) + 10)
        }
        try registry.insert(Self.session("b", of: "_bob"), limit: 2)
        try registry.insertToken(hash: [9], of: "b", milliseconds: 1)
      }
      try world.store.readRegistry { registry throws in
        #expect(try registry.session(forTokenHash: [0]) == nil)
        #expect(try registry.session(forTokenHash: [1])?.id == "s2")
        #expect(try registry.session(forTokenHash: [2]) == Self.session("s3", at: 2, token: 12))
        #expect(try registry.session(forTokenHash: [9])?.userRecordName == "_bob")
        let admission = try registry.admission(
          to: StoreWorld.partition, apiTokenHash: nil, sessionTokenHash: [2])
        #expect(admission.session == Self.session("s3", at: 2, token: 12))
        #expect(admission.partition?.incarnation == "p1" && admission.apiToken == nil)
      }
      try world.store.writeRegistry { registry throws in
        #expect(try registry.takeToken(hash: [2]) == Self.session("s3", at: 2, token: 12))
        #expect(try registry.takeToken(hash: [2]) == nil)
        try registry.deleteSession("b")
      }
      try world.store.readRegistry { registry throws in
        #expect(try registry.session(forTokenHash: [2]) == nil)
        #expect(try registry.session(forTokenHash: [9]) == nil)
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `sessions are listed by their last use, each user's own`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.store.writeRegistry { registry throws in
        for (index, id) in ["s1", "s2"].enumerated() {
          try registry.insert(Self.session(id, at: Int64(index)), limit: 9)
          try registry.insertToken(hash: [UInt8(index)], of: id, milliseconds: Int64(index))
        }
        try registry.insert(Self.session("b", of: "_bob"), limit: 9)
        try registry.insertToken(hash: [9], of: "b", milliseconds: 5)
      }
      try world.store.readRegistry { registry throws in
        #expect(
          try registry.sessions(of: "_alice")
            == [Self.session("s2", at: 1), Self.session("s1", at: 0)])
        #expect(try registry.sessions(of: "_nobody") == [])
      }
      try world.store.writeRegistry { registry throws in
        try registry.noteUse(of: "s1", at: 50, from: "192.0.2.9")
        try registry.noteUse(of: "gone", at: 60, from: "192.0.2.9")
      }
      var used = Self.session("s1", at: 0)
      (used.lastUsedAt, used.device.address) = (50, "192.0.2.9")
      try world.store.readRegistry { registry throws in
        #expect(try registry.sessions(of: "_alice") == [used, Self.session("s2", at: 1)])
        #expect(try registry.session(forTokenHash: [0]) == used)
        #expect(try registry.sessions(of: "_bob").map(\.id) == ["b"])
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `keys belong to a partition and are replaced by name`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      func token(_ name: String, _ hash: UInt8) -> StoredAPIToken {
        StoredAPIToken(
          partition: StoreWorld.partition, name: name, hash: [hash], callbackURL: "app:",
          allowedOrigins: ["https://a", "https://b"], createdAt: 3)
      }
      let key = StoredServerKey(
        partition: StoreWorld.partition, keyID: "k", name: "key", publicKey: Data([1, 2]),
        userRecordName: "_carol", createdAt: 4)
      try world.store.writeRegistry { registry throws in
        try registry.lockContainer("iCloud.store")
        for token in [token("b", 1), token("a", 2), token("b", 3)] { try registry.save(token) }
        try registry.save(key)
      }
      try world.store.readRegistry { registry throws in
        #expect(
          try registry.apiTokens(of: StoreWorld.partition) == [token("a", 2), token("b", 3)])
        #expect(try registry.apiToken(hash: [1]) == nil)
        #expect(try registry.apiToken(hash: [3]) == token("b", 3))
        let elsewhere = Partition(container: "iCloud.other", environment: .development)
        let admission = try registry.admission(
          to: elsewhere, apiTokenHash: [3], sessionTokenHash: nil)
        #expect(admission.apiToken == token("b", 3))
        #expect(admission.partition == nil && admission.session == nil)
        #expect(try registry.serverKeys(of: StoreWorld.partition) == [key])
        #expect(try registry.serverKey(id: "k") == key)
      }
      try world.store.writeRegistry { registry throws in
        try registry.lockContainer("iCloud.store")
        try registry.deleteAPIToken(named: "a", of: StoreWorld.partition)
        try registry.deleteServerKey(id: "k", of: StoreWorld.partition)
        #expect(try registry.apiTokens(of: StoreWorld.partition) == [token("b", 3)])
        #expect(try registry.serverKeys(of: StoreWorld.partition) == [])
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func `partitions share settings and accounts, and nothing else`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      let other = Partition(container: "iCloud.store", environment: .production)
      var settings = PartitionSettings()
      settings.tokenLifetimeSeconds = 60
      try world.store.writeRegistry { registry throws in
        try registry.lockContainer("iCloud.store")
        try registry.insert(
          StoredPartition(partition: other, incarnation: "p2", ownerName: "_public2"))
        try registry.update(settings, of: other)
        #expect(try registry.lockSetting("name") == nil)
        try registry.setSetting("name", to: "one")
        try registry.setSetting("name", to: "two")
      }
      try world.store.readRegistry { registry throws in
        #expect(try registry.setting("name") == "two")
        #expect(try registry.setting("other") == nil)
        #expect(try registry.partitions().map(\.partition) == [StoreWorld.partition, other])
        #expect(try registry.partition(other)?.settings == settings)
        #expect(try registry.partition(StoreWorld.partition)?.settings == PartitionSettings())
      }
      try world.store.read(in: other) { reading throws in
        #expect(reading.partition.incarnation == "p2")
        #expect(try reading.zone(StoreWorld.zoneID) == nil)
        #expect(try reading.zones(ownedBy: "_public2").map(\.isDefault) == [true])
        #expect(try reading.account(named: "bob") == StoreWorld.bob)
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `a reset empties a partition and keeps its keys`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      let partition = StoreWorld.partition
      let production = Partition(container: "iCloud.store", environment: .production)
      let type = RecordTypeDefinition(name: "OfProduction")
      try world.store.writeRegistry { registry throws in
        try registry.lockContainer("iCloud.store")
        try registry.insert(
          StoredPartition(partition: production, incarnation: "p2", ownerName: "_public2"))
        try registry.save(
          StoredAPIToken(partition: partition, name: "a", hash: [1], createdAt: 3))
      }
      try world.change { transaction, zone throws in
        try transaction.put("a", ["n": .int64(1)], in: &zone)
        try transaction.noteChange(
          of: zone.zone.zoneID, deleted: nil, in: "_alice", .private, by: nil, milliseconds: 1)
      }
      try world.store.writeRegistry { registry throws in
        try registry.lockContainer("iCloud.store")
        try registry.reset(partition, incarnation: "again", schema: Schema(recordTypes: [type]))
      }
      try world.read { reading throws in
        #expect(reading.partition.incarnation == "again")
        #expect(try reading.zones(ownedBy: "_alice") == [])
        #expect(try reading.zones(ownedBy: "_public").map(\.incarnation) == ["again"])
        #expect(try reading.feed(of: "_alice", .private).sequence == 0)
        #expect(try reading.usedBytes(of: "_alice") == 0)
        #expect(try reading.storedRecordType(named: "OfProduction") == type)
      }
      #expect(try world.store.readRegistry { try $0.apiTokens(of: partition).count } == 1)
      try world.store.writeRegistry { registry throws in
        try registry.lockContainer("iCloud.store")
        try registry.deleteContainer("iCloud.store")
      }
      #expect(try world.store.readRegistry { try $0.partitions() } == [])
      #expect(throws: StoreError.noSuchPartition(partition)) { try world.read { _ in } }
    }
  }

  // MARK: - Assets

  private static func checksum(_ byte: UInt8) throws -> AssetChecksum {
    try #require(AssetChecksum(bytes: [UInt8](repeating: byte, count: AssetChecksum.length)))
  }

  private static func upload(_ token: UInt8, expiresAt: Int64 = 100) -> StoredUpload {
    StoredUpload(
      userRecordName: "_alice", scope: .private, zone: "z1", recordType: "T", fieldName: "f",
      recordName: "r", tokenHash: [token], expiresAt: expiresAt)
  }

  @Test(arguments: StoreFactory.all) func `an upload is a link, then a receipt, then used`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.write { transaction throws in
        for upload in [Self.upload(1), Self.upload(2, expiresAt: 50)] {
          try transaction.insert(upload)
        }
      }
      let receipt = StoredUpload.Receipt(hash: [8], checksum: try Self.checksum(1), size: 12)
      let id = try world.store.writeRegistry { registry throws in
        #expect(try registry.lockUpload(tokenHash: [7]) == nil)
        let upload = try #require(try registry.lockUpload(tokenHash: [1]))
        #expect(try registry.partition(ofUpload: [1]) == StoreWorld.partition)
        #expect(try !registry.hasAsset(receipt.checksum))
        #expect(try !registry.lockAsset(receipt.checksum))
        let id = try #require(upload.id)
        try registry.storeReceipt(id, receipt, expiresAt: 200)
        return id
      }
      var expected = Self.upload(1, expiresAt: 200)
      (expected.id, expected.receipt) = (id, receipt)
      try world.read { reading throws in
        #expect(try reading.upload(receiptHash: [8]) == expected)
        #expect(try reading.upload(receiptHash: [1]) == nil)
        #expect(try reading.uploadCount(of: "_alice", at: 49) == 2)
        #expect(try reading.uploadCount(of: "_alice", at: 50) == 1)
      }
      try world.store.readRegistry { registry throws in
        #expect(try registry.hasAsset(receipt.checksum))
        #expect(try registry.usage(ofUpload: [1], at: 0)?.unattachedBytes == 12)
        #expect(try registry.usage(ofUpload: [3], at: 0) == nil)
      }
      #expect(try world.write { try $0.takeUpload(id) })
      #expect(try world.write { try !$0.takeUpload(id) })
      #expect(try world.read { try $0.upload(receiptHash: [8]) } == nil)
    }
  }

  @Test(arguments: StoreFactory.all) func `an asset is forgotten when nothing holds it any more`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      let (held, unused) = (try Self.checksum(1), try Self.checksum(2))
      try world.write { transaction throws in
        for token in [UInt8(1), 2] { try transaction.insert(Self.upload(token)) }
      }
      try world.store.writeRegistry { registry throws in
        for (token, checksum) in [(UInt8(1), held), (2, unused)] {
          let id = try #require(try registry.lockUpload(tokenHash: [token])?.id)
          _ = try registry.lockAsset(checksum)
          try registry.storeReceipt(
            id, StoredUpload.Receipt(hash: [token], checksum: checksum, size: 5), expiresAt: 100)
        }
      }
      let record = try world.change { transaction, zone throws in
        let asset = held.asset(size: 5, in: .private)
        let record = try transaction.put("r", ["f": .asset(asset)], in: &zone)
        try transaction.setAssets(record.record.assets, ofRecord: try #require(record.id))
        return record
      }
      try world.store.writeRegistry { registry throws in
        #expect(try !registry.needsAssetSweep(at: 99))
        #expect(try registry.needsAssetSweep(at: 100))
        try registry.deleteUploads(expiredAt: 100)
        let swept = try registry.forgetUnusedAssets(limit: 10)
        #expect(swept.forgotten == [unused])
        #expect(!swept.hasMore)
        #expect(try registry.hasAsset(held))
        #expect(try !registry.hasAsset(unused))
      }
      try world.write { try $0.setAssets([], ofRecord: try #require(record.id)) }
      try world.store.writeRegistry { registry throws in
        #expect(try registry.needsAssetSweep(at: 0))
        #expect(try registry.forgetUnusedAssets(limit: 10).forgotten == [held])
        #expect(try !registry.needsAssetSweep(at: 0))
      }
    }
  }
}
