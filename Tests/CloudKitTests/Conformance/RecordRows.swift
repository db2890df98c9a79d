import CloudKit
import Foundation

/// Reading, saving and deleting one record.
enum RecordRows {
  static let all: [Row] =
    rows(fetching, found) + rows(saving, saved) + rows(deleting, deleted) + refusals + policies

  static let text: @Sendable (CKRecord) -> String = { "\($0["text"] as? String ?? "no text")" }
  static let words: @Sendable (CKRecord) -> String = { _ in "saved" }

  // MARK: - Reading

  static let found = Answers.allTroubles.and(.missingZones).and([
    .saved: .value("hello"), .changedElsewhere: .value("theirs"),
    .noRecord: .item(.unknownItem), .deletedRecord: .item(.unknownItem),
    .quotaExceeded: .value("hello"), .damagedFile: .item(.assetNotAvailable),
    .publicRecord: .value("hello"), .othersPublicRecord: .value("hello"),
    .publicRecordWithoutAccount: .value("hello"), .publicNoRecord: .item(.unknownItem),
    .readOnlyShare: .value("hello"), .readWriteShare: .value("hello"),
    .invited: .item(.zoneNotFound), .notInvited: .item(.zoneNotFound),
    .removedFromShare: .item(.zoneNotFound), .shareEnded: .item(.zoneNotFound),
  ])

  static let fetching: [Call] = [
    Call("record(for:)", .asynchronous) { text(try await $0.database.record(for: $0.recordID)) },
    Call("fetch(withRecordID:)", .handler) { place in
      try await handled(
        { place.database.fetch(withRecordID: place.recordID, completionHandler: $0) }, text)
    },
    Call("records(for:)", .batch) { place in
      ErrorText.text(try await place.database.records(for: [place.recordID]), text)
    },
    Call("fetch(withRecordIDs:)", .batchHandler) { place in
      try await handled(
        { place.database.fetch(withRecordIDs: [place.recordID], completionHandler: $0) }
      ) { ErrorText.text($0, text) }
    },
    Call("CKFetchRecordsOperation", .operation) { place in
      await run(CKFetchRecordsOperation(recordIDs: [place.recordID]), on: place.database) {
        operation, log in
        operation.perRecordResultBlock = { log.item($1, text) }
        operation.fetchRecordsResultBlock = { log.end($0) }
      }
    },
  ]

  // MARK: - Saving

  static let saved = Answers.allTroubles.and(.missingZones).and([
    .saved: .value("saved"), .noRecord: .value("saved"),
    .changedElsewhere: .item(.serverRecordChanged), .deletedRecord: .item(.unknownItem),
    .quotaExceeded: .item(.quotaExceeded),
    .publicRecord: .value("saved"), .publicNoRecord: .value("saved"),
    .othersPublicRecord: .item(.permissionFailure),
    .publicRecordWithoutAccount: .call(.notAuthenticated),
    .readWriteShare: .value("saved"), .readOnlyShare: .item(.permissionFailure),
    .invited: .item(.zoneNotFound), .notInvited: .item(.zoneNotFound),
    .removedFromShare: .item(.zoneNotFound), .shareEnded: .item(.zoneNotFound),
  ])

  /// The record with a change that only this device has.
  static func changed(_ place: Place) -> CKRecord {
    place.record["text"] = "mine, and longer than before"
    return place.record
  }

  static let saving: [Call] = [
    Call("save(record)", .asynchronous) { words(try await $0.database.save(changed($0))) },
    Call("save(record)", .handler) { place in
      try await handled({ place.database.save(changed(place), completionHandler: $0) }, words)
    },
    Call("modifyRecords(saving:)", .batch) { place in
      let results = try await place.database.modifyRecords(
        saving: [changed(place)], deleting: [])
      return ErrorText.text(results.saveResults, words)
    },
    Call("modifyRecords(saving:)", .batchHandler) { place in
      try await handled({
        place.database.modifyRecords(
          saving: [changed(place)], deleting: [], completionHandler: $0)
      }) { ErrorText.text($0.saveResults, words) }
    },
    Call("CKModifyRecordsOperation", .operation) { place in
      let operation = CKModifyRecordsOperation(recordsToSave: [changed(place)])
      return await run(operation, on: place.database) { operation, log in
        operation.perRecordSaveBlock = { log.item($1, words) }
        operation.modifyRecordsResultBlock = { log.end($0) }
      }
    },
  ]

  // MARK: - Deleting

  static let deleted = Answers.allTroubles.and(.missingZones).and([
    .saved: .value("deleted"), .changedElsewhere: .value("deleted"),
    .noRecord: .value("deleted"), .deletedRecord: .value("deleted"),
    .quotaExceeded: .value("deleted"),
    .publicRecord: .value("deleted"), .othersPublicRecord: .item(.permissionFailure),
    .publicRecordWithoutAccount: .call(.notAuthenticated),
    .readWriteShare: .value("deleted"), .readOnlyShare: .item(.permissionFailure),
    .notInvited: .item(.zoneNotFound), .removedFromShare: .item(.zoneNotFound),
    .shareEnded: .item(.zoneNotFound),
  ])

  static let deleting: [Call] = [
    Call("deleteRecord(withID:)", .asynchronous) { place in
      try await place.database.deleteRecord(withID: place.recordID) == place.recordID
        ? "deleted" : "another name"
    },
    Call("delete(withRecordID:)", .handler) { place in
      try await handled({
        place.database.delete(withRecordID: place.recordID, completionHandler: $0)
      }) { $0 == place.recordID ? "deleted" : "another name" }
    },
    Call("modifyRecords(deleting:)", .batch) { place in
      let results = try await place.database.modifyRecords(
        saving: [], deleting: [place.recordID])
      return ErrorText.text(results.deleteResults) { "deleted" }
    },
    Call("modifyRecords(deleting:)", .batchHandler) { place in
      try await handled({
        place.database.modifyRecords(
          saving: [], deleting: [place.recordID], completionHandler: $0)
      }) { ErrorText.text($0.deleteResults) { "deleted" } }
    },
    Call("CKModifyRecordsOperation(recordIDsToDelete:)", .operation) { place in
      let operation = CKModifyRecordsOperation(
        recordsToSave: nil, recordIDsToDelete: [place.recordID])
      return await run(operation, on: place.database) { operation, log in
        operation.perRecordDeleteBlock = { log.item($1) { "deleted" } }
        operation.modifyRecordsResultBlock = { log.end($0) }
      }
    },
  ]

  // MARK: - What the service refuses of one record

  private static let refusals: [Row] = rows(
    [saving[0], saving[2], saving[4]],
    [
      .recordsRefused(.serverRejectedRequest): .item(.serverRejectedRequest),
      .recordsRefused(.constraintViolation): .item(.constraintViolation),
      .recordsRefused(.limitExceeded): .item(.limitExceeded),
      .recordsRefused(.assetFileModified): .item(.assetFileModified),
    ])

  // MARK: - What a save may overwrite

  private static func save(
    _ place: Place, _ policy: CKModifyRecordsOperation.RecordSavePolicy
  ) async throws -> String {
    let record = place.record
    record["mine"] = "mine"
    let results = try await place.database.modifyRecords(
      saving: [record], deleting: [], savePolicy: policy)
    let answer = ErrorText.text(results.saveResults, words)
    guard answer == "[saved]" else { return answer }
    let now = try await place.secondDevice().record(for: record.recordID)
    return "\(now["text"] as? String ?? "none"), \(now["mine"] as? String ?? "none")"
  }

  private static let policies: [Row] = [
    row("modifyRecords(savePolicy: .ifServerRecordUnchanged)", .batch, .saved, "hello, mine") {
      try await save($0, .ifServerRecordUnchanged)
    },
    row(
      "modifyRecords(savePolicy: .ifServerRecordUnchanged)", .batch, .changedElsewhere,
      "[!serverRecordChanged]"
    ) { try await save($0, .ifServerRecordUnchanged) },
    row("modifyRecords(savePolicy: .changedKeys)", .batch, .changedElsewhere, "theirs, mine") {
      try await save($0, .changedKeys)
    },
    row("modifyRecords(savePolicy: .allKeys)", .batch, .changedElsewhere, "hello, mine") {
      try await save($0, .allKeys)
    },
    row("modifyRecords(savePolicy: .changedKeys)", .batch, .noRecord, "hello, mine") {
      try await save($0, .changedKeys)
    },
    row("modifyRecords(savePolicy: .allKeys)", .batch, .deletedRecord, "hello, mine") {
      try await save($0, .allKeys)
    },
    row("modifyRecords(savePolicy: .allKeys)", .batch, .readOnlyShare, "[!permissionFailure]") {
      try await save($0, .allKeys)
    },
  ]
}
