import CloudModel
import Testing

/// Feeds and tokens: what every cloud does, whatever it is reached by.
@Suite struct FeedConformanceTests {
  @Test(arguments: CloudKind.allCases)
  func `a feed has each record once, where its last change is`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      for name in ["a", "b", "c"] {
        try await chat.store(chat.message(name, "1"), by: chat.alice)
      }
      let middle = try await chat.changes(for: chat.alice)
      #expect(middle.lines == ["a 1", "b 1", "c 1"])
      try await chat.store(chat.message("a", "2"), by: chat.alice, .allKeys)
      try await chat.delete("b", by: chat.alice).get()
      #expect(
        try await chat.changes(for: chat.alice, since: middle.token).lines
          == ["a 2", "b deleted"])
      #expect(try await chat.changes(for: chat.alice).lines == ["c 1", "a 2", "b deleted"])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `pages of any size tell the same and end at the same token`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      let records = (0..<7).map { chat.message("m\($0)", "\($0)") }
      _ = try await chat.database(of: chat.alice).modifyRecords(
        saving: records, deleting: [], savePolicy: .allKeys, atomically: true)
      let whole = try await chat.changes(for: chat.alice)
      for limit in [1, 2, 3, 7, 1000] {
        let paged = try await chat.changes(for: chat.alice, limit: limit)
        #expect(paged == whole)
      }
      #expect(try await chat.changes(for: chat.alice, since: whole.token) == ([], whole.token))
      let empty = ServerChangeToken(rawValue: "")
      #expect(try await chat.changes(for: chat.alice, since: empty) == ([], whole.token))
      let zones = try await chat.databaseChanges(for: chat.alice)
      #expect(try await chat.databaseChanges(for: chat.alice, since: empty) == ([], zones.token))
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `zones stand in the database feed in the order of their last change`(
    kind: CloudKind
  ) async throws {
    try await kind.withChat { chat in
      let other = RecordZoneID(zoneName: "other", ownerName: chat.alice.userRecordName)
      _ = try await chat.database(of: chat.alice).modifyRecordZones(
        saving: [RecordZone(zoneID: other)], deleting: [])
      #expect(try await chat.databaseChanges(for: chat.alice, limit: 1).zones == ["chat", "other"])
      try await chat.store(chat.message("m1", "one"), by: chat.alice)
      let changes = try await chat.databaseChanges(for: chat.alice)
      #expect(changes.zones == ["other", "chat"])
      #expect(
        try await chat.databaseChanges(for: chat.alice, since: changes.token)
          == ([], changes.token))
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a string that is no token of this feed is refused`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      try await chat.store(chat.message("m1", "one"), by: chat.alice)
      let zoneToken = try await chat.changes(for: chat.alice).token
      let databaseToken = try await chat.databaseChanges(for: chat.alice).token
      func zoneError(_ text: String) async -> CloudError? {
        await #expect(throws: CloudError.self) {
          try await chat.changes(for: chat.alice, since: ServerChangeToken(rawValue: text))
        }
      }
      let unknown = CloudError(.invalidArguments, "Unknown sync continuation type")
      let damaged = CloudError(.invalidArguments, "Invalid continuation format")
      #expect(await zoneError("nonsense!") == unknown)
      #expect(await zoneError(databaseToken.rawValue) == unknown)
      #expect(await zoneError(String(zoneToken.rawValue.dropLast(4))) == damaged)
      let whole = await #expect(throws: CloudError.self) {
        try await chat.databaseChanges(for: chat.alice, since: zoneToken)
      }
      #expect(whole == unknown)
      let bob = try await chat.cloud.signUp("bob")
      let foreign = await #expect(throws: CloudError.self) {
        try await bob.database(with: .private).databaseChanges(
          since: databaseToken, resultsLimit: nil)
      }
      #expect(foreign?.code == .changeTokenExpired)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a page has the fields that are wanted, and tombstones say their type`(
    kind: CloudKind
  ) async throws {
    try await kind.withChat { chat in
      var record = chat.message("m1", "one")
      record["count"] = .int64(1)
      try await chat.store(record, by: chat.alice)
      try await chat.store(chat.message("m2", "two"), by: chat.alice)
      try await chat.delete("m2", by: chat.alice).get()
      let page = try await chat.database(of: chat.alice).recordZoneChanges(
        inZoneWith: chat.zoneID, since: nil, desiredKeys: ["count"], resultsLimit: nil)
      #expect(page.modifications.map(\.fields) == [["count": .int64(1)]])
      #expect(
        page.deletions == [
          .init(
            recordID: RecordID(recordName: "m2", zoneID: chat.zoneID), recordType: "Message",
            recordChangeTag: "2")
        ])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `the default zone and the public database have no feed`(kind: CloudKind) async throws {
    try await kind.run { cloud in
      let alice = try await cloud.signUp("alice")
      let zoneID = RecordZoneID(
        zoneName: RecordZoneID.defaultZoneName, ownerName: alice.userRecordName)
      let zone = await #expect(throws: CloudError.self) {
        try await alice.database(with: .private).recordZoneChanges(
          inZoneWith: zoneID, since: nil, desiredKeys: nil, resultsLimit: nil)
      }
      #expect(zone?.reason == "cannot get changes in default zone")
      let database = await #expect(throws: CloudError.self) {
        try await alice.database(with: .public).databaseChanges(since: nil, resultsLimit: nil)
      }
      #expect(database?.code == .badDatabase)
    }
  }
}
