import CloudModel
import CloudRules
import Foundation
import Synchronization
import Testing

/// Every promise of `CloudStore` and of the protocols of its transactions, for every engine.
///
/// `StoreFactory` lists the engines. This file is about transactions; each extension beside it is about
/// one subject.
@Suite struct CloudStoreTests {
  private struct Stop: Error {}

  @Test(arguments: StoreFactory.all) func `a transaction reads its own writes`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.change { transaction, zone throws in
        try transaction.prefetchRecords(named: ["a", "b"], in: zone.zone)
        #expect(try transaction.record(named: "a", in: zone.zone) == nil)
        let saved = try transaction.put("a", ["n": .int64(1)], in: &zone)
        #expect(saved.id != nil)
        #expect(try transaction.record(named: "a", in: zone.zone) == saved)
        try transaction.bury("a", in: &zone)
        #expect(try transaction.record(named: "a", in: zone.zone)?.isDeleted == true)
        #expect(try transaction.records(in: zone.zone, after: 0, limit: 9).names == ["a"])
        try transaction.update(&zone)
        #expect(try transaction.zone(zone.zone.zoneID)?.sequence == 2)
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `a transaction that throws leaves nothing`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.change { try $0.put("kept", ["n": .int64(1)], in: &$1) }
      let before = try Everything(in: world)
      #expect(throws: Stop.self) {
        try world.change { transaction, zone throws in
          try transaction.put("new", ["n": .int64(2)], in: &zone)
          try transaction.put("kept", ["n": .string("other type")], type: "U", in: &zone)
          try transaction.save(
            StoredShare(publicPermission: .readOnly, participants: []), of: zone)
          try transaction.save(
            Subscription(subscriptionID: "s", kind: .database), of: "_alice", .private)
          try transaction.noteChange(
            of: zone.zone.zoneID, deleted: nil, in: "_alice", .private, by: nil, milliseconds: 1)
          try transaction.enroll("_carol", incarnation: "c")
          try transaction.insert(
            StoredUpload(userRecordName: "_alice", scope: .private, tokenHash: [1], expiresAt: 9))
          try transaction.update(&zone)
          throw Stop()
        }
      }
      #expect(throws: Stop.self) {
        try world.store.writeRegistry { registry throws in
          _ = try registry.lockSetting("name")
          try registry.setSetting("name", to: "value")
          try registry.insert(StoredAccount(name: "dave", userRecordName: "_dave"))
          throw Stop()
        }
      }
      #expect(try Everything(in: world) == before)
    }
  }

  /// Everything that a transaction could have changed.
  private struct Everything: Equatable {
    var zone: StoredZone
    var records: [StoredRecord]
    var shares: [StoredShare]
    var subscriptions: [Subscription]
    var feed: StoredFeed
    var feedEntries: [StoredFeed.Entry]
    var usedBytes: Int64
    var zonesOfCarol: [StoredZone]
    var schema: Schema
    var uploads: Int
    var setting: String?
    var census: Census

    init(in world: StoreWorld) throws {
      let common = try world.store.readRegistry { (try $0.setting("name"), try $0.census()) }
      self = try world.look { try Everything($0, $1, setting: common.0, census: common.1) }
    }

    private init(
      _ reading: any CloudReading, _ zone: StoredZone, setting: String?, census: Census
    ) throws {
      self.zone = zone
      records = try reading.records(in: zone, after: 0, limit: 9)
      shares = try reading.shares(of: zone)
      subscriptions = try reading.subscriptions(of: "_alice", .private)
      feed = try reading.feed(of: "_alice", .private)
      feedEntries = try reading.feedEntries(of: "_alice", .private, after: 0, limit: 9)
      usedBytes = try reading.usedBytes(of: "_alice")
      zonesOfCarol = try reading.zones(ownedBy: "_carol")
      schema = try reading.storedSchema()
      uploads = try reading.uploadCount(of: "_alice", at: 0)
      self.setting = setting
      self.census = census
    }
  }

  @Test(arguments: StoreFactory.kept) func `a write that returned is there after a restart`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.change { transaction, zone throws in
        try transaction.put("a", ["n": .int64(1), "text": .string("some words")], in: &zone)
        try transaction.noteChange(
          of: zone.zone.zoneID, deleted: nil, in: "_alice", .private, by: nil, milliseconds: 1)
      }
      let before = try Everything(in: world)
      #expect(try Everything(in: world.reopened()) == before)
    }
  }

  @Test(arguments: StoreFactory.all) func `a partition that there is not is an error of its own`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      let other = Partition(container: "iCloud.store", environment: .production)
      #expect(throws: StoreError.noSuchPartition(other)) {
        try world.store.read(in: other) { _ in }
      }
      #expect(throws: StoreError.noSuchPartition(other)) {
        try world.store.write(in: other) { _ in }
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `a closed store refuses every call`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.store.close()
      #expect(throws: StoreError.self) { try world.look { _, _ in } }
      #expect(throws: StoreError.self) { try world.change { _, _ in } }
      #expect(throws: StoreError.self) { try world.store.readRegistry { try $0.setting("a") } }
      #expect(throws: StoreError.self) {
        try world.store.writeRegistry { _ = try $0.lockSetting("a") }
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `writers at the same time lose no number of a feed`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      let (writers, turns) = (8, 12)
      let failures = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: writers) { writer in
        for turn in 0..<turns {
          do {
            try world.change { transaction, zone throws in
              try transaction.put("\(writer)-\(turn)", in: &zone)
              try transaction.noteChange(
                of: zone.zone.zoneID, deleted: nil, in: "_bob", .shared, by: nil, milliseconds: 1)
            }
          } catch {
            failures.withLock { $0.append("\(error)") }
          }
        }
      }
      #expect(failures.withLock(\.self) == [])
      try world.look { reading, zone throws in
        let all = Int64(writers * turns)
        #expect(zone.sequence == all)
        #expect(
          try reading.records(in: zone, after: 0, limit: 1000).map(\.sequence) == Array(1...all))
        #expect(try reading.feed(of: "_bob", .shared).sequence == all)
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `a read sees one state, whatever is written meanwhile`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      // Each write gives both records the same number; a read must never find two numbers.
      let torn = Mutex<[String]>([])
      try world.change { transaction, zone throws in
        for name in ["a", "b"] { try transaction.put(name, ["n": .int64(0)], in: &zone) }
      }
      DispatchQueue.concurrentPerform(iterations: 6) { part in
        for turn in 1...20 {
          do {
            if part.isMultiple(of: 2) {
              try world.change { transaction, zone throws in
                let number = FieldValue.int64(Int64(part * 100 + turn))
                for name in ["a", "b"] { try transaction.put(name, ["n": number], in: &zone) }
              }
            } else {
              try world.look { reading, zone throws in
                let a = try reading.record(named: "a", in: zone)
                let b = try reading.records(in: zone, after: 0, limit: 9).last
                let head = try reading.zone(StoreWorld.zoneID)?.sequence
                if a?.record["n"] != b?.record["n"] || head != zone.sequence
                  || b?.sequence != zone.sequence
                {
                  torn.withLock { $0.append("\(String(describing: a)) \(String(describing: b))") }
                }
              }
            }
          } catch {
            torn.withLock { $0.append("\(error)") }
          }
        }
      }
      #expect(torn.withLock(\.self) == [])
    }
  }

  @Test(arguments: StoreFactory.all) func `one of many that take the same token gets it`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.store.writeRegistry { registry throws in
        try registry.insert(Self.session("s"), limit: 9)
        try registry.insertToken(hash: [7], of: "s", milliseconds: 5)
      }
      let winners = Mutex(0)
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        // An engine may refuse a transaction that came too late.
        let taken = try? world.store.writeRegistry { try $0.takeToken(hash: [7]) }
        if taken?.id == "s" { winners.withLock { $0 += 1 } }
      }
      #expect(winners.withLock(\.self) == 1)
    }
  }

  static func session(
    _ id: String, of user: String = "_alice", at time: Int64 = 5, token: Int64? = nil
  ) -> StoredSession {
    StoredSession(
      id: id, partition: StoreWorld.partition, userRecordName: user, isLongLived: true,
      device: SessionDevice(name: "phone", address: "192.0.2.1"), createdAt: time,
      tokenCreatedAt: token ?? time, lastUsedAt: time)
  }
}
