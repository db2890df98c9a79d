import CloudCore
import CloudModel
import CloudRules
import Testing

/// What one of two servers does, or has, that the other is not told of.
@Suite struct BadWeatherTests {
  @Test func `a container that one server resets begins anew at the other too`() async throws {
    try await CourierPair.run { pair in
      let phone = pair.device("phone", of: "alice", at: 1)
      try await phone.makeZone("Z")
      let database = phone.database(with: .private)
      let token = try await database.databaseChanges(since: nil, resultsLimit: nil).changeToken
      try ContainerService(cloud: pair.servers[0].cloud, clientSecret: "secret")
        .reset(CourierPair.partition)
      let error = await #expect(throws: CloudError.self) {
        _ = try await database.databaseChanges(since: token, resultsLimit: nil)
      }
      #expect(error?.code == .changeTokenExpired)
      // Its user is made anew, and its schema is that of production, which has no types.
      try await phone.makeZone("Y")
      let zones = try await database.allRecordZones()
      #expect(Set(zones.map(\.zoneID.zoneName)) == ["Y", RecordZoneID.defaultZoneName])
      let schema = try pair.servers[1].cloud.administration(of: CourierPair.partition).schema()
      #expect(schema.recordTypes["Note"] == nil)
    }
  }

  @Test func `servers whose clocks are five minutes apart give one order of changes`() async throws
  {
    try await CourierPair.run(clocksApart: 300) { pair in
      let devices = [0, 1].map { pair.device("device-\($0)", of: "alice", at: $0) }
      try await devices[0].makeZone("Z")
      let zoneID = pair.zoneID("Z", of: "alice")
      var token: ServerChangeToken?
      for number in 0..<10 {
        let (writer, reader) = (devices[number % 2], devices[(number + 1) % 2])
        try await writer.save("r\(number)", in: "Z")
        let changes = try await reader.database(with: .private).recordZoneChanges(
          inZoneWith: zoneID, since: token, desiredKeys: nil, resultsLimit: nil)
        #expect(changes.modifications.map(\.recordID.recordName) == ["r\(number)"])
        token = changes.changeToken
      }
    }
  }
}
