import CloudModel
import Testing

/// Zones: what every cloud does, whatever it is reached by.
@Suite struct ZoneConformanceTests {
  @Test(arguments: CloudKind.allCases)
  func `creating a zone twice is one zone`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      let token = try await chat.databaseChanges(for: chat.alice).token
      let again = try await chat.database(of: chat.alice).modifyRecordZones(
        saving: [RecordZone(zoneID: chat.zoneID)], deleting: [])
      #expect(try again.saveResults[chat.zoneID]?.get().zoneID == chat.zoneID)
      #expect(try await chat.databaseChanges(for: chat.alice, since: token).zones == [])
      let zones = try await chat.database(of: chat.alice).allRecordZones()
      #expect(zones.map(\.zoneID.zoneName) == ["_defaultZone", "chat"])
      let listed = try #require(zones.last?.changeToken)
      #expect(try await chat.changes(for: chat.alice).token == listed)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `only good names in one's own private database make zones`(kind: CloudKind) async throws {
    try await kind.run { cloud in
      let alice = try await cloud.signUp("alice")
      let bob = try await cloud.signUp("bob")
      func create(
        _ name: String, owner: any CloudContainer, _ scope: DatabaseScope
      ) async throws -> CloudError.Code? {
        let zoneID = RecordZoneID(zoneName: name, ownerName: owner.userRecordName)
        let results = try await alice.database(with: scope).modifyRecordZones(
          saving: [RecordZone(zoneID: zoneID)], deleting: [])
        return code(results.saveResults[zoneID])
      }
      #expect(try await create("a", owner: alice, .private) == nil)
      #expect(try await create("a", owner: bob, .private) == .permissionFailure)
      #expect(try await create("a", owner: alice, .shared) == .badDatabase)
      #expect(try await create("_defaultZone", owner: alice, .private) == .invalidArguments)
      #expect(try await create("", owner: alice, .private) == .invalidArguments)
      #expect(try await create("\n", owner: alice, .private) == .invalidArguments)
      let whole = await #expect(throws: CloudError.self) {
        try await create("a", owner: alice, .public)
      }
      #expect(whole?.code == .badDatabase)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a deleted zone is gone, and created anew it begins a new life`(
    kind: CloudKind
  ) async throws {
    try await kind.withChat { chat in
      let database = chat.database(of: chat.alice)
      try await chat.store(chat.message("m1", "one"), by: chat.alice)
      let old = try await chat.changes(for: chat.alice).token
      let deleted = try await database.modifyRecordZones(saving: [], deleting: [chat.zoneID])
      #expect(code(deleted.deleteResults[chat.zoneID]) == nil)
      #expect(try await chat.databaseChanges(for: chat.alice).zones == ["-chat"])
      #expect(code(try await chat.save(chat.message("m2", "two"), by: chat.alice)) == .zoneNotFound)
      let again = try await database.modifyRecordZones(saving: [], deleting: [chat.zoneID])
      #expect(code(again.deleteResults[chat.zoneID]) == .zoneNotFound)
      let gone = await #expect(throws: CloudError.self) { try await chat.changes(for: chat.alice) }
      #expect(gone?.code == .zoneNotFound)
      _ = try await database.modifyRecordZones(
        saving: [RecordZone(zoneID: chat.zoneID)], deleting: [])
      #expect(try await chat.databaseChanges(for: chat.alice).zones == ["chat"])
      #expect(try await chat.changes(for: chat.alice).lines == [])
      let expired = await #expect(throws: CloudError.self) {
        try await chat.changes(for: chat.alice, since: old)
      }
      #expect(expired?.code == .changeTokenExpired)
      let kept = try await database.modifyRecordZones(
        saving: [],
        deleting: [
          RecordZoneID(
            zoneName: RecordZoneID.defaultZoneName, ownerName: chat.alice.userRecordName)
        ])
      #expect(kept.deleteResults.values.map { code($0) } == [.invalidArguments])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `zones are looked up one by one, each with what it can do and its share`(
    kind: CloudKind
  ) async throws {
    try await kind.withChat { chat in
      let bob = try await chat.join("bob")
      let plain = RecordZoneID(zoneName: "plain", ownerName: chat.alice.userRecordName)
      let nowhere = RecordZoneID(zoneName: "nowhere", ownerName: chat.alice.userRecordName)
      let standard = RecordZoneID(
        zoneName: RecordZoneID.defaultZoneName, ownerName: chat.alice.userRecordName)
      let own = chat.alice.database(with: .private)
      _ = try await own.modifyRecordZones(saving: [RecordZone(zoneID: plain)], deleting: [])
      let found = try await own.recordZones(for: [chat.zoneID, nowhere, standard, plain])
      #expect(found.count == 4)
      let shared = try #require(try found[chat.zoneID]?.get())
      #expect(shared.shareRecordName == RecordID.zoneWideShareName)
      #expect(shared.capabilities == [.fetchChanges, .atomic, .sharing, .zoneWideSharing])
      #expect(try await chat.changes(for: chat.alice).token == shared.changeToken)
      #expect(try found[plain]?.get().shareRecordName == nil)
      #expect(try found[standard]?.get() == RecordZone(zoneID: standard))
      #expect(try found[standard]?.get().capabilities == [])
      #expect(code(found[nowhere]) == .zoneNotFound)
      #expect(
        try await own.allRecordZones()
          == [standard, chat.zoneID, plain].map { try found[$0]?.get() })
      let joined = try await bob.database(with: .shared).recordZones(for: [chat.zoneID, plain])
      #expect(try joined[chat.zoneID]?.get().shareRecordName == RecordID.zoneWideShareName)
      #expect(code(joined[plain]) == .zoneNotFound)
      let wrong = try await bob.database(with: .private).recordZones(for: [chat.zoneID])
      #expect(code(wrong[chat.zoneID]) == .zoneNotFound)
      let open = try await bob.database(with: .public).recordZones(for: [standard, plain])
      #expect(try open[standard]?.get().capabilities == [])
      #expect(code(open[plain]) == .zoneNotFound)
      #expect(try await own.recordZones(for: []).isEmpty)
      let many = await #expect(throws: CloudError.self) {
        try await own.recordZones(for: Array(repeating: plain, count: 201))
      }
      #expect(many?.code == .limitExceeded)
    }
  }
}
