import CloudKit
import Foundation

/// Every call with a handler, where the handler changes a variable of its caller: in Swift 5 that compiles with Apple's
/// framework.
///
/// Nothing here runs: that it compiles is the test.
private enum HandlersOfSwift5 {
  static func containers(_ container: CKContainer, _ url: URL, _ data: CKShare.Metadata) {
    var calls = 0
    let id = CKRecord.ID(recordName: "a")
    container.accountStatus { _, _ in calls += 1 }
    container.fetchUserRecordID { _, _ in calls += 1 }
    container.fetchShareMetadata(with: url) { _, _ in calls += 1 }
    container.fetchShareMetadatas(for: [url]) { _ in calls += 1 }
    container.accept(data) { _, _ in calls += 1 }
    container.accept([data]) { _ in calls += 1 }
    container.fetchShareParticipant(withEmailAddress: "a") { _, _ in calls += 1 }
    container.fetchShareParticipant(withPhoneNumber: "1") { _, _ in calls += 1 }
    container.fetchShareParticipant(withUserRecordID: id) { _, _ in calls += 1 }
    container.fetchShareParticipants(forEmailAddresses: ["a"]) { _ in calls += 1 }
    container.fetchShareParticipants(forPhoneNumbers: ["1"]) { _ in calls += 1 }
    container.fetchShareParticipants(forUserRecordIDs: [id]) { _ in calls += 1 }
    container.fetchAllLongLivedOperationIDs { _, _ in calls += 1 }
    container.fetchLongLivedOperation(withID: "a") { _, _ in calls += 1 }
    _ = calls
  }

  static func databases(
    _ database: CKDatabase, _ query: CKQuery, _ cursor: CKQueryOperation.Cursor,
    _ subscription: CKSubscription
  ) {
    var calls = 0
    let (id, zoneID) = (CKRecord.ID(), CKRecordZone.ID.default)
    database.fetch(withRecordID: id) { _, _ in calls += 1 }
    database.save(CKRecord(recordType: "Note")) { _, _ in calls += 1 }
    database.delete(withRecordID: id) { _, _ in calls += 1 }
    database.fetchAllRecordZones { _, _ in calls += 1 }
    database.fetch(withRecordZoneID: zoneID) { _, _ in calls += 1 }
    database.save(CKRecordZone(zoneID: zoneID)) { _, _ in calls += 1 }
    database.delete(withRecordZoneID: zoneID) { _, _ in calls += 1 }
    database.fetch(withSubscriptionID: "a") { _, _ in calls += 1 }
    database.fetchAllSubscriptions { _, _ in calls += 1 }
    database.save(subscription) { _, _ in calls += 1 }
    database.delete(withSubscriptionID: "a") { _, _ in calls += 1 }
    database.fetch(withRecordIDs: [id], desiredKeys: nil) { _ in calls += 1 }
    database.modifyRecords(saving: [], deleting: []) { _ in calls += 1 }
    database.fetch(withQuery: query) { _ in calls += 1 }
    database.fetch(withCursor: cursor) { _ in calls += 1 }
    database.fetch(withRecordZoneIDs: [zoneID]) { _ in calls += 1 }
    database.modifyRecordZones(saving: [], deleting: []) { _ in calls += 1 }
    database.fetch(withSubscriptionIDs: ["a"]) { _ in calls += 1 }
    database.modifySubscriptions(saving: [], deleting: []) { _ in calls += 1 }
    database.fetchDatabaseChanges(since: nil) { _ in calls += 1 }
    database.fetchRecordZoneChanges(inZoneWith: zoneID, since: nil) { _ in calls += 1 }
    _ = calls
  }
}
