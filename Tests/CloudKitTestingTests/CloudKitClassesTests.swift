import CloudKit
import CloudKitTesting
import Testing

/// CloudKit's classes in a test, as an app's tests use them: nothing but the two products is imported.
@Suite struct CloudKitClassesTests {
  private func save(_ text: String) async throws {
    let record = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "one"))
    record["text"] = text
    try await CKContainer.default().privateCloudDatabase.save(record)
  }

  private func text() async throws -> String? {
    let record = try await CKContainer.default().privateCloudDatabase
      .record(for: CKRecord.ID(recordName: "one"))
    return record["text"]
  }

  @Test func `two devices of one person share their data, and two people do not`() async throws {
    try await TestCloud.with { cloud in
      let (phone, laptop) = (cloud.device(of: "alice"), cloud.device(of: "alice"))
      try await phone.run { try await save("hello") }
      #expect(try await laptop.run { try await text() } == "hello")
      await #expect(throws: CKError.self) {
        try await cloud.withAccount("bob") { try await text() }
      }
      #expect(phone.account == "alice")
      phone.signOut()
      let status = try await phone.run { try await CKContainer.default().accountStatus() }
      #expect(status == .noAccount)
    }
  }

  @Test func `a reset takes the data, and devices go on`() async throws {
    try await TestCloud.with { cloud in
      let phone = cloud.device(of: "alice")
      try await phone.run { try await save("before") }
      try await cloud.reset()
      await #expect(throws: CKError.self) { try await phone.run { try await text() } }
      try await phone.run { try await save("after") }
      #expect(try await phone.run { try await text() } == "after")
    }
  }

  @Test func `a lost answer is an error for the app, and the record is saved`() async throws {
    try await TestCloud.with { cloud in
      try await cloud.withAccount("alice") {
        try await save("first")
        try await cloud.add(TestFault(.dropAfter, operation: "records/modify", count: 1))
        let record = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "two"))
        do {
          try await CKContainer.default().privateCloudDatabase.save(record)
          Issue.record("The answer was not lost.")
        } catch CKError.networkFailure {
        }
        _ = try await CKContainer.default().privateCloudDatabase.record(for: record.recordID)
      }
    }
  }

  @Test func `a person invited by an address joins once the address is theirs`() async throws {
    try await TestCloud.with { cloud in
      let (alice, bob) = (cloud.device(of: "alice"), cloud.device(of: "bob"))
      let zoneID = CKRecordZone.ID(zoneName: "Trip")
      let url = try await alice.run {
        let container = CKContainer.default()
        let participant = try await container.shareParticipant(forEmailAddress: "Bob@example.com")
        #expect(!participant.userIdentity.hasiCloudAccount)
        #expect(participant.userIdentity.userRecordID == nil)
        #expect(participant.userIdentity.lookupInfo?.emailAddress == "bob@example.com")
        let share = CKShare(recordZoneID: zoneID)
        share.addParticipant(participant)
        try await container.privateCloudDatabase.save(CKRecordZone(zoneID: zoneID))
        try await container.privateCloudDatabase.save(share)
        return try #require(share.url)
      }
      let join = {
        let container = CKContainer.default()
        try await container.accept(try await container.shareMetadata(for: url))
      }
      let error = await #expect(throws: CKError.self) { try await bob.run { try await join() } }
      #expect(error?.code == .participantMayNeedVerification)
      try await cloud.setEmailAddress("bob@example.com", of: "bob")
      try await bob.run { try await join() }
      let bobsID = try await bob.run { try await CKContainer.default().userRecordID() }
      try await alice.run {
        let shareID = CKRecord.ID(recordName: CKRecordNameZoneWideShare, zoneID: zoneID)
        let record = try await CKContainer.default().privateCloudDatabase.record(for: shareID)
        let guest = try #require((record as? CKShare)?.participants.last)
        #expect(guest.userIdentity.userRecordID == bobsID && guest.userIdentity.hasiCloudAccount)
        #expect(guest.acceptanceStatus == .accepted)
      }
      await #expect(throws: TestCloudError.self) {
        try await cloud.setEmailAddress("bob@example.com", of: "carol")
      }
    }
  }
}
