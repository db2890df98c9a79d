import CloudCore
import CloudModel
import CloudRules
import Testing

/// A standby without the newest changes has become the primary; servers that have seen the changes go on with it.
///
/// What PostgreSQL does then is written into the tables here; `EndToEndTests/TortureTests` has real failovers.
@Suite struct FailoverTests {
  private static let timeline =
    "UPDATE setting SET value = '7FFFFFFF' WHERE name = 'database.timeline'"

  @Test func `change tokens have expired, and change tags are above those that may be lost`()
    async throws
  {
    try await CourierPair.run { pair in
      let laptop = pair.device("laptop", of: "alice", at: 0)
      try await laptop.makeZone("Z")
      try await laptop.save("r", in: "Z")
      let phone = pair.device("phone", of: "alice", at: 1)
      let database = phone.database(with: .private)
      let zoneID = pair.zoneID("Z", of: "alice")
      typealias Known = (database: ServerChangeToken, zone: ServerChangeToken, tag: String?)
      func known() async throws -> Known {
        let zone = try await database.recordZoneChanges(
          inZoneWith: zoneID, since: nil, desiredKeys: nil, resultsLimit: nil)
        let zones = try await database.databaseChanges(since: nil, resultsLimit: nil)
        return (zones.changeToken, zone.changeToken, zone.modifications.first?.recordChangeTag)
      }
      let before = try await known()
      try pair.run(Self.timeline)
      for device in [laptop, phone] {
        let database = device.database(with: .private)
        let refusals = await [
          #expect(throws: CloudError.self) {
            _ = try await database.databaseChanges(since: before.database, resultsLimit: nil)
          },
          #expect(throws: CloudError.self) {
            _ = try await database.recordZoneChanges(
              inZoneWith: zoneID, since: before.zone, desiredKeys: nil, resultsLimit: nil)
          },
        ]
        #expect(refusals.map { $0?.code } == [.changeTokenExpired, .changeTokenExpired])
      }
      try await laptop.save("r", in: "Z")
      let after = try await known()
      let tags = [before.tag, after.tag].map { $0.flatMap { Int64($0, radix: 36) } ?? 0 }
      #expect(tags[1] > tags[0] + 1, "\(tags)")
      _ = try await database.databaseChanges(since: after.database, resultsLimit: nil)
    }
  }

  @Test func `a user who is lost gets databases anew`() async throws {
    try await CourierPair.run { pair in
      let laptop = pair.device("laptop", of: "alice", at: 0)
      try await laptop.makeZone("Z")
      for table in ["zone", "feed", "feedEntry"] { try pair.run("DELETE FROM \(table)") }
      try pair.run(Self.timeline)
      try await laptop.makeZone("Y")
      let zones = try await laptop.database(with: .private).allRecordZones()
      #expect(Set(zones.map(\.zoneID.zoneName)) == ["Y", RecordZoneID.defaultZoneName])
    }
  }

  @Test func `record types that are lost are used by no server, though their version is back`()
    async throws
  {
    try await CourierPair.run { pair in
      let administrations = pair.servers.map { $0.cloud.administration(of: CourierPair.partition) }
      func names() throws -> [[String]] {
        try administrations.map { try $0.schema().recordTypes.keys.sorted() }
      }
      try administrations[0].importSchema(text: "DEFINE SCHEMA RECORD TYPE Lost (n INT64);")
      let lost = try names()
      try #require(lost[0] == lost[1] && lost[0].contains("Lost"))
      try pair.run("DELETE FROM recordType WHERE name = 'Lost'")
      try pair.run("UPDATE partition SET schemaVersion = schemaVersion - 1")
      try pair.run(Self.timeline)
      try administrations[0].importSchema(text: "DEFINE SCHEMA RECORD TYPE New (n INT64);")
      for names in try names() { #expect(names.contains("New") && !names.contains("Lost")) }
    }
  }
}
