import CloudKitCore
import Foundation
import Testing

@Suite struct OperationTests {
  @Test func `pages of a query follow one another by their cursors`() async throws {
    try await TestWorld.with { world in
      let database = world.container().privateCloudDatabase
      let notes = (0..<25).map { index in
        let note = CKRecord(recordType: "Note")
        note["number"] = index
        return note
      }
      _ = try await database.modifyRecords(saving: notes, deleting: [], atomically: false)
      let query = CKQuery(recordType: "Note", predicate: NSPredicate(format: "number >= %d", 5))
      query.sortDescriptors = [NSSortDescriptor(key: "number", ascending: false)]
      var numbers: [Int] = []
      var page = try await database.records(matching: query, resultsLimit: 8)
      var pages = 1
      while true {
        numbers += try page.matchResults.map { try #require(try $0.1.get()["number"] as? Int) }
        guard let cursor = page.queryCursor else { break }
        page = try await database.records(continuingMatchFrom: cursor, resultsLimit: 8)
        pages += 1
      }
      #expect(numbers == (5..<25).reversed())
      #expect(pages == 3)
    }
  }

  @Test func `an operation that is cancelled says so, once, and calls nothing else`() async throws {
    try await TestWorld.with { world in
      let operation = CKFetchRecordsOperation(recordIDs: [CKRecord.ID(recordName: "one")])
      operation.database = world.container().privateCloudDatabase
      let codes = await withCheckedContinuation {
        (continuation: CheckedContinuation<[CKError.Code], Never>) in
        var codes: [CKError.Code] = []
        operation.perRecordResultBlock = { _, _ in codes.append(.internalError) }
        operation.fetchRecordsResultBlock = { result in
          if case .failure(let error as CKError) = result { codes.append(error.code) }
          continuation.resume(returning: codes)
        }
        operation.cancel()
        let queue = OperationQueue()
        queue.addOperation(operation)
      }
      #expect(codes == [.operationCancelled])
    }
  }

  @Test func `operations wait for those that they depend on`() async throws {
    try await TestWorld.with { world in
      let database = world.container().privateCloudDatabase
      let zone = CKModifyRecordZonesOperation(
        recordZonesToSave: [CKRecordZone(zoneName: "Notes")])
      let note = CKRecord(
        recordType: "Note",
        recordID: CKRecord.ID(recordName: "one", zoneID: CKRecordZone.ID(zoneName: "Notes")))
      let save = CKModifyRecordsOperation(recordsToSave: [note])
      save.addDependency(zone)
      for operation in [save, zone] as [CKDatabaseOperation] { operation.database = database }
      let result = await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<Void, any Error>, Never>) in
        save.modifyRecordsResultBlock = { continuation.resume(returning: $0) }
        let queue = OperationQueue()
        queue.addOperation(save)
        queue.addOperation(zone)
      }
      #expect(throws: Never.self) { try result.get() }
      #expect(note.recordChangeTag != nil)
    }
  }

  @Test func `all changes of a zone come, page by page, with a token to keep`() async throws {
    try await TestWorld.with { world in
      let database = world.container().privateCloudDatabase
      let zoneID = CKRecordZone.ID(zoneName: "Notes")
      try await database.save(CKRecordZone(zoneID: zoneID))
      let notes = (0..<30).map {
        CKRecord(
          recordType: "Note", recordID: CKRecord.ID(recordName: "\($0)", zoneID: zoneID))
      }
      _ = try await database.modifyRecords(saving: notes, deleting: [])
      try await database.deleteRecord(withID: notes[3].recordID)
      let configuration = CKFetchRecordZoneChangesOperation.ZoneConfiguration(resultsLimit: 10)
      let operation = CKFetchRecordZoneChangesOperation(
        recordZoneIDs: [zoneID], configurationsByRecordZoneID: [zoneID: configuration])
      let found = try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<(Int, [String], Int), any Error>) in
        var (changed, deleted, tokens) = (0, [String](), 0)
        operation.recordWasChangedBlock = { _, _ in changed += 1 }
        operation.recordWithIDWasDeletedBlock = { id, type in
          deleted.append("\(id.recordName) \(type)")
        }
        operation.recordZoneChangeTokensUpdatedBlock = { _, _, _ in tokens += 1 }
        operation.fetchRecordZoneChangesResultBlock = { result in
          continuation.resume(with: result.map { (changed, deleted, tokens) })
        }
        database.add(operation)
      }
      #expect(found.0 == 29)
      #expect(found.1 == ["3 Note"])
      #expect(found.2 >= 2)
    }
  }
}
