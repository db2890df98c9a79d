import CloudKit
import Foundation

/// Several records in one call, and records that cannot be saved.
enum BatchRows {
  static let all: [Row] =
    batches + SeveralZones.rows + limits + arguments + assets + references + conflicts + archives

  static let words = RecordRows.words

  /// Saves the record, which is stale or not, together with a new one.
  private static func save(
    _ place: Place, atomically: Bool, also records: [CKRecord] = []
  ) async throws -> String {
    place.record["text"] = "mine"
    let results = try await place.database.modifyRecords(
      saving: [place.record, place.newRecord("new-\(place.me)")] + records, deleting: [],
      atomically: atomically)
    return ErrorText.text(results.saveResults, words)
  }

  private static func operation(_ place: Place, atomic: Bool) async -> String {
    place.record["text"] = "mine"
    let operation = CKModifyRecordsOperation(
      recordsToSave: [place.record, place.newRecord("new-\(place.me)")])
    operation.isAtomic = atomic
    return await run(operation, on: place.database) { operation, log in
      operation.perRecordSaveBlock = { log.item($1, words) }
      operation.modifyRecordsResultBlock = { log.end($0) }
    }
  }

  private static let batches: [Row] = [
    row("modifyRecords(atomically: true)", .batch, .saved, "[saved, saved]") {
      try await save($0, atomically: true)
    },
    row(
      "modifyRecords(atomically: true)", .batch, .changedElsewhere,
      "[!batchRequestFailed, !serverRecordChanged]"
    ) { try await save($0, atomically: true) },
    row(
      "modifyRecords(atomically: false)", .batch, .changedElsewhere, "[!serverRecordChanged, saved]"
    ) { try await save($0, atomically: false) },
    row("modifyRecords(atomically: true)", .batch, .noZone, "[!zoneNotFound, !zoneNotFound]") {
      try await save($0, atomically: true)
    },
    row(
      "modifyRecords(atomically: true), default zone", .batch, .othersPublicRecord,
      "[!permissionFailure, saved]"
    ) { try await save($0, atomically: true) },
    row("CKModifyRecordsOperation.isAtomic", .operation, .saved, "item saved, item saved, end ok") {
      await operation($0, atomic: true)
    },
    row(
      "CKModifyRecordsOperation.isAtomic", .operation, .changedElsewhere,
      "item !serverRecordChanged, item !batchRequestFailed, end ok"
    ) { await operation($0, atomic: true) },
    row(
      "CKModifyRecordsOperation.isAtomic = false", .operation, .changedElsewhere,
      "item !serverRecordChanged, item saved, end ok"
    ) { await operation($0, atomic: false) },
    row(
      "modifyRecords, two zones, one missing", .batch, .saved,
      "[!zoneNotFound, saved, saved]"
    ) { place in
      let elsewhere = CKRecord(
        recordType: "Note",
        recordID: CKRecord.ID(recordName: "x", zoneID: CKRecordZone.ID(zoneName: "Missing")))
      return try await save(place, atomically: true, also: [elsewhere])
    },
    row("modifyRecords of nothing", .batch, .saved, "[] []") { place in
      let results = try await place.database.modifyRecords(saving: [], deleting: [])
      return ErrorText.text(results.saveResults, words) + " "
        + ErrorText.text(results.deleteResults) { "deleted" }
    },
    row("records(for:), of three two", .batch, .saved, "[!unknownItem, !zoneNotFound, hello]") {
      place in
      let results = try await place.database.records(for: [
        place.recordID, CKRecord.ID(recordName: "none", zoneID: place.zoneID),
        CKRecord.ID(recordName: "x", zoneID: CKRecordZone.ID(zoneName: "Missing")),
      ])
      return ErrorText.text(results, RecordRows.text)
    },
    row("records(desiredKeys:)", .batch, .saved, "[no text]") { place in
      ErrorText.text(
        try await place.database.records(for: [place.recordID], desiredKeys: []), RecordRows.text)
    },
    row("CKFetchRecordsOperation.desiredKeys", .operation, .saved, "item no text, end ok") {
      place in
      let operation = CKFetchRecordsOperation(recordIDs: [place.recordID])
      operation.desiredKeys = ["other"]
      return await run(operation, on: place.database) { operation, log in
        operation.perRecordResultBlock = { log.item($1, RecordRows.text) }
        operation.fetchRecordsResultBlock = { log.end($0) }
      }
    },
    row("modifyRecords(saving:deleting:)", .batch, .saved, "[saved] [deleted]") { place in
      let results = try await place.database.modifyRecords(
        saving: [place.newRecord("new")], deleting: [place.recordID])
      return ErrorText.text(results.saveResults, words) + " "
        + ErrorText.text(results.deleteResults) { "deleted" }
    },
  ]

  // MARK: - Limits

  private static func names(_ count: Int, _ place: Place) -> [CKRecord.ID] {
    (0..<count).map { CKRecord.ID(recordName: "\($0)", zoneID: place.zoneID) }
  }

  private static func new(_ count: Int, _ place: Place) -> [CKRecord] {
    names(count, place).map { CKRecord(recordType: "Note", recordID: $0) }
  }

  /// How many items have each outcome.
  private static func counts<ID>(_ results: [ID: Result<CKRecord, any Error>]) -> String {
    var counts: [String: Int] = [:]
    for result in results.values { counts[ErrorText.text(result, words), default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      .joined(separator: ", ")
  }

  private static let limits: [Row] = [
    row("records(for:), 401", .batch, .saved, "!limitExceeded") { place in
      ErrorText.text(try await place.database.records(for: names(401, place)), RecordRows.text)
    },
    row("records(for:), 400", .batch, .saved, "400") { place in
      "\(try await place.database.records(for: names(400, place)).count)"
    },
    row("modifyRecords(deleting:), 401", .batch, .saved, "!limitExceeded") { place in
      let results = try await place.database.modifyRecords(
        saving: [], deleting: names(401, place))
      return "\(results.deleteResults.count)"
    },
    row("modifyRecords(atomically: false), 400", .batch, .saved, "400") { place in
      let results = try await place.database.modifyRecords(
        saving: [], deleting: names(400, place), atomically: false)
      return "\(results.deleteResults.count)"
    },
    row("modifyRecords(saving:), 400", .batch, .saved, "saved 400") { place in
      counts(
        try await place.database.modifyRecords(saving: new(400, place), deleting: []).saveResults)
    },
    row(
      "modifyRecords(saving:), 400 with a conflict", .batch, .saved,
      "!batchRequestFailed 399, !serverRecordChanged 1, then [!unknownItem]"
    ) { place in
      let records = new(399, place)
      let results = try await place.database.modifyRecords(
        saving: records + [place.newRecord(place.recordID.recordName)], deleting: [])
      let first = try await place.database.records(for: [records[0].recordID])
      return "\(counts(results.saveResults)), then \(ErrorText.text(first, words))"
    },
    row("CKModifyRecordsOperation, 300", .operation, .saved, "saved 300, end ok") { place in
      let operation = CKModifyRecordsOperation(recordsToSave: new(300, place))
      // All blocks of an operation run one after the other.
      var results: [CKRecord.ID: Result<CKRecord, any Error>] = [:]
      return await run(operation, on: place.database) { operation, log in
        operation.perRecordSaveBlock = { results[$0] = $1 }
        operation.modifyRecordsResultBlock = {
          log.add(counts(results))
          log.end($0)
        }
      }
    },
    row("CKModifyRecordsOperation, 401", .operation, .saved, "end !limitExceeded") { place in
      let operation = CKModifyRecordsOperation(
        recordsToSave: nil, recordIDsToDelete: names(401, place))
      return await run(operation, on: place.database) { operation, log in
        operation.perRecordDeleteBlock = { log.item($1) { "deleted" } }
        operation.modifyRecordsResultBlock = { log.end($0) }
      }
    },
    row("save(record) of 1.5 MB", .asynchronous, .saved, "!limitExceeded") { place in
      place.record["text"] = String(repeating: "x", count: 1_500_000)
      return words(try await place.database.save(place.record))
    },
  ]

  // MARK: - Arguments

  private static func saving(
    _ name: String, _ expected: String, _ state: State = .saved,
    _ change: @escaping @Sendable (Place) throws -> CKRecord
  ) -> [Row] {
    [
      row("save(record), \(name)", .asynchronous, state, expected) {
        words(try await $0.database.save(try change($0)))
      },
      row("modifyRecords, \(name)", .batch, state, "[\(expected)]") { place in
        let results = try await place.database.modifyRecords(
          saving: [try change(place)], deleting: [])
        return ErrorText.text(results.saveResults, words)
      },
    ]
  }

  private static let arguments: [Row] =
    saving("record name of 256 characters", "!invalidArguments") {
      $0.newRecord(String(repeating: "n", count: 256))
    }
    + saving("record name that is not ASCII", "!invalidArguments") { $0.newRecord("nä") }
    + saving("record type with a space", "!invalidArguments") { $0.newRecord("n", type: "A note") }
    + saving("number above Int64.max", "!invalidArguments") { place in
      place.record["count"] = UInt64.max
      return place.record
    }
    + saving("another type than the schema's", "!invalidArguments") { place in
      place.record["text"] = 5
      return place.record
    }
    + saving("empty list", "saved") { place in
      place.record["list"] = [String]()
      return place.record
    }
    + saving("nothing changed", "saved") { $0.record }

  // MARK: - Files

  private static func file(_ name: String) -> URL {
    FileManager.default.temporaryDirectory.appending(path: "conformance-\(name)")
  }

  private static let assets: [Row] =
    saving("asset whose file is missing", "!assetFileNotFound") { place in
      place.record["file"] = CKAsset(fileURL: file("none"))
      return place.record
    } + [
      row("CKAsset", .asynchronous, .saved, "bytes") { place in
        let file = file(place.me)
        try Data("bytes".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        place.record["file"] = CKAsset(fileURL: file)
        try await place.database.save(place.record)
        let read = try await place.secondDevice().record(for: place.recordID)
        guard let url = (read["file"] as? CKAsset)?.fileURL else { return "no file" }
        return String(decoding: try Data(contentsOf: url), as: UTF8.self)
      },
      row("CKAsset, desiredKeys", .batch, .saved, "[no file]") { place in
        let file = file(place.me)
        try Data("bytes".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        place.record["file"] = CKAsset(fileURL: file)
        try await place.database.save(place.record)
        let read = try await place.database.records(
          for: [place.recordID], desiredKeys: ["text"])
        return ErrorText.text(read) { $0["file"] == nil ? "no file" : "a file" }
      },
      row("CKAsset, desiredKeys without the file", .batch, .damagedFile, "[hello]") { place in
        ErrorText.text(
          try await place.database.records(for: [place.recordID], desiredKeys: ["text"]),
          RecordRows.text)
      },
      row(
        "CKModifyRecordsOperation.perRecordProgressBlock", .operation, .saved,
        "sent, item saved, end ok"
      ) { place in
        let file = file(place.me)
        try Data("bytes".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        place.record["file"] = CKAsset(fileURL: file)
        let operation = CKModifyRecordsOperation(recordsToSave: [place.record])
        return await run(operation, on: place.database) { operation, log in
          operation.perRecordProgressBlock = { _, part in
            if part == 1, log.all.isEmpty { log.add("sent") }
          }
          operation.perRecordSaveBlock = { log.item($1, words) }
          operation.modifyRecordsResultBlock = { log.end($0) }
        }
      },
      row(
        "CKModifyRecordsOperation, asset that changes", .operation, .saved,
        "item !assetFileModified, end ok"
      ) { place in
        let (first, second) = (file("first-\(place.me)"), file("second-\(place.me)"))
        for file in [first, second] { try Data("bytes".utf8).write(to: file) }
        defer { for file in [first, second] { try? FileManager.default.removeItem(at: file) } }
        place.record["file"] = CKAsset(fileURL: first)
        place.record["more"] = CKAsset(fileURL: second)
        // The first file is written again while the second one is on its way.
        try await place.trouble(.slow(milliseconds: 50))
        let operation = CKModifyRecordsOperation(recordsToSave: [place.record])
        return await run(operation, on: place.database) { operation, log in
          operation.perRecordProgressBlock = { _, _ in
            try? Data("other bytes".utf8).write(to: first)
          }
          operation.perRecordSaveBlock = { log.item($1, words) }
          operation.modifyRecordsResultBlock = { log.end($0) }
        }
      },
    ]

  // MARK: - References

  private static func reference(
    _ place: Place, _ name: String, _ action: CKRecord.ReferenceAction
  ) -> CKRecord.Reference {
    CKRecord.Reference(
      recordID: CKRecord.ID(recordName: name, zoneID: place.zoneID), action: action)
  }

  private static let references: [Row] =
    saving("reference to no record", "saved") { place in
      place.record["link"] = reference(place, "none", .none)
      return place.record
    }
    + saving("owning reference to no record", "saved") { place in
      place.record["owner"] = reference(place, "none", .deleteSelf)
      return place.record
    }
    + saving("parent that does not exist", "!referenceViolation") { place in
      place.record.parent = reference(place, "none", .none)
      return place.record
    }
    + saving("reference into another zone", "!invalidArguments") { place in
      place.record["link"] = CKRecord.Reference(
        recordID: CKRecord.ID(recordName: "x", zoneID: CKRecordZone.ID(zoneName: "Elsewhere")),
        action: .none)
      return place.record
    } + [
      row("deleteRecord(withID:) of a parent", .asynchronous, .saved, "!referenceViolation") {
        place in
        let child = place.newRecord("child")
        child.setParent(place.record)
        try await place.database.save(child)
        try await place.database.deleteRecord(withID: place.recordID)
        return "deleted"
      },
      row("deleteRecord(withID:) of an owner", .asynchronous, .saved, "!unknownItem") { place in
        let owned = place.newRecord("owned")
        owned["owner"] = CKRecord.Reference(record: place.record, action: .deleteSelf)
        try await place.database.save(owned)
        try await place.database.deleteRecord(withID: place.recordID)
        return RecordRows.text(try await place.database.record(for: owned.recordID))
      },
    ]

  // MARK: - Conflicts

  private static func conflict(
    _ place: Place, _ words: (CKError) -> String
  ) async throws -> String {
    place.record["text"] = "mine"
    do {
      try await place.database.save(place.record)
      return "saved"
    } catch let error as CKError {
      return words(error)
    }
  }

  private static let conflicts: [Row] = [
    row("CKError.serverRecord", .asynchronous, .changedElsewhere, "theirs") {
      try await conflict($0) { $0.serverRecord.map(RecordRows.text) ?? "none" }
    },
    row("CKError.clientRecord", .asynchronous, .changedElsewhere, "mine") {
      try await conflict($0) { $0.clientRecord.map(RecordRows.text) ?? "none" }
    },
    row("CKError.ancestorRecord", .asynchronous, .changedElsewhere, "hello") {
      try await conflict($0) { $0.ancestorRecord.map(RecordRows.text) ?? "none" }
    },
    row("CKError.serverRecord, saved again", .asynchronous, .changedElsewhere, "merged") { place in
      place.record["text"] = "mine"
      do {
        try await place.database.save(place.record)
        return "no conflict"
      } catch let error as CKError {
        guard let server = error.serverRecord else { return "none" }
        server["text"] = "merged"
        try await place.database.save(server)
        return RecordRows.text(try await place.database.record(for: place.recordID))
      }
    },
    row("save(record) that exists", .asynchronous, .saved, "!serverRecordChanged") { place in
      words(try await place.database.save(place.newRecord("note")))
    },
    row("CKError.serverRecord", .asynchronous, .noZone, "none") {
      try await conflict($0) { $0.serverRecord == nil ? "none" : "a record" }
    },
  ]

  // MARK: - Archives

  private static func archived(_ record: CKRecord) throws -> CKRecord {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    record.encodeSystemFields(with: archiver)
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    unarchiver.requiresSecureCoding = true
    guard let read = CKRecord(coder: unarchiver) else { throw CKError(.internalError) }
    return read
  }

  private static let archives: [Row] = [
    row("save(record) from encodeSystemFields", .asynchronous, .saved, "mine") { place in
      let record = try archived(place.record)
      record["text"] = "mine"
      try await place.database.save(record)
      return RecordRows.text(try await place.database.record(for: place.recordID))
    },
    row(
      "save(record) from encodeSystemFields", .asynchronous, .changedElsewhere,
      "!serverRecordChanged"
    ) { place in
      let record = try archived(place.record)
      record["text"] = "mine"
      return words(try await place.database.save(record))
    },
  ]
}
