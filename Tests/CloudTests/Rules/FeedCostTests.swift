import CloudCore
import CloudModel
import CloudRules
import CloudStorage
import Foundation
import GRDB
import TestSupport
import Testing

/// Asking for changes costs what changed, not what exists.
@Suite(.serialized) struct FeedCostTests {
  @Test func `one change is found and read as fast among 10,000 zones as among 10`() async throws {
    try await withTemporaryDirectory { directory in
      let small = try FilledCloud(directory + "/small", zones: 10, records: 100)
      let large = try FilledCloud(directory + "/large", zones: 10_000, records: 100)
      var round = 0
      let ratio = try timeRatio(
        of: { try large.timeOfOneChange(round) },
        to: {
          round += 1
          return try small.timeOfOneChange(round)
        }, bound: 1.5)
      print("one change among 10,000 zones of 100 records takes \(ratio) times as long as among 10")
      #expect(ratio <= 1.5)
      try small.store.close()
      try large.store.close()
    }
  }
}

/// A cloud with many zones of one owner, all known to somebody who waits for the next change.
private final class FilledCloud {
  let store: SQLiteStore
  private let service: CloudService
  private let caller = Caller(userRecordName: "_owner", isNative: true)
  private let count: Int
  private var token: ServerChangeToken?

  init(_ directory: String, zones count: Int, records: Int) throws {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    store = try SQLiteStore(.directory(directory))
    let cloud = Cloud(store: store, surroundings: .deterministic(), announce: { _ in })
    try cloud.ensureContainer("iCloud.test")
    service = cloud.service(
      for: Partition(container: "iCloud.test", environment: .development))
    self.count = count
    let first = Self.zoneID(0)
    _ = try service.modifyZones([.create(first)], by: caller, in: .private)
    try save((0..<records).map { "r\($0)" }, 0, in: first)
    try Self.copyFirstZone(times: count - 1, in: directory + "/cloud.sqlite")
    var isAtEnd = false
    var found = 0
    while !isAtEnd {
      let page = try changes()
      found += page.changes.count
      isAtEnd = !page.moreComing
    }
    try #require(found == count)
  }

  /// Adds the rows that as many zones made by the rules would have left in the tables that feeds read.
  private static func copyFirstZone(times count: Int, in path: String) throws {
    let database = try DatabaseQueue(path: path)
    try database.write { database in
      try database.execute(
        sql: """
          CREATE TEMP TABLE copy AS WITH RECURSIVE c(i) AS (
            SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < \(count)) SELECT i FROM c;
          INSERT INTO zone (incarnation, partition, ownerName, zoneName, sequence, tokenEpoch)
          SELECT incarnation || i, partition, ownerName, 'z' || i, sequence, tokenEpoch
          FROM copy, zone WHERE zoneName = 'z0';
          INSERT INTO record (zone, recordName, recordType, changeCount, sequence, isDeleted, fields,
            bytes, createdAt, createdBy, modifiedAt, modifiedBy)
          SELECT zone || i, recordName, recordType, changeCount, record.sequence, isDeleted, fields,
            0, createdAt, createdBy, modifiedAt, modifiedBy
          FROM copy, zone JOIN record ON record.zone = zone.incarnation WHERE zoneName = 'z0'
          ORDER BY i;
          INSERT INTO feedEntry (partition, userRecordName, scope, ownerName, zoneName, sequence,
            changedAt)
          SELECT partition, userRecordName, scope, ownerName, 'z' || i, sequence + i, changedAt
          FROM copy, feedEntry WHERE zoneName = 'z0';
          UPDATE feed SET sequence = sequence + \(count) WHERE (partition, userRecordName, scope) IN
            (SELECT partition, userRecordName, scope FROM feedEntry WHERE zoneName = 'z0');
          """)
    }
    try database.close()
  }

  private static func zoneID(_ number: Int) -> RecordZoneID {
    RecordZoneID(zoneName: "z\(number)", ownerName: "_owner")
  }

  /// The time to find and read one change; each round is another zone's.
  func timeOfOneChange(_ round: Int) throws -> Duration {
    let zoneID = Self.zoneID(round * 7919 % count)
    let zoneToken = try page(zoneID, since: nil).changeToken
    try save(["r0"], round, in: zoneID)
    return try ContinuousClock().measure {
      try #require(DatabaseChanges(try changes()).modifications == [zoneID])
      try #require(try page(zoneID, since: zoneToken).changes.count == 1)
    }
  }

  private func save(_ names: [String], _ value: Int, in zoneID: RecordZoneID) throws {
    let saves = names.map { name in
      RecordModification(
        .save(
          Record(
            recordType: "T", recordID: RecordID(recordName: name, zoneID: zoneID),
            fields: ["n": .int64(Int64(value))]), .forceUpdate))
    }
    let results = try service.modifyRecords(saves, atomically: true, by: caller, in: .private)
    for outcome in results { _ = try outcome.result.get() }
  }

  /// The next page of the database's feed.
  private func changes() throws -> DatabaseChangePage {
    let page = try service.databaseChanges(
      since: token, resultsLimit: nil, by: caller, in: .private)
    token = page.changeToken
    return page
  }

  private func page(
    _ zoneID: RecordZoneID, since token: ServerChangeToken?
  ) throws -> ZoneChangePage {
    let request = ZoneChangesRequest(zoneID: zoneID, changeToken: token)
    let pages = try service.zoneChanges([request], by: caller, in: .private)
    return try #require(try pages.first?.result.get())
  }
}
