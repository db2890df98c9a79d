import CloudKit
import Foundation

/// Rows about the changes since a token.
enum ChangeRows {
  static let all: [Row] =
    rows(ofZones, zones) + rows(ofRecords, records) + tokens + pages

  static func words(_ zoneIDs: [CKRecordZone.ID], deleted: [CKRecordZone.ID]) -> String {
    let all = zoneIDs.map(\.zoneName).sorted() + deleted.map { "-\($0.zoneName)" }.sorted()
    return all.joined(separator: " ")
  }

  // MARK: - Zones

  static let zones = Answers.troubles.and([
    .saved: .value("Notes"), .noZone: .value(""), .deletedZone: .value("-Notes"),
    .readWriteShare: .value("Notes"), .invited: .value(""), .removedFromShare: .value("-Notes"),
    .privateZoneInSharedDatabase: .value(""), .publicRecord: .call(.badDatabase),
  ])

  private static let ofZones: [Call] = [
    Call("databaseChanges(since: nil)", .asynchronous) { place in
      let page = try await place.database.databaseChanges(since: nil)
      return words(page.modifications.map(\.zoneID), deleted: page.deletions.map(\.zoneID))
    },
    Call("fetchDatabaseChanges(since: nil)", .handler) { place in
      try await handled({
        place.database.fetchDatabaseChanges(since: nil, completionHandler: $0)
      }) { page in
        words(page.modifications.map(\.zoneID), deleted: page.deletions.map(\.zoneID))
      }
    },
    Call("CKFetchDatabaseChangesOperation", .operation) { place in
      let operation = CKFetchDatabaseChangesOperation(previousServerChangeToken: nil)
      return await run(operation, on: place.database) { operation, log in
        var (changed, deleted): ([CKRecordZone.ID], [CKRecordZone.ID]) = ([], [])
        operation.recordZoneWithIDChangedBlock = { changed.append($0) }
        operation.recordZoneWithIDWasDeletedBlock = { deleted.append($0) }
        operation.fetchDatabaseChangesResultBlock = { result in
          if case .success = result { log.item(words(changed, deleted: deleted), nil) }
          log.end(result)
        }
      }
    },
  ]

  // MARK: - Records

  static let records = Answers.troubles.and(.missingZones).and([
    .saved: .value("hello"), .changedElsewhere: .value("theirs"), .noRecord: .value(""),
    .deletedRecord: .value(""),
    .readWriteShare: .value("hello"), .readOnlyShare: .value("hello"),
    .invited: .item(.zoneNotFound), .notInvited: .item(.zoneNotFound),
    .removedFromShare: .item(.zoneNotFound), .shareEnded: .item(.zoneNotFound),
    .answerLost: .call(.networkFailure),
  ])

  /// The texts of notes; a share in the zone is no note.
  static func text(_ record: CKRecord) -> String? { record["text"] as? String }

  private static let ofRecords: [Call] = [
    Call("recordZoneChanges(inZoneWith:since: nil)", .asynchronous) { place in
      let page = try await place.database.recordZoneChanges(
        inZoneWith: place.zoneID, since: nil)
      return page.modificationResultsByID.values.compactMap { (try? $0.get().record).flatMap(text) }
        .joined(separator: " ")
    },
    Call("fetchRecordZoneChanges(inZoneWith:since: nil)", .handler) { place in
      try await handled({
        place.database.fetchRecordZoneChanges(
          inZoneWith: place.zoneID, since: nil, completionHandler: $0)
      }) { page in
        page.modificationResultsByID.values.compactMap { (try? $0.get().record).flatMap(text) }
          .joined(separator: " ")
      }
    },
    Call("CKFetchRecordZoneChangesOperation", .operation) { place in
      let operation = CKFetchRecordZoneChangesOperation(
        recordZoneIDs: [place.zoneID], configurationsByRecordZoneID: nil)
      return await run(operation, on: place.database) { operation, log in
        var texts: [String] = []
        operation.recordWasChangedBlock = { _, result in
          if let found = (try? result.get()).flatMap(text) { texts.append(found) }
        }
        operation.recordZoneFetchResultBlock = { _, result in
          log.item(result) { _ in texts.joined(separator: " ") }
        }
        operation.fetchRecordZoneChangesResultBlock = { log.end($0) }
      }
    },
  ]

  // MARK: - Tokens

  /// The changes of the zone since the state began.
  private static func since(
    _ place: Place, _ change: (CKDatabase) async throws -> Void
  ) async throws -> String {
    let token = try await place.database.recordZoneChanges(
      inZoneWith: place.zoneID, since: nil
    ).changeToken
    try await change(try await place.secondDevice())
    let page = try await place.database.recordZoneChanges(
      inZoneWith: place.zoneID, since: token)
    let changed = page.modificationResultsByID.values.compactMap {
      (try? $0.get().record).flatMap(text)
    }
    let deleted = page.deletions.map { "-\($0.recordID.recordName) \($0.recordType)" }
    return (changed + deleted).joined(separator: " ")
  }

  private static func archived(_ token: CKServerChangeToken) throws -> CKServerChangeToken? {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: token, requiringSecureCoding: true)
    return try NSKeyedUnarchiver.unarchivedObject(ofClass: CKServerChangeToken.self, from: data)
  }

  private static let tokens: [Row] = [
    row("recordZoneChanges(since:), nothing happened", .asynchronous, .saved, "") {
      try await since($0) { _ in }
    },
    row("recordZoneChanges(since:), changed", .asynchronous, .saved, "theirs") { place in
      try await since(place) { database in
        let record = try await database.record(for: place.recordID)
        record["text"] = "theirs"
        try await database.save(record)
      }
    },
    row("recordZoneChanges(since:), deleted", .asynchronous, .saved, "-note Note") { place in
      try await since(place) { try await $0.deleteRecord(withID: place.recordID) }
    },
    row("recordZoneChanges(since:), zone deleted", .asynchronous, .saved, "!zoneNotFound") {
      place in
      try await since(place) { try await $0.deleteRecordZone(withID: place.zoneID) }
    },
    row("recordZoneChanges(since:), zone made anew", .asynchronous, .saved, "!changeTokenExpired") {
      place in
      try await since(place) {
        try await $0.deleteRecordZone(withID: place.zoneID)
        try await $0.save(CKRecordZone(zoneID: place.zoneID))
      }
    },
    row("recordZoneChanges(since:), expired", .asynchronous, .saved, "!changeTokenExpired") {
      place in
      try await since(place) { _ in try await place.trouble(.tokensExpired) }
    },
    row("databaseChanges(since:), expired", .asynchronous, .saved, "!changeTokenExpired") { place in
      let token = try await place.database.databaseChanges(since: nil).changeToken
      try await place.trouble(.tokensExpired)
      return "\(try await place.database.databaseChanges(since: token).modifications.count)"
    },
    row("databaseChanges(since:), zone deleted", .asynchronous, .saved, "-Notes") { place in
      let token = try await place.database.databaseChanges(since: nil).changeToken
      try await place.secondDevice().deleteRecordZone(withID: place.zoneID)
      let page = try await place.database.databaseChanges(since: token)
      return words(page.modifications.map(\.zoneID), deleted: page.deletions.map(\.zoneID))
    },
    row("databaseChanges(since:), archived", .asynchronous, .saved, "") { place in
      let token = try await place.database.databaseChanges(since: nil).changeToken
      let page = try await place.database.databaseChanges(since: try archived(token))
      return words(page.modifications.map(\.zoneID), deleted: page.deletions.map(\.zoneID))
    },
    row(
      "CKFetchRecordZoneChangesOperation, expired", .operation, .saved,
      "item !changeTokenExpired, end ok"
    ) { place in
      let configuration = CKFetchRecordZoneChangesOperation.ZoneConfiguration(
        previousServerChangeToken: try await place.database.recordZoneChanges(
          inZoneWith: place.zoneID, since: nil
        ).changeToken)
      try await place.trouble(.tokensExpired)
      let operation = CKFetchRecordZoneChangesOperation(
        recordZoneIDs: [place.zoneID],
        configurationsByRecordZoneID: [place.zoneID: configuration])
      return await run(operation, on: place.database) { operation, log in
        operation.recordZoneFetchResultBlock = { log.item($1) { _ in "fetched" } }
        operation.fetchRecordZoneChangesResultBlock = { log.end($0) }
      }
    },
    row(
      "CKFetchDatabaseChangesOperation, expired", .operation, .saved, "end !changeTokenExpired"
    ) { place in
      let token = try await place.database.databaseChanges(since: nil).changeToken
      try await place.trouble(.tokensExpired)
      let operation = CKFetchDatabaseChangesOperation(previousServerChangeToken: token)
      return await run(operation, on: place.database) { operation, log in
        operation.changeTokenUpdatedBlock = { _ in log.add("token") }
        operation.fetchDatabaseChangesResultBlock = { log.end($0) }
      }
    },
  ]

  // MARK: - Pages

  private static func add(_ count: Int, to place: Place) async throws {
    let records = (0..<count).map { place.newRecord("more \($0)") }
    _ = try await place.database.modifyRecords(saving: records, deleting: [])
  }

  /// Two zones, of which one is missing.
  private static func twoZones(_ place: Place) async -> String {
    let missing = CKRecordZone.ID(zoneName: "Missing")
    let operation = CKFetchRecordZoneChangesOperation(
      recordZoneIDs: [missing, place.zoneID], configurationsByRecordZoneID: nil)
    return await run(operation, on: place.database) { operation, log in
      operation.recordZoneFetchResultBlock = { zoneID, result in
        log.item(result) { _ in zoneID.zoneName }
      }
      operation.fetchRecordZoneChangesResultBlock = { log.end($0) }
    }
  }

  private static let pages: [Row] = [
    row("recordZoneChanges(resultsLimit:)", .asynchronous, .saved, "2 true, 2 true, 1 false") {
      place in
      try await add(4, to: place)
      var answers: [String] = []
      var token: CKServerChangeToken?
      var moreComing = true
      while moreComing, answers.count < 10 {
        let page = try await place.database.recordZoneChanges(
          inZoneWith: place.zoneID, since: token, resultsLimit: 2)
        answers.append("\(page.modificationResultsByID.count) \(page.moreComing)")
        (token, moreComing) = (page.changeToken, page.moreComing)
      }
      return answers.joined(separator: ", ")
    },
    row("recordZoneChanges(desiredKeys:)", .asynchronous, .saved, "0") { place in
      let page = try await place.database.recordZoneChanges(
        inZoneWith: place.zoneID, since: nil, desiredKeys: [])
      return
        "\(page.modificationResultsByID.values.compactMap { try? $0.get().record.allKeys().count }.reduce(0, +))"
    },
    row(
      "CKFetchRecordZoneChangesOperation, pages", .operation, .saved,
      "5 records, 2 tokens, last"
    ) { place in
      try await add(4, to: place)
      let operation = CKFetchRecordZoneChangesOperation(
        recordZoneIDs: [place.zoneID],
        configurationsByRecordZoneID: [place.zoneID: .init(resultsLimit: 2)])
      return await run(operation, on: place.database) { operation, log in
        var (records, tokens) = (0, 0)
        operation.recordWasChangedBlock = { _, _ in records += 1 }
        operation.recordZoneChangeTokensUpdatedBlock = { _, _, _ in tokens += 1 }
        operation.recordZoneFetchResultBlock = { _, result in
          log.add("\(records) records, \(tokens) tokens")
          log.add((try? result.get().moreComing) == false ? "last" : "not the last")
        }
      }
    },
    row(
      "CKFetchRecordZoneChangesOperation.fetchAllChanges = false", .operation, .saved,
      "2 records, true"
    ) { place in
      try await add(4, to: place)
      let operation = CKFetchRecordZoneChangesOperation(
        recordZoneIDs: [place.zoneID],
        configurationsByRecordZoneID: [place.zoneID: .init(resultsLimit: 2)])
      operation.fetchAllChanges = false
      return await run(operation, on: place.database) { operation, log in
        var records = 0
        operation.recordWasChangedBlock = { _, _ in records += 1 }
        operation.recordZoneFetchResultBlock = { _, result in
          log.add("\(records) records")
          log.item(result) { "\($0.moreComing)" }
        }
      }.replacing("item ", with: "")
    },
    row(
      "CKFetchRecordZoneChangesOperation, two zones", .operation, .saved,
      "item !zoneNotFound, item Notes, end ok"
    ) { await twoZones($0) },
    row(
      "CKFetchDatabaseChangesOperation, pages", .operation, .saved, "3 zones, 2 tokens, false"
    ) { place in
      for name in ["One", "Two"] { try await place.database.save(CKRecordZone(zoneName: name)) }
      let operation = CKFetchDatabaseChangesOperation(previousServerChangeToken: nil)
      operation.resultsLimit = 2
      return await run(operation, on: place.database) { operation, log in
        var (zones, tokens) = (0, 0)
        operation.recordZoneWithIDChangedBlock = { _ in zones += 1 }
        operation.changeTokenUpdatedBlock = { _ in tokens += 1 }
        operation.fetchDatabaseChangesResultBlock = { result in
          log.add("\(zones) zones, \(tokens) tokens")
          log.add(ErrorText.text(result) { "\($0.moreComing)" })
        }
      }
    },
  ]
}
