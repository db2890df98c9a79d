import CloudModel
import CloudServer
import Foundation
import Testing

/// Asking for changes costs what changed, not what exists.
///
/// `ZONECHAT_BENCH=full` compares 10 zones of 100 records with 10,000; the ordinary run is smaller.
@Suite(.serialized) struct FeedCostTests {
  /// Zones of the small cloud, of the large one, and records in each zone.
  private static let sizes =
    ProcessInfo.processInfo.environment["ZONECHAT_BENCH"] == "full"
    ? (small: 10, large: 10_000, records: 100) : (small: 10, large: 1000, records: 10)

  @Test func `one change is found and read as fast among many zones as among few`() async throws {
    try await withTemporaryDirectory { directory in
      let small = try Cloud.filled(
        in: directory + "/small", zones: Self.sizes.small, records: Self.sizes.records)
      let large = try Cloud.filled(
        in: directory + "/large", zones: Self.sizes.large, records: Self.sizes.records)
      var round = 0
      let ratio = try timeRatio(
        of: { try large.timeOfOneChange(round) },
        to: {
          round += 1
          return try small.timeOfOneChange(round)
        }, bound: 1.5)
      print("one change among \(Self.sizes.large) zones takes \(ratio) times as long as among 10")
      #expect(ratio <= 1.5)
      try small.store.close()
      try large.store.close()
    }
  }
}

/// A cloud with many zones of one owner, all known to somebody who waits for the next change.
private struct FilledCloud {
  let store: SQLiteStore
  let service: CloudService
  let caller: Caller
  let zones: [RecordZoneID]

  /// The time to find and read one change; each round is another zone's.
  func timeOfOneChange(_ round: Int) throws -> Duration {
    let zoneID = zones[round * 7919 % zones.count]
    let before = try service.databaseChanges(
      since: token(try service.databaseChanges(since: "", by: caller)), resultsLimit: nil,
      by: caller, in: .private)
    let zoneToken = try page(zoneID, since: "").changeToken
    let record = Record(
      recordType: "T", recordID: RecordID(recordName: "r0", zoneID: zoneID),
      fields: ["n": .int64(Int64(round))])
    _ = try service.modifyRecords(
      [RecordModification(.save(record, .forceUpdate))], atomically: true, by: caller,
      in: .private)
    return try ContinuousClock().measure {
      let changes = try service.databaseChanges(
        since: before.changeToken, resultsLimit: nil, by: caller, in: .private)
      try #require(changes.changes == [.modified(zoneID)])
      let page = try page(zoneID, since: zoneToken.rawValue)
      try #require(page.changes.count == 1)
    }
  }

  private func token(_ page: DatabaseChangePage) -> ServerChangeToken { page.changeToken }

  private func page(_ zoneID: RecordZoneID, since token: String) throws -> ZoneChangePage {
    let request = ZoneChangesRequest(
      zoneID: zoneID, changeToken: ServerChangeToken(rawValue: token))
    let pages = try service.zoneChanges([request], by: caller, in: .private)
    return try #require(try pages.first?.result.get())
  }
}

extension CloudService {
  fileprivate func databaseChanges(
    since token: String, by caller: Caller
  ) throws -> DatabaseChangePage {
    try databaseChanges(
      since: ServerChangeToken(rawValue: token), resultsLimit: nil, by: caller, in: .private)
  }
}

extension Cloud {
  /// Written past the rules, in few transactions: what the rules would have left behind.
  fileprivate static func filled(
    in directory: String, zones count: Int, records: Int
  ) throws -> FilledCloud {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let store = try SQLiteStore(.directory(directory))
    let surroundings = Surroundings.deterministic()
    let cloud = Cloud(store: store, surroundings: surroundings, announce: { _ in })
    try cloud.ensureContainer("iCloud.test")
    let partition = Partition(container: "iCloud.test", environment: .development)
    let service = cloud.service(for: partition)
    let caller = Caller(userRecordName: "_owner", isNative: true)
    _ = try service.zones(of: caller, in: .private)
    let zoneIDs = (0..<count).map { RecordZoneID(zoneName: "z\($0)", ownerName: "_owner") }
    for start in stride(from: 0, to: count, by: 500) {
      try store.write(in: partition) { transaction in
        for (index, zoneID) in zoneIDs.enumerated().dropFirst(start).prefix(500) {
          let zone = StoredZone(
            zoneID: zoneID, incarnation: "i\(index)", sequence: Int64(records))
          try transaction.insert(zone)
          for number in 0..<records {
            let record = Record(
              recordType: "T", recordID: RecordID(recordName: "r\(number)", zoneID: zoneID),
              fields: ["n": .int64(0)])
            try transaction.save(
              StoredRecord(
                record: record, changeCount: 1, sequence: Int64(number + 1), isDeleted: false),
              in: zone)
          }
          try transaction.noteChange(
            of: zoneID, deleted: nil, in: "_owner", .private, milliseconds: 0)
        }
      }
    }
    return FilledCloud(store: store, service: service, caller: caller, zones: zoneIDs)
  }
}
