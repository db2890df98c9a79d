import CloudKit
import CloudKitTesting
import Testing

/// An app's store, as it would be on Apple's systems: nothing in it knows of tests.
struct NoteStore {
  private let database = CKContainer(identifier: "iCloud.com.example.Notes").privateCloudDatabase

  func add(_ text: String) async throws {
    let note = CKRecord(recordType: "Note")
    note["text"] = text
    note["added"] = Date.now
    try await database.save(note)
  }

  func all() async throws -> [String] {
    let query = CKQuery(
      recordType: "Note", predicate: NSPredicate(format: "added > %@", Date.distantPast as NSDate))
    query.sortDescriptors = [NSSortDescriptor(key: "added", ascending: true)]
    let (matches, _) = try await database.records(matching: query)
    return try matches.compactMap { try $0.1.get()["text"] }
  }
}

@Suite struct NoteStoreTests {
  @Test func `a note is on the other device`() async throws {
    try await TestCloud.with { cloud in
      let (phone, laptop) = (cloud.device(of: "alice"), cloud.device(of: "alice"))
      try await phone.run { try await NoteStore().add("milk") }
      #expect(try await laptop.run { try await NoteStore().all() } == ["milk"])
    }
  }

  @Test func `a lost answer is an error, and the note is there`() async throws {
    try await TestCloud.with { cloud in
      try await cloud.withAccount("alice") {
        try await cloud.add(TestFault(.dropAfter, operation: "records/modify", count: 1))
        await #expect(throws: CKError.self) { try await NoteStore().add("milk") }
        #expect(try await NoteStore().all() == ["milk"])
      }
    }
  }

  @Test func `a link lets somebody else in`() async throws {
    try await TestCloud.with { cloud in
      let zoneID = CKRecordZone.ID(zoneName: "Trip")
      let url = try await cloud.withAccount("alice") {
        let database = CKContainer.default().privateCloudDatabase
        try await database.save(CKRecordZone(zoneID: zoneID))
        let share = CKShare(recordZoneID: zoneID)
        share.publicPermission = .readWrite
        try await database.save(share)
        return try #require(share.url)
      }
      try await cloud.withAccount("bob") {
        let container = CKContainer.default()
        try await container.accept(container.shareMetadata(for: url))
        let zones = try await container.sharedCloudDatabase.allRecordZones()
        #expect(zones.map(\.zoneID.zoneName) == ["Trip"])
      }
    }
  }
}
