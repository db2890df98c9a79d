import CloudKit
import Foundation

/// Batches over several zones: each zone is a request, and what fails of a later one takes nothing from the earlier.
enum SeveralZones {
  static let words = RecordRows.words

  /// New records in three zones, of which the first is the place's.
  private static func records(_ place: Place) async throws -> [CKRecord] {
    let zones = [place.zoneID] + ["Second", "Third"].map { CKRecordZone.ID(zoneName: $0) }
    _ = try await place.database.modifyRecordZones(
      saving: zones.map { CKRecordZone(zoneID: $0) }, deleting: [])
    return zones.map {
      CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "new", zoneID: $0))
    }
  }

  /// The outcomes of the three records, by their zones.
  private static func text(
    _ results: [CKRecord.ID: Result<CKRecord, any Error>], _ word: String
  ) -> String {
    results.sorted { $0.key.zoneID.zoneName < $1.key.zoneID.zoneName }
      .map { "\($0.key.zoneID.zoneName) \(ErrorText.text($0.value) { _ in word })" }
      .joined(separator: ", ")
  }

  private static func saving(_ name: String, _ trouble: Trouble, _ expected: String) -> Row {
    row("modifyRecords of three zones, \(name)", .batch, .saved, expected) { place in
      let records = try await records(place)
      try await place.trouble(trouble)
      let results = try await place.database.modifyRecords(saving: records, deleting: [])
      return text(results.saveResults, "saved")
    }
  }

  private static func fetching(_ name: String, _ trouble: Trouble, _ expected: String) -> Row {
    row("records(for:) of three zones, \(name)", .batch, .saved, expected) { place in
      let records = try await records(place)
      _ = try await place.database.modifyRecords(saving: records, deleting: [])
      try await place.trouble(trouble)
      return text(try await place.database.records(for: records.map(\.recordID)), "found")
    }
  }

  static let rows: [Row] = [
    saving(
      "connection lost at the second", .afterOneRequest(.connectionLost),
      "Notes saved, Second !networkFailure, Third !networkFailure"),
    saving(
      "zone busy at the second", .afterOneRequest(.zoneBusy),
      "Notes saved, Second !zoneBusy after 3 s, Third saved"),
    saving(
      "refused at the second", .afterOneRequest(.refused(.serverRejectedRequest)),
      "Notes saved, Second !serverRejectedRequest, Third saved"),
    saving("connection lost at the first", .connectionLostOnce, "!networkFailure"),
    saving(
      "zones busy", .zoneBusy,
      "Notes !zoneBusy after 3 s, Second !zoneBusy after 3 s, Third !zoneBusy after 3 s"),
    row(
      "modifyRecords of three zones, one too many for the call", .batch, .saved,
      "!limitExceeded, none of the first"
    ) { place in
      let records = try await records(place)
      let more = (0..<398).map {
        CKRecord(
          recordType: "Note",
          recordID: CKRecord.ID(recordName: "\($0)", zoneID: records[2].recordID.zoneID))
      }
      do {
        _ = try await place.database.modifyRecords(saving: records + more, deleting: [])
        return "saved"
      } catch {
        let first = try await place.database.records(for: [records[0].recordID])
        let found = ErrorText.text(first, words) == "[!unknownItem]" ? "none" : "one"
        return "\(ErrorText.text(error)), \(found) of the first"
      }
    },
    row(
      "modifyRecords(deleting:) of three zones, connection lost at the second", .batch, .saved,
      "deleted 1, !networkFailure 2"
    ) { place in
      let records = try await records(place)
      _ = try await place.database.modifyRecords(saving: records, deleting: [])
      try await place.trouble(.afterOneRequest(.connectionLost))
      let results = try await place.database.modifyRecords(
        saving: [], deleting: records.map(\.recordID))
      let texts = results.deleteResults.values.map { ErrorText.text($0) { "deleted" } }
      return ["deleted", "!networkFailure"]
        .map { text in "\(text) \(texts.count { $0 == text })" }.joined(separator: ", ")
    },
    row(
      "CKModifyRecordsOperation of three zones, connection lost at the second", .operation, .saved,
      "item saved, item !networkFailure, item !networkFailure, end ok"
    ) { place in
      let records = try await records(place)
      try await place.trouble(.afterOneRequest(.connectionLost))
      let operation = CKModifyRecordsOperation(recordsToSave: records)
      return await run(operation, on: place.database) { operation, log in
        operation.perRecordSaveBlock = { log.item($1, words) }
        operation.modifyRecordsResultBlock = { log.end($0) }
      }
    },
    row(
      "CKModifyRecordsOperation of three zones, utility, connection lost at the second",
      .operation, .saved, "item saved, item saved, item saved, end ok"
    ) { place in
      let records = try await records(place)
      try await place.trouble(.afterOneRequest(.connectionLost))
      let operation = CKModifyRecordsOperation(recordsToSave: records)
      operation.configuration.qualityOfService = .utility
      return await run(operation, on: place.database) { operation, log in
        operation.perRecordSaveBlock = { log.item($1, words) }
        operation.modifyRecordsResultBlock = { log.end($0) }
      }
    },
    fetching(
      "connection lost at the second", .afterOneRequest(.connectionLost),
      "Notes found, Second !networkFailure, Third !networkFailure"),
    fetching(
      "zone busy at the second", .afterOneRequest(.zoneBusy),
      "Notes found, Second !zoneBusy after 3 s, Third found"),
    fetching("connection lost at the first", .connectionLostOnce, "!networkFailure"),
  ]
}
