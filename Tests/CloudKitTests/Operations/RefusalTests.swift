import CloudKitCore
import Foundation
import Testing

/// Refusals by the module in the words of Apple's framework, for which apps look.
@Suite struct RefusalTests {
  @Test func `a second subscription to the same says that it is a duplicate`() async throws {
    try await TestWorld.with { world in
      let database = world.container().privateCloudDatabase
      _ = try await database.save(CKRecord(recordType: "Note"))
      func subscription(_ name: String) -> CKSubscription {
        CKQuerySubscription(
          recordType: "Note", predicate: NSPredicate(value: true), subscriptionID: name)
      }
      _ = try await database.save(subscription("one"))
      do {
        _ = try await database.save(subscription("other"))
        Issue.record("It was saved.")
      } catch let error as CKError {
        #expect(error.code == .serverRejectedRequest)
        #expect(error.localizedDescription.contains("subscription is duplicate of"))
      }
      // The same one once more is an update.
      _ = try await database.save(subscription("one"))
    }
  }

  @Test(arguments: [true, false])
  func `a new share is saved with its root`(isRootSaved: Bool) async throws {
    try await TestWorld.with { world in
      let database = world.container().privateCloudDatabase
      let zone = CKRecordZone(zoneName: "Trip")
      _ = try await database.save(zone)
      let root = CKRecord(
        recordType: "Note", recordID: CKRecord.ID(recordName: "root", zoneID: zone.zoneID))
      if isRootSaved { _ = try await database.save(root) }
      let share = CKShare(rootRecord: root)
      await expect(.invalidArguments) { try await database.save(share) }
      let results = try await database.modifyRecords(saving: [root, share], deleting: [])
      #expect(results.saveResults.values.allSatisfy { (try? $0.get()) != nil })
      // One that is there is changed without its root.
      share.publicPermission = .readOnly
      _ = try await database.save(share)
    }
  }

  @Test func `a printed error shows its code, its sentence, and its details`() {
    let busy = CKError(
      .zoneBusy, "The zone is busy.", userInfo: [CKErrorRetryAfterKey: 2.5])
    #expect("\(busy)" == #"<CKError: "Zone Busy" (23); "The zone is busy."; retry after 2.5 s>"#)
    let partial = CKError.partial(["a": busy])
    #expect(
      String(reflecting: partial)
        == #"<CKError: "Partial Failure" (2); "1 of the items failed."; [a: \#(busy)]>"#)
  }
}
