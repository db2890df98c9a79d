import CloudKit
import Foundation

/// Rows with the forms that Apple has deprecated.
///
/// Code that uses a deprecated declaration must be deprecated itself, or the compiler warns. The table asks through
/// this protocol, which is not deprecated.
protocol OlderForms {
  static var older: [Row] { get }
}

extension RecordRows: OlderForms {
  @available(*, deprecated)
  static var older: [Row] {
    rows(
      [
        Call("CKFetchRecordsOperation", .olderOperation) { place in
          await run(CKFetchRecordsOperation(recordIDs: [place.recordID]), on: place.database) {
            operation, log in
            operation.perRecordCompletionBlock = { log.item($0.map(text), $2) }
            operation.fetchRecordsCompletionBlock = { log.end($1) }
          }
        }
      ], found)
      + rows(
        [
          Call("CKModifyRecordsOperation", .olderOperation) { place in
            let operation = CKModifyRecordsOperation(recordsToSave: [changed(place)])
            return await run(operation, on: place.database) { operation, log in
              operation.perRecordCompletionBlock = { log.item("saved", $1) }
              operation.modifyRecordsCompletionBlock = { log.end($2) }
            }
          }
        ], saved)
  }
}

extension BatchRows: OlderForms {
  @available(*, deprecated)
  static var older: [Row] {
    [
      row(
        "CKModifyRecordsOperation.isAtomic", .olderOperation, .changedElsewhere,
        "item !serverRecordChanged, item !batchRequestFailed, 0 saved, "
          + "end !partialFailure[!batchRequestFailed, !serverRecordChanged]"
      ) { await operation($0, atomic: true) },
      row(
        "CKModifyRecordsOperation.isAtomic = false", .olderOperation, .changedElsewhere,
        "item !serverRecordChanged, item saved, 1 saved, end !partialFailure[!serverRecordChanged]"
      ) { await operation($0, atomic: false) },
    ]
  }

  @available(*, deprecated)
  private static func operation(_ place: Place, atomic: Bool) async -> String {
    place.record["text"] = "mine"
    let operation = CKModifyRecordsOperation(
      recordsToSave: [place.record, place.newRecord("new-\(place.me)")])
    operation.isAtomic = atomic
    return await run(operation, on: place.database) { operation, log in
      operation.perRecordCompletionBlock = { log.item("saved", $1) }
      operation.modifyRecordsCompletionBlock = { saved, _, error in
        log.add("\(saved?.count ?? 0) saved")
        log.end(error)
      }
    }
  }
}

extension QueryRows: OlderForms {
  @available(*, deprecated)
  static var older: [Row] {
    rows(
      [
        Call("perform(query)", .handler) { place in
          try await handled(
            {
              place.database.perform(
                query(place), inZoneWith: place.zoneID, completionHandler: $0)
            }) { (records: [CKRecord]) in records.map(text).joined(separator: ", ") }
        },
        Call("CKQueryOperation", .olderOperation) { place in
          let operation = CKQueryOperation(query: query(place))
          operation.zoneID = place.zoneID
          return await run(operation, on: place.database) { operation, log in
            operation.recordFetchedBlock = { log.item(text($0), nil) }
            operation.queryCompletionBlock = { log.end($1) }
          }
        },
      ], found)
  }
}

extension ChangeRows: OlderForms {
  @available(*, deprecated)
  static var older: [Row] {
    rows(
      [
        Call("CKFetchDatabaseChangesOperation", .olderOperation) { place in
          let operation = CKFetchDatabaseChangesOperation(previousServerChangeToken: nil)
          return await run(operation, on: place.database) { operation, log in
            var (changed, deleted): ([CKRecordZone.ID], [CKRecordZone.ID]) = ([], [])
            operation.recordZoneWithIDChangedBlock = { changed.append($0) }
            operation.recordZoneWithIDWasDeletedBlock = { deleted.append($0) }
            operation.fetchDatabaseChangesCompletionBlock = { token, _, error in
              if token != nil { log.item(words(changed, deleted: deleted), nil) }
              log.end(error)
            }
          }
        }
      ], zones)
      + rows(
        [
          Call("CKFetchRecordZoneChangesOperation", .olderOperation) { place in
            let operation = CKFetchRecordZoneChangesOperation(
              recordZoneIDs: [place.zoneID], configurationsByRecordZoneID: nil)
            return await run(operation, on: place.database) { operation, log in
              var texts: [String] = []
              operation.recordChangedBlock = { if let found = text($0) { texts.append(found) } }
              operation.recordZoneFetchCompletionBlock = { _, _, _, _, error in
                log.item(texts.joined(separator: " "), error)
              }
              operation.fetchRecordZoneChangesCompletionBlock = { log.end($0) }
            }
          }
        ], records)
      + [
        row(
          "CKFetchRecordZoneChangesOperation, two zones", .olderOperation, .saved,
          "item !zoneNotFound, item Notes, end !partialFailure[!zoneNotFound]"
        ) { await twoZones($0) }
      ]
  }

  @available(*, deprecated)
  private static func twoZones(_ place: Place) async -> String {
    let missing = CKRecordZone.ID(zoneName: "Missing")
    let operation = CKFetchRecordZoneChangesOperation(
      recordZoneIDs: [missing, place.zoneID], configurationsByRecordZoneID: nil)
    return await run(operation, on: place.database) { operation, log in
      operation.recordZoneFetchCompletionBlock = { log.item("\($0.zoneName)", $4) }
      operation.fetchRecordZoneChangesCompletionBlock = { log.end($0) }
    }
  }
}
