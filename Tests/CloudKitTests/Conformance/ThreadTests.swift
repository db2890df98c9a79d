import CloudKit
import Foundation
import Testing

/// Blocks are serial, the result comes last, and after a cancellation nothing but the result.
@Suite struct ThreadTests {
  private func place(_ state: State = .saved) async throws -> Place {
    try await state.prepare(try await LocalFixture.shared.fixture())
  }

  private func records(_ count: Int, in place: Place) -> [CKRecord] {
    (0..<count).map { index in
      let record = place.newRecord("more \(index)")
      record["text"] = "\(index)"
      return record
    }
  }

  @Test func `the blocks of an operation never run at the same time`() async throws {
    let place = try await place()
    let all = records(100, in: place)
    let operation = CKModifyRecordsOperation(
      recordsToSave: all, recordIDsToDelete: [place.recordID])
    let log = BlockLog()
    // The blocks share a variable, as apps' blocks do.
    var count = 0
    operation.perRecordSaveBlock = { _, _ in
      log.alone {
        let before = count
        usleep(100)
        count = before + 1
      }
    }
    operation.perRecordDeleteBlock = { _, _ in log.alone { count += 1 } }
    operation.modifyRecordsResultBlock = { _ in log.alone { log.add("\(count)") } }
    await withCheckedContinuation { continuation in
      operation.completionBlock = { continuation.resume() }
      place.database.add(operation)
    }
    #expect(!log.hasOverlapped)
    #expect(log.text == "101")
  }

  @Test func `the result comes once, after all items and before the completion block`() async throws
  {
    let place = try await place()
    let log = BlockLog()
    let operation = CKModifyRecordsOperation(recordsToSave: records(20, in: place))
    operation.perRecordSaveBlock = { _, _ in log.add("item") }
    operation.modifyRecordsResultBlock = { log.end($0) }
    await withCheckedContinuation { continuation in
      operation.completionBlock = {
        log.add("completion")
        continuation.resume()
      }
      place.database.add(operation)
    }
    #expect(log.all == Array(repeating: "item", count: 20) + ["end ok", "completion"])
  }

  @Test func `after a cancellation no item is told any more`() async throws {
    let place = try await place()
    _ = try await place.database.modifyRecords(saving: records(50, in: place), deleting: [])
    let log = BlockLog()
    let query = CKQuery(recordType: "Note", predicate: NSPredicate(format: "text != 'none'"))
    let operation = CKQueryOperation(query: query)
    operation.zoneID = place.zoneID
    operation.recordMatchedBlock = { [unowned operation] _, _ in
      log.add("item")
      if log.all.count == 3 { operation.cancel() }
    }
    operation.queryResultBlock = { log.end($0) }
    await withCheckedContinuation { continuation in
      operation.completionBlock = { continuation.resume() }
      place.database.add(operation)
    }
    #expect(log.all == ["item", "item", "item", "end !operationCancelled"])
  }

  @Test func `a cancellation ends an operation that waits for the network`() async throws {
    let place = try await place(.connectionLost)
    let log = BlockLog()
    let operation = CKFetchRecordsOperation(recordIDs: [place.recordID])
    operation.configuration.qualityOfService = .utility
    operation.fetchRecordsResultBlock = { log.end($0) }
    await withCheckedContinuation { continuation in
      operation.completionBlock = { continuation.resume() }
      place.database.add(operation)
      operation.cancel()
    }
    #expect(log.all == ["end !operationCancelled"])
  }

  @Test func `two operations do not wait for one another's blocks`() async throws {
    let place = try await place()
    let (first, second) = (
      CKFetchRecordsOperation(recordIDs: [place.recordID]),
      CKFetchRecordsOperation(recordIDs: [place.recordID])
    )
    let secondIsDone = DispatchSemaphore(value: 0)
    let log = BlockLog()
    // The first block holds its queue until the second operation has ended on another.
    first.perRecordResultBlock = { _, _ in
      log.add(secondIsDone.wait(timeout: .now() + 30) == .success ? "both" : "alone")
    }
    second.fetchRecordsResultBlock = { _ in secondIsDone.signal() }
    await withCheckedContinuation { continuation in
      first.completionBlock = { continuation.resume() }
      place.database.add(first)
      place.database.add(second)
    }
    #expect(log.all == ["both"])
  }
}
