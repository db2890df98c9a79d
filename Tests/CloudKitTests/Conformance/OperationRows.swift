import CloudKit
import Foundation

/// Rows about the properties that all operations have in common.
enum OperationRows {
  static let all: [Row] = cancelled + settings + patience

  // MARK: - Cancelled before the beginning

  /// Cancels an operation, and then puts it on a queue.
  private static func cancelled<Operation: CKOperation>(
    _ make: @escaping @Sendable (Place) throws -> Operation,
    _ observe: @escaping @Sendable (Operation, BlockLog) -> Void
  ) -> Row {
    row("\(Operation.self).cancel()", .operation, .nowhere, "end !operationCancelled") { place in
      let operation = try make(place)
      let log = BlockLog()
      observe(operation, log)
      operation.cancel()
      let queue = OperationQueue()
      await withCheckedContinuation { continuation in
        operation.completionBlock = { continuation.resume() }
        queue.addOperation(operation)
      }
      return log.text
    }
  }

  private static let cancelled: [Row] = [
    cancelled({ CKModifyRecordsOperation(recordsToSave: [$0.record]) }) { operation, log in
      operation.perRecordSaveBlock = { _, _ in log.add("item") }
      operation.modifyRecordsResultBlock = { log.end($0) }
    },
    cancelled({ CKFetchRecordsOperation(recordIDs: [$0.recordID]) }) { operation, log in
      operation.perRecordResultBlock = { _, _ in log.add("item") }
      operation.fetchRecordsResultBlock = { log.end($0) }
    },
    cancelled({ _ in
      CKQueryOperation(query: CKQuery(recordType: "Note", predicate: .init(value: true)))
    }) {
      operation, log in
      operation.recordMatchedBlock = { _, _ in log.add("item") }
      operation.queryResultBlock = { log.end($0) }
    },
    cancelled({ CKFetchRecordZonesOperation(recordZoneIDs: [$0.zoneID]) }) { operation, log in
      operation.perRecordZoneResultBlock = { _, _ in log.add("item") }
      operation.fetchRecordZonesResultBlock = { log.end($0) }
    },
    cancelled({ _ in CKModifyRecordZonesOperation(recordZonesToSave: [.init(zoneName: "Z")]) }) {
      operation, log in
      operation.perRecordZoneSaveBlock = { _, _ in log.add("item") }
      operation.modifyRecordZonesResultBlock = { log.end($0) }
    },
    cancelled({ _ in CKFetchDatabaseChangesOperation(previousServerChangeToken: nil) }) {
      operation, log in
      operation.recordZoneWithIDChangedBlock = { _ in log.add("item") }
      operation.fetchDatabaseChangesResultBlock = { log.end($0) }
    },
    cancelled({
      CKFetchRecordZoneChangesOperation(
        recordZoneIDs: [$0.zoneID], configurationsByRecordZoneID: nil)
    }) { operation, log in
      operation.recordZoneFetchResultBlock = { _, _ in log.add("item") }
      operation.fetchRecordZoneChangesResultBlock = { log.end($0) }
    },
    cancelled({ _ in CKModifySubscriptionsOperation(subscriptionsToSave: [CKDatabaseSubscription()])
    }) { operation, log in
      operation.perSubscriptionSaveBlock = { _, _ in log.add("item") }
      operation.modifySubscriptionsResultBlock = { log.end($0) }
    },
    cancelled({ _ in CKFetchSubscriptionsOperation(subscriptionIDs: ["all"]) }) { operation, log in
      operation.perSubscriptionResultBlock = { _, _ in log.add("item") }
      operation.fetchSubscriptionsResultBlock = { log.end($0) }
    },
    cancelled({ CKFetchShareMetadataOperation(shareURLs: [$0.fixture.linkToNothing]) }) {
      operation, log in
      operation.perShareMetadataResultBlock = { _, _ in log.add("item") }
      operation.fetchShareMetadataResultBlock = { log.end($0) }
    },
    cancelled({ _ in CKAcceptSharesOperation(shareMetadatas: []) }) { operation, log in
      operation.perShareResultBlock = { _, _ in log.add("item") }
      operation.acceptSharesResultBlock = { log.end($0) }
    },
    cancelled({ _ in
      CKFetchShareParticipantsOperation(userIdentityLookupInfos: [.init(emailAddress: "a")])
    }) { operation, log in
      operation.perShareParticipantResultBlock = { _, _ in log.add("item") }
      operation.fetchShareParticipantsResultBlock = { log.end($0) }
    },
  ]

  // MARK: - Settings

  private static let settings: [Row] = [
    row("CKOperation.Configuration()", .operation, .nowhere, "true false 60 true") { _ in
      let configuration = CKOperation.Configuration()
      return "\(configuration.allowsCellularAccess) \(configuration.isLongLived) "
        + "\(Int(configuration.timeoutIntervalForRequest)) "
        + "\(configuration.qualityOfService == .default)"
    },
    row("CKOperation.configuration of a new operation", .operation, .nowhere, "60") {
      _ in
      "\(Int(CKFetchRecordsOperation(recordIDs: []).configuration.timeoutIntervalForRequest))"
    },
    row("CKOperation.operationID", .operation, .nowhere, "different") { _ in
      CKFetchRecordsOperation().operationID == CKFetchRecordsOperation().operationID
        ? "the same" : "different"
    },
    row("CKOperation.group, container by default", .operation, .saved, "item hello, end ok") {
      place in
      let operation = CKFetchRecordsOperation(recordIDs: [place.recordID])
      let group = CKOperationGroup()
      group.defaultConfiguration.container = place.container
      operation.group = group
      let log = BlockLog()
      operation.perRecordResultBlock = { log.item($1, RecordRows.text) }
      operation.fetchRecordsResultBlock = { log.end($0) }
      await withCheckedContinuation { continuation in
        operation.completionBlock = { continuation.resume() }
        OperationQueue().addOperation(operation)
      }
      return log.text
    },
    row("CKOperation.addDependency", .operation, .noZone, "item saved, end ok") { place in
      let zone = CKModifyRecordZonesOperation(
        recordZonesToSave: [CKRecordZone(zoneID: place.zoneID)])
      let save = CKModifyRecordsOperation(recordsToSave: [place.record])
      save.addDependency(zone)
      zone.database = place.database
      let queue = OperationQueue()
      let log = BlockLog()
      save.perRecordSaveBlock = { log.item($1) { _ in "saved" } }
      save.modifyRecordsResultBlock = { log.end($0) }
      save.database = place.database
      await withCheckedContinuation { continuation in
        save.completionBlock = { continuation.resume() }
        queue.addOperation(save)
        queue.addOperation(zone)
      }
      return log.text
    },
    row(
      "CKOperation.cancel() in the first block", .operation, .saved,
      "item saved, end !operationCancelled"
    ) { place in
      let records = (0..<5).map { place.newRecord("more \($0)") }
      return await run(CKModifyRecordsOperation(recordsToSave: records), on: place.database) {
        operation, log in
        operation.perRecordSaveBlock = { [unowned operation] _, result in
          log.item(result) { _ in "saved" }
          operation.cancel()
        }
        operation.modifyRecordsResultBlock = { log.end($0) }
      }
    },
    row("CKOperation.isFinished in completionBlock", .operation, .saved, "true false") { place in
      let operation = CKFetchRecordsOperation(recordIDs: [place.recordID])
      await withCheckedContinuation { continuation in
        operation.completionBlock = { continuation.resume() }
        place.database.add(operation)
      }
      return "\(operation.isFinished) \(operation.isExecuting)"
    },
  ]

  // MARK: - Waiting for the network

  private static func fetch(_ place: Place, _ quality: QualityOfService) async throws -> String {
    try await place.trouble(.connectionLostOnce)
    let operation = CKFetchRecordsOperation(recordIDs: [place.recordID])
    operation.configuration.qualityOfService = quality
    return await run(operation, on: place.database) { operation, log in
      operation.perRecordResultBlock = { log.item($1, RecordRows.text) }
      operation.fetchRecordsResultBlock = { log.end($0) }
    }
  }

  private static let patience: [Row] = [
    row("qualityOfService = .utility, connection lost", .operation, .saved, "item hello, end ok") {
      try await fetch($0, .utility)
    },
    row(
      "qualityOfService = .background, connection lost", .operation, .saved, "item hello, end ok"
    ) { try await fetch($0, .background) },
    row(
      "qualityOfService = .default, connection lost", .operation, .saved, "end !networkFailure"
    ) { try await fetch($0, .default) },
    row(
      "qualityOfService = .userInitiated, connection lost", .operation, .saved,
      "end !networkFailure"
    ) { try await fetch($0, .userInitiated) },
    row("CKOperation.qualityOfService = .utility", .operation, .nowhere, "true") { _ in
      let operation = CKFetchRecordsOperation()
      operation.qualityOfService = .utility
      return "\(operation.configuration.qualityOfService == .utility)"
    },
  ]
}
