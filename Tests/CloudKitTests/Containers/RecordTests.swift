import CloudKitCore
import CloudModel
import Foundation
import Testing

@Suite struct RecordTests {
  @Test func `a record is saved, read, changed and deleted`() async throws {
    try await TestWorld.with { world in
      let database = world.container().privateCloudDatabase
      let record = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "one"))
      record["text"] = "hello"
      record["count"] = 5
      record["isDone"] = true
      record["weight"] = 2.5
      record["tags"] = ["a", "b"]
      record["day"] = Date(timeIntervalSince1970: 1_000)
      #expect(Set(record.changedKeys()).count == 6)
      let saved = try await database.save(record)
      #expect(saved === record)
      #expect(record.changedKeys() == [])
      #expect(record.recordChangeTag != nil)
      #expect(record.creatorUserRecordID?.recordName == CKCurrentUserDefaultName)

      let read = try await database.record(for: CKRecord.ID(recordName: "one"))
      #expect(read["text"] as? String == "hello")
      #expect(read["count"] as? Double == 5)
      #expect(read["isDone"] as? Int == 1)
      #expect(read["isDone"] as? Bool == true)
      #expect(read["tags"] as? [String] == ["a", "b"])
      #expect(read["day"] as? Date == Date(timeIntervalSince1970: 1_000))
      read["text"] = nil
      try await database.save(read)
      let again = try await database.record(for: read.recordID)
      #expect(again["text"] == nil)
      #expect(again["weight"] == 2.5)

      try await database.deleteRecord(withID: read.recordID)
      await #expect(throws: CKError.self) { try await database.record(for: read.recordID) }
      do {
        try await database.record(for: read.recordID)
      } catch CKError.unknownItem {
      }
    }
  }

  @Test func `a conflict has the three records`() async throws {
    try await TestWorld.with { world in
      let database = world.container().privateCloudDatabase
      let other = world.container().privateCloudDatabase
      let record = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "one"))
      record["text"] = "first"
      try await database.save(record)
      let copy = try await other.record(for: record.recordID)
      copy["text"] = "theirs"
      try await other.save(copy)
      record["text"] = "mine"
      do {
        try await database.save(record)
        Issue.record("It was saved over another version.")
      } catch let error as CKError {
        #expect(error.code == .serverRecordChanged)
        #expect(error.serverRecord?["text"] == "theirs")
        #expect(error.clientRecord === record)
        #expect(error.ancestorRecord?["text"] == "first")
        #expect(record["text"] == "mine")
      }
    }
  }

  @Test func `zones, a page of changes and an asset`() async throws {
    try await TestWorld.with { world in
      let database = world.container().privateCloudDatabase
      let zoneID = CKRecordZone.ID(zoneName: "Notes")
      try await database.save(CKRecordZone(zoneID: zoneID))
      let file = FileManager.default.temporaryDirectory.appending(
        path: "asset-\(UUID().uuidString)")
      try Data("bytes".utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let record = CKRecord(
        recordType: "Note", recordID: CKRecord.ID(recordName: "one", zoneID: zoneID))
      record["file"] = CKAsset(fileURL: file)
      try await database.save(record)
      #expect((record["file"] as? CKAsset)?.fileURL == file)
      let changes = try await database.recordZoneChanges(inZoneWith: zoneID, since: nil)
      let read = try #require(try changes.modificationResultsByID[record.recordID]?.get().record)
      let copy = try #require((read["file"] as? CKAsset)?.fileURL)
      #expect(try Data(contentsOf: copy) == Data("bytes".utf8))
      let zones = try await database.databaseChanges(since: nil)
      #expect(zones.modifications.map(\.zoneID).contains(zoneID))
      try await database.deleteRecordZone(withID: zoneID)
      do {
        _ = try await database.recordZoneChanges(inZoneWith: zoneID, since: changes.changeToken)
        Issue.record("The zone is gone.")
      } catch let error as CKError {
        #expect(error.code == .zoneNotFound)
      }
    }
  }

  @Test func `an operation calls its blocks one after the other`() async throws {
    try await TestWorld.with { world in
      let container = world.container()
      let records = (0..<5).map { index in
        let record = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "\(index)"))
        record["text"] = "\(index)"
        return record
      }
      let saved = try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<[String], any Error>) in
        var names: [String] = []
        let operation = CKModifyRecordsOperation(recordsToSave: records)
        operation.perRecordSaveBlock = { id, result in
          if case .success = result { names.append(id.recordName) }
        }
        operation.modifyRecordsResultBlock = { result in
          continuation.resume(with: result.map { names })
        }
        container.privateCloudDatabase.add(operation)
      }
      #expect(saved == ["0", "1", "2", "3", "4"])
    }
  }
}
