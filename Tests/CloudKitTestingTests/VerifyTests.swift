import CloudKit
import CloudKitTesting
import Testing

/// What an app has sent, by the journal of its cloud.
@Suite struct VerifyTests {
  private static let container = "iCloud.com.example.Notes"

  @Test func `an app has saved a note once, although its answer got lost`() async throws {
    try await TestCloud.with(journal: .bodies) { cloud in
      try await cloud.withAccount("alice") {
        try await NoteStore().add("milk")
        try await cloud.verify(1, TestChanges(.save, of: "Note", fields: ["text": "milk"]))
        try await cloud.verify(0, TestChanges(.delete))

        try await cloud.add(TestFault(.dropAfter, operation: "records/modify", count: 1))
        await #expect(throws: CKError.self) { try await NoteStore().add("bread") }
      }
      try await cloud.verify(2, TestChanges(.save, of: "Note", account: "alice"))
      try await cloud.verify(1..., TestChanges(fields: ["text": "bread"], outcome: "LOST"))
    }
  }

  @Test func `a wrong count says what there is instead`() async throws {
    try await TestCloud.with(journal: .bodies) { cloud in
      try await cloud.withAccount("alice") { try await NoteStore().add("milk") }
      let error = await #expect(throws: TestCloudError.self) {
        try await cloud.verify(2, TestChanges(.save, of: "Note"))
      }
      #expect(
        error?.reason.hasPrefix("Expected exactly 2, found 1: save of Note.\nThese match:\n")
          == true)
      #expect(error?.reason.contains(#""text":"milk"} → OK"#) == true, "\(error?.reason ?? "")")
      let none = await #expect(throws: TestCloudError.self) {
        try await cloud.verify(...3, TestChanges(.save, of: "Note", fields: ["text": nil]))
        try await cloud.verify(1...2, TestChanges(fields: ["text": "bread"]))
      }
      #expect(none?.reason.contains("1 to 2, found 0") == true, "\(none?.reason ?? "")")
      #expect(none?.reason.contains("These are there instead:") == true)
    }
  }

  @Test func `each save policy is a word of the protocol, with the tags that were sent`()
    async throws
  {
    try await TestCloud.with(journal: .bodies) { cloud in
      try await cloud.withAccount("alice") {
        let database = CKContainer(identifier: Self.container).privateCloudDatabase
        let note = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "n"))
        note["added"] = Date(timeIntervalSince1970: 5)
        note.encryptedValues["secret"] = "told to nobody"
        let saved = try await database.save(note)
        let tag = saved.recordChangeTag
        saved["done"] = true
        let again = try await database.save(saved)
        for policy in [CKModifyRecordsOperation.RecordSavePolicy.changedKeys, .allKeys] {
          again["done"] = false
          _ = try await database.modifyRecords(saving: [again], deleting: [], savePolicy: policy)
        }
        _ = try await database.deleteRecord(withID: note.recordID)
        let changes = try await cloud.changes()
        #expect(
          changes.map(\.operation)
            == ["create", "update", "forceUpdate", "forceReplace", "forceDelete"])
        #expect(changes.allSatisfy { $0.recordName == "n" && $0.outcome == "OK" })
        #expect(changes[0].changeTag == nil && changes[1].changeTag == tag && tag != nil)
        #expect(changes[0].fields["added"] == .date(Date(timeIntervalSince1970: 5)))
        #expect(changes[0].encryptedFields == ["secret"])
        #expect(changes[1].fields["done"] == true && changes[2].fields["done"] == 0)
      }
    }
  }

  @Test func `the journal keeps bodies from the moment on in which a test asks for it`()
    async throws
  {
    try await TestCloud.with { cloud in
      try await cloud.withAccount("alice") { try await NoteStore().add("milk") }
      let unknown = await #expect(throws: TestCloudError.self) { _ = try await cloud.changes() }
      #expect(unknown?.reason.contains("‘journal: .bodies’") == true)
      try await cloud.set(.bodies)
      let number = try await cloud.requests().last?.number
      try await cloud.withAccount("alice") { try await NoteStore().add("bread") }
      try await cloud.verify(1, TestChanges(.save, after: number))
      try await cloud.reset()
      try await cloud.withAccount("alice") { try await NoteStore().add("cheese") }
      await #expect(throws: TestCloudError.self) { _ = try await cloud.changes() }
    }
  }
}
