import CloudModel
import Foundation
import Testing

/// Users and their records: what every cloud does, whatever it is reached by.
@Suite struct UserConformanceTests {
  @Test(arguments: CloudKind.allCases)
  func `users know who they are, and find each other`(kind: CloudKind) async throws {
    try await kind.run { cloud in
      let alice = try await cloud.signUp("alice")
      let bob = try await cloud.signUp("bob")
      #expect(
        try await bob.currentUserIdentity()
          == UserIdentity(
            userRecordName: bob.userRecordName, accountName: "bob", givenName: "bob",
            lookupName: "bob"))
      let byName = UserLookup.emailAddress("BOB")
      let byRecord = UserLookup.userRecordName(bob.userRecordName)
      let missing: [UserLookup] = [
        .emailAddress("nobody@example.com"), .userRecordName("_nobody"), .userRecordName("bob"),
        .phoneNumber("+15550100"), .emailAddress("b\u{0}ob"), .emailAddress(""),
      ]
      let found = try await alice.userIdentities(for: [byName, byRecord] + missing)
      #expect(found.count == 8)
      var expected = UserIdentity(
        userRecordName: bob.userRecordName, accountName: "bob", givenName: "bob",
        lookupName: "BOB")
      #expect(try found[byName]?.get() == expected)
      expected.lookupName = nil
      #expect(try found[byRecord]?.get() == expected)
      for lookup in missing { #expect(code(found[lookup]) == .unknownItem, "\(lookup)") }
      #expect(try await alice.userIdentities(for: []).isEmpty)
      let many = await #expect(throws: CloudError.self) {
        try await alice.userIdentities(for: Array(repeating: byName, count: 201))
      }
      #expect(many?.code == .limitExceeded)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a user's record is read by all and saved by its user`(kind: CloudKind) async throws {
    try await kind.run { cloud in
      let alice = try await cloud.signUp("alice")
      let bob = try await cloud.signUp("bob")
      let zoneID = RecordZoneID(
        zoneName: RecordZoneID.defaultZoneName, ownerName: RecordZoneID.currentUserDefaultName)
      let recordID = RecordID(recordName: alice.userRecordName, zoneID: zoneID)
      func read(_ reader: any CloudContainer) async throws -> Record {
        let found = try await reader.database(with: .public).records(
          for: [recordID], desiredKeys: nil)
        return try #require(try found[recordID]?.get())
      }
      func save(_ record: Record, by user: any CloudContainer) async throws -> Result<
        Record, CloudError
      > {
        let results = try await user.database(with: .public).modifyRecords(
          saving: [record], deleting: [], savePolicy: .ifServerRecordUnchanged, atomically: false)
        return try #require(results.saveResults[record.recordID])
      }
      var record = try await read(alice)
      #expect(record.recordType == "Users")
      #expect(record.creatorUserRecordName == alice.userRecordName)
      #expect(record.creationDate != nil)
      record["nickname"] = .string("al")
      let saved = try await save(record, by: alice).get()
      #expect(saved["nickname"] == .string("al"))
      record = try await read(bob)
      #expect(record == saved)
      record["nickname"] = .string("from bob")
      #expect(code(try await save(record, by: bob)) == .permissionFailure)
      // As a client names it that has made the record itself.
      record.recordID = recordID
      record["nickname"] = .string("ally")
      #expect(try await save(record, by: alice).get()["nickname"] == .string("ally"))
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `while nobody is signed in, the public database can be read and nothing else`(
    kind: CloudKind
  ) async throws {
    try await kind.run { cloud in
      let alice = try await cloud.signUp("alice")
      let zoneID = RecordZoneID(
        zoneName: RecordZoneID.defaultZoneName, ownerName: RecordZoneID.currentUserDefaultName)
      let note = Record(
        recordType: "Note", recordID: RecordID(recordName: "n1", zoneID: zoneID),
        fields: ["text": .string("for all")])
      let saved = try await alice.database(with: .public).modifyRecords(
        saving: [note], deleting: [], savePolicy: .allKeys, atomically: false)
      #expect(code(saved.saveResults[note.recordID]) == nil)
      let container = try await cloud.signedOut()
      #expect(container.userRecordName == "")
      let open = container.database(with: .public)
      let found = try await open.records(for: [note.recordID], desiredKeys: nil)
      #expect(try found[note.recordID]?.get()["text"] == .string("for all"))
      let matched = try await open.records(
        matching: Query(
          recordType: "Note", filters: [.init(.field("text"), .equals, .string("for all"))]),
        inZoneWith: nil, desiredKeys: nil, resultsLimit: nil)
      #expect(matched.matchResults.map(\.0.recordName) == ["n1"])
      #expect(try await open.allRecordZones().map(\.zoneID.zoneName) == ["_defaultZone"])

      func refuses(_ what: String, _ body: () async throws -> Void) async {
        let error = await #expect(throws: CloudError.self, "\(what)") { try await body() }
        #expect(error?.code == .notAuthenticated, "\(what)")
      }
      let lists = RecordZoneID(zoneName: "lists", ownerName: alice.userRecordName)
      await refuses("saving") {
        _ = try await open.modifyRecords(
          saving: [note], deleting: [], savePolicy: .allKeys, atomically: false)
      }
      await refuses("deleting") {
        _ = try await open.modifyRecords(
          saving: [], deleting: [note.recordID], savePolicy: .allKeys, atomically: false)
      }
      await refuses("uploading") {
        _ = try await open.beginAssetUpload(of: "image", in: note.recordID, recordType: "Note")
      }
      await refuses("subscriptions of the public database") {
        _ = try await open.allSubscriptions()
      }
      await refuses("subscribing") {
        _ = try await open.modifySubscriptions(saving: [], deleting: ["all"])
      }
      await refuses("finding subscriptions") { _ = try await open.subscriptions(for: ["all"]) }
      for scope in [DatabaseScope.private, .shared] {
        let closed = container.database(with: scope)
        await refuses("zones") { _ = try await closed.allRecordZones() }
        await refuses("finding zones") { _ = try await closed.recordZones(for: [lists]) }
        await refuses("making zones") {
          _ = try await closed.modifyRecordZones(saving: [RecordZone(zoneID: lists)], deleting: [])
        }
        await refuses("reading") {
          _ = try await closed.records(
            for: [RecordID(recordName: "r", zoneID: lists)], desiredKeys: nil)
        }
        await refuses("changes") {
          _ = try await closed.databaseChanges(since: nil, resultsLimit: nil)
        }
        await refuses("a zone's changes") {
          _ = try await closed.recordZoneChanges(
            inZoneWith: lists, since: nil, desiredKeys: nil, resultsLimit: nil)
        }
        await refuses("queries") {
          _ = try await closed.records(
            matching: Query(recordType: "Note"), inZoneWith: lists, desiredKeys: nil,
            resultsLimit: nil)
        }
      }
      await refuses("who am I") { _ = try await container.currentUserIdentity() }
      await refuses("who are you") {
        _ = try await container.userIdentities(for: [.emailAddress("alice")])
      }
      await refuses("a name") { _ = try await container.userIdentity(forAccountName: "alice") }
      await refuses("links") { _ = try await container.shareMetadata(forShortGUID: "any") }
      await refuses("joining") { _ = try await container.accept(shortGUID: "any") }
      await refuses("declining") { try await container.decline(shortGUID: "any") }
      await refuses("invitations") { _ = try await container.pendingInvitations() }
      await refuses("a channel") { _ = try await container.openNotificationChannel() }
    }
  }
}
