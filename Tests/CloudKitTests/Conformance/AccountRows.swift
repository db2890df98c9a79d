import CloudKit
import Foundation

/// The account, and the user's own record.
enum AccountRows {
  static let all: [Row] =
    rows(asking, status) + rows(naming, named) + rows(owning, owned) + containers

  private static let words: @Sendable (CKAccountStatus) -> String = { "status \($0.rawValue)" }

  private static let status: Answers = [
    .saved: .value("status 1"), .noAccount: .value("status 3"),
    .publicRecordWithoutAccount: .value("status 3"), .quotaExceeded: .value("status 1"),
    .noNetwork: .value("status 1"), .rateLimited: .value("status 1"),
  ]

  private static let asking: [Call] = [
    Call("accountStatus()", .asynchronous) { words(try await $0.container.accountStatus()) },
    Call("accountStatus(completionHandler:)", .handler) { place in
      try await withCheckedThrowingContinuation { continuation in
        place.container.accountStatus { status, error in
          if let error {
            continuation.resume(throwing: error)
          } else {
            continuation.resume(returning: words(status))
          }
        }
      }
    },
  ]

  private static let named: Answers = [
    .saved: .value("a name"), .noAccount: .call(.notAuthenticated),
    .publicRecordWithoutAccount: .call(.notAuthenticated),
    .noNetwork: .call(.networkUnavailable),
  ]

  private static let name: @Sendable (CKRecord.ID) -> String = {
    $0.recordName.isEmpty || $0.recordName == CKCurrentUserDefaultName ? "no name" : "a name"
  }

  private static let naming: [Call] = [
    Call("userRecordID()", .asynchronous) { name(try await $0.container.userRecordID()) },
    Call("fetchUserRecordID", .handler) { place in
      try await handled({ place.container.fetchUserRecordID(completionHandler: $0) }, name)
    },
  ]

  // MARK: - The user's record

  private static let type: @Sendable (CKRecord) -> String = { $0.recordType }

  private static let owned: Answers = [
    .saved: .value("Users"), .publicRecord: .value("Users"),
    .noNetwork: .call(.networkUnavailable), .noAccount: .call(.notAuthenticated),
  ]

  private static func own(_ scope: CKDatabase.Scope, _ place: Place) async -> String {
    await run(
      CKFetchRecordsOperation.fetchCurrentUserRecordOperation(),
      on: place.container.database(with: scope)
    ) { operation, log in
      operation.recordIDs = [place.recordID]
      operation.perRecordResultBlock = { log.item($1, type) }
      operation.fetchRecordsResultBlock = { log.end($0) }
    }
  }

  private static let owning: [Call] = [
    Call("CKFetchRecordsOperation.fetchCurrentUserRecordOperation()", .operation) {
      await own(.public, $0)
    },
    Call("fetchCurrentUserRecordOperation() in the private database", .operation) {
      await own(.private, $0)
    },
  ]

  private static let containers: [Row] = [
    row("userRecordID(), two devices", .asynchronous, .saved, "the same") { place in
      let other = try await place.fixture.container(of: place.me)
      return try await other.userRecordID() == place.container.userRecordID()
        ? "the same" : "another"
    },
    row("userRecordID(), two people", .asynchronous, .saved, "another") { place in
      let other = try await place.fixture.container(of: place.other)
      return try await other.userRecordID() == place.container.userRecordID()
        ? "the same" : "another"
    },
    row("record(for: userRecordID)", .asynchronous, .saved, "Users") { place in
      let id = try await place.container.userRecordID()
      return type(try await place.container.publicCloudDatabase.record(for: id))
    },
    row("save(user's record)", .asynchronous, .saved, "green") { place in
      let database = place.container.publicCloudDatabase
      let user = try await database.record(for: try await place.container.userRecordID())
      user["colour"] = "green"
      try await database.save(user)
      return try await database.record(for: user.recordID)["colour"] as? String ?? "none"
    },
    row("record(for: other's userRecordID)", .asynchronous, .saved, "!unknownItem") { place in
      let other = try await place.fixture.container(of: place.other).userRecordID()
      return type(try await place.container.publicCloudDatabase.record(for: other))
    },
    row("deleteRecord(withID: userRecordID)", .asynchronous, .saved, "!permissionFailure") {
      place in
      try await place.container.publicCloudDatabase.deleteRecord(
        withID: try await place.container.userRecordID())
      return "deleted"
    },
    row("creatorUserRecordID", .asynchronous, .saved, "__defaultOwner__") {
      $0.record.creatorUserRecordID?.recordName ?? "none"
    },
    row("creatorUserRecordID", .asynchronous, .readWriteShare, "another") { place in
      place.record.creatorUserRecordID?.recordName == CKCurrentUserDefaultName
        ? "me" : "another"
    },
    row("CKContainer(identifier:) with a wrong name", .asynchronous, .saved, "!badContainer") {
      place in
      let container = try await place.fixture.container(named: "no container", of: place.me)
      return "\(try await container.privateCloudDatabase.allRecordZones().count)"
    },
    row("two containers", .asynchronous, .saved, "!zoneNotFound") { place in
      let container = try await place.fixture.container(
        named: "iCloud.com.example.Conformance2", of: place.me)
      return RecordRows.text(
        try await container.privateCloudDatabase.record(for: place.recordID))
    },
    row("allLongLivedOperationIDs()", .asynchronous, .saved, "0") {
      "\(try await $0.container.allLongLivedOperationIDs().count)"
    },
  ]
}
