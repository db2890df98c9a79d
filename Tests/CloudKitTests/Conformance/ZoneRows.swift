import CloudKit
import Foundation

/// Zones: reading, listing, making and deleting.
enum ZoneRows {
  static let all: [Row] =
    rows(fetching, found) + rows(listing, listed) + rows(saving, saved) + rows(deleting, deleted)
    + properties

  static let name: @Sendable (CKRecordZone) -> String = { $0.zoneID.zoneName }

  /// The answers of every call on a zone, which fail in the same way.
  static let found = Answers.troubles.and(.missingZones).and([
    .saved: .value("Notes"), .noRecord: .value("Notes"),
    .readWriteShare: .value("Notes"), .readOnlyShare: .value("Notes"),
    .invited: .item(.zoneNotFound), .notInvited: .item(.zoneNotFound),
    .removedFromShare: .item(.zoneNotFound), .publicRecord: .value("_defaultZone"),
  ])

  private static let fetching: [Call] = [
    Call("recordZone(for:)", .asynchronous) {
      name(try await $0.database.recordZone(for: $0.zoneID))
    },
    Call("fetch(withRecordZoneID:)", .handler) { place in
      try await handled(
        { place.database.fetch(withRecordZoneID: place.zoneID, completionHandler: $0) }, name)
    },
    Call("recordZones(for:)", .batch) {
      ErrorText.text(try await $0.database.recordZones(for: [$0.zoneID]), name)
    },
    Call("fetch(withRecordZoneIDs:)", .batchHandler) { place in
      try await handled({
        place.database.fetch(withRecordZoneIDs: [place.zoneID], completionHandler: $0)
      }) { ErrorText.text($0, name) }
    },
    Call("CKFetchRecordZonesOperation", .operation) { place in
      await run(CKFetchRecordZonesOperation(recordZoneIDs: [place.zoneID]), on: place.database) {
        operation, log in
        operation.perRecordZoneResultBlock = { log.item($1, name) }
        operation.fetchRecordZonesResultBlock = { log.end($0) }
      }
    },
  ]

  // MARK: - All zones

  static let listed: Answers = [
    .saved: .value("Notes, _defaultZone"), .noZone: .value("_defaultZone"),
    .deletedZone: .value("_defaultZone"), .privateZoneInSharedDatabase: .value(""),
    .noAccount: .call(.notAuthenticated), .noNetwork: .call(.networkUnavailable),
    .connectionLost: .call(.networkFailure),
    .rateLimited: .call(.requestRateLimited, retryAfter: 7),
    .readWriteShare: .value("Notes"), .readOnlyShare: .value("Notes"), .invited: .value(""),
    .removedFromShare: .value(""), .shareEnded: .value(""), .publicRecord: .value("_defaultZone"),
  ]

  private static let names: @Sendable ([CKRecordZone]) -> String = {
    $0.map(name).sorted().joined(separator: ", ")
  }

  private static let listing: [Call] = [
    Call("allRecordZones()", .asynchronous) { names(try await $0.database.allRecordZones()) },
    Call("fetchAllRecordZones", .handler) { place in
      try await handled({ place.database.fetchAllRecordZones(completionHandler: $0) }, names)
    },
  ]

  // MARK: - Making

  static let saved: Answers = [
    .saved: .value("Notes"), .noZone: .value("Notes"), .deletedZone: .value("Notes"),
    .privateZoneInSharedDatabase: .item(.badDatabase), .publicRecord: .call(.badDatabase),
    .noAccount: .call(.notAuthenticated), .signedOutElsewhere: .call(.notAuthenticated),
    .noNetwork: .call(.networkUnavailable), .connectionLost: .call(.networkFailure),
    .answerLost: .call(.networkFailure), .rateLimited: .call(.requestRateLimited, retryAfter: 7),
    .serviceUnavailable: .call(.serviceUnavailable, retryAfter: 30),
    .accountRestricted: .call(.managedAccountRestricted), .quotaExceeded: .value("Notes"),
  ]

  private static let saving: [Call] = [
    Call("save(zone)", .asynchronous) {
      name(try await $0.database.save(CKRecordZone(zoneID: $0.zoneID)))
    },
    Call("save(zone)", .handler) { place in
      try await handled(
        { place.database.save(CKRecordZone(zoneID: place.zoneID), completionHandler: $0) }, name)
    },
    Call("modifyRecordZones(saving:)", .batch) { place in
      let results = try await place.database.modifyRecordZones(
        saving: [CKRecordZone(zoneID: place.zoneID)], deleting: [])
      return ErrorText.text(results.saveResults, name)
    },
    Call("modifyRecordZones(saving:)", .batchHandler) { place in
      try await handled({
        place.database.modifyRecordZones(
          saving: [CKRecordZone(zoneID: place.zoneID)], deleting: [], completionHandler: $0)
      }) { ErrorText.text($0.saveResults, name) }
    },
    Call("CKModifyRecordZonesOperation", .operation) { place in
      let operation = CKModifyRecordZonesOperation(
        recordZonesToSave: [CKRecordZone(zoneID: place.zoneID)])
      return await run(operation, on: place.database) { operation, log in
        operation.perRecordZoneSaveBlock = { log.item($1, name) }
        operation.modifyRecordZonesResultBlock = { log.end($0) }
      }
    },
  ]

  // MARK: - Deleting

  static let deleted: Answers = [
    .saved: .value("deleted"), .noZone: .value("deleted"), .deletedZone: .value("deleted"),
    .readWriteShare: .value("deleted"), .readOnlyShare: .value("deleted"),
    .publicRecord: .call(.badDatabase),
    .noAccount: .call(.notAuthenticated), .noNetwork: .call(.networkUnavailable),
    .connectionLost: .call(.networkFailure), .answerLost: .call(.networkFailure),
    .rateLimited: .call(.requestRateLimited, retryAfter: 7),
    .zoneBusy: .call(.zoneBusy, retryAfter: 3),
    .accountUnavailable: .call(.accountTemporarilyUnavailable),
  ]

  private static let deleting: [Call] = [
    Call("deleteRecordZone(withID:)", .asynchronous) { place in
      let zoneID = try await place.database.deleteRecordZone(withID: place.zoneID)
      return zoneID == place.zoneID ? "deleted" : "another zone"
    },
    Call("delete(withRecordZoneID:)", .handler) { place in
      try await handled({
        place.database.delete(withRecordZoneID: place.zoneID, completionHandler: $0)
      }) { $0 == place.zoneID ? "deleted" : "another zone" }
    },
    Call("modifyRecordZones(deleting:)", .batch) { place in
      let results = try await place.database.modifyRecordZones(
        saving: [], deleting: [place.zoneID])
      return ErrorText.text(results.deleteResults) { "deleted" }
    },
    Call("CKModifyRecordZonesOperation(recordZoneIDsToDelete:)", .operation) { place in
      let operation = CKModifyRecordZonesOperation(
        recordZonesToSave: nil, recordZoneIDsToDelete: [place.zoneID])
      return await run(operation, on: place.database) { operation, log in
        operation.perRecordZoneDeleteBlock = { log.item($1) { "deleted" } }
        operation.modifyRecordZonesResultBlock = { log.end($0) }
      }
    },
  ]

  // MARK: - What a zone says of itself

  private static func words(
    _ capabilities: CKRecordZone.Capabilities, _ wanted: [CKRecordZone.Capabilities]
  ) -> String {
    wanted.map { "\(capabilities.contains($0))" }.joined(separator: " ")
  }

  private static let properties: [Row] = [
    row("CKRecordZone.capabilities", .asynchronous, .saved, "true true true") { place in
      let zone = try await place.database.recordZone(for: place.zoneID)
      return words(zone.capabilities, [.fetchChanges, .atomic, .zoneWideSharing])
    },
    row("CKRecordZone.capabilities, default zone", .asynchronous, .saved, "false false") { place in
      let zone = try await place.database.recordZone(for: .default)
      return words(zone.capabilities, [.atomic, .zoneWideSharing])
    },
    row("CKRecordZone.share", .asynchronous, .saved, "none") {
      try await $0.database.recordZone(for: $0.zoneID).share?.recordID.recordName ?? "none"
    },
    row("CKRecordZone.share", .asynchronous, .readWriteShare, "cloudkit.zoneshare") {
      try await $0.database.recordZone(for: $0.zoneID).share?.recordID.recordName ?? "none"
    },
    row("CKRecordZone.ID.ownerName", .asynchronous, .saved, "__defaultOwner__") { place in
      let zones = try await place.database.allRecordZones()
      return zones.first { $0.zoneID.zoneName == "Notes" }?.zoneID.ownerName ?? "none"
    },
    row("save(zone) of the default zone", .asynchronous, .noZone, "!invalidArguments") { place in
      name(try await place.database.save(CKRecordZone.default()))
    },
    row("save(zone) with a name of 256 characters", .asynchronous, .noZone, "!invalidArguments") {
      name(
        try await $0.database.save(
          CKRecordZone(zoneName: String(repeating: "z", count: 256))))
    },
    row("save(zone) of another owner", .asynchronous, .notInvited, "!permissionFailure") { place in
      name(try await place.container.privateCloudDatabase.save(CKRecordZone(zoneID: place.zoneID)))
    },
  ]
}
