import CloudDevices
import CloudKitCore
import CloudWire
import Foundation
import Testing

@Suite struct SubscriptionTests {
  @Test func `subscriptions are saved, looked up, listed and deleted`() async throws {
    try await TestWorld.with { world in
      let database = world.container().privateCloudDatabase
      let zoneID = CKRecordZone.ID(zoneName: "Notes")
      try await database.save(CKRecordZone(zoneID: zoneID))
      // The fields of a query must be known.
      let note = CKRecord(
        recordType: "Note", recordID: CKRecord.ID(recordName: "one", zoneID: zoneID))
      note["text"] = "a"
      try await database.save(note)
      let all: [CKSubscription] = [
        CKDatabaseSubscription(subscriptionID: "database"),
        CKRecordZoneSubscription(zoneID: zoneID, subscriptionID: "zone"),
        CKQuerySubscription(
          recordType: "Note", predicate: NSPredicate(format: "text == %@", "a"),
          subscriptionID: "query", options: [.firesOnRecordCreation, .firesOnce]),
      ]
      let info = CKSubscription.NotificationInfo(
        alertBody: "News", desiredKeys: ["text"], shouldSendContentAvailable: true)
      for subscription in all { subscription.notificationInfo = info }
      let saved = try await database.modifySubscriptions(saving: all, deleting: [])
      for result in saved.saveResults.values { #expect(throws: Never.self) { try result.get() } }
      let listed = try await database.allSubscriptions()
      #expect(Set(listed.map(\.subscriptionID)) == ["database", "zone", "query"])
      let zone = try await database.subscription(for: "zone")
      #expect((zone as? CKRecordZoneSubscription)?.zoneID == zoneID)
      #expect(zone.notificationInfo?.alertBody == "News")
      let query = try #require(
        try await database.subscription(for: "query") as? CKQuerySubscription)
      #expect(query.querySubscriptionOptions == [.firesOnRecordCreation, .firesOnce])
      #expect(query.notificationInfo?.desiredKeys == ["text"])
      try await database.deleteSubscription(withID: "zone")
      await expect(.unknownItem) { try await database.subscription(for: "zone") }
      await expect(.unknownItem) { try await database.deleteSubscription(withID: "zone") }
    }
  }

  @Test func `a push is a notification of its class`() async throws {
    try await TestWorld.with { world in
      let phone = world.device(of: "alice")
      let writer = world.container().privateCloudDatabase
      let subscription = CKQuerySubscription(
        recordType: "Note", predicate: NSPredicate(value: true), subscriptionID: "query",
        options: .firesOnRecordCreation)
      subscription.notificationInfo = CKSubscription.NotificationInfo(
        alertBody: "News", desiredKeys: ["text"])
      let first = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "first"))
      first["text"] = "zero"
      try await writer.save(first)
      try await writer.save(subscription)
      var pushes = phone.pushes(in: TestWorld.container).makeAsyncIterator()
      guard case .began = await pushes.next() else {
        Issue.record("It did not begin.")
        return
      }
      let record = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "one"))
      record["text"] = "hello"
      try await writer.save(record)
      guard case .notification(let push) = await pushes.next() else {
        Issue.record("No push has come.")
        return
      }
      let data = try JSONEncoder().encode(NotificationFrame(push))
      let dictionary = try #require(
        try JSONSerialization.jsonObject(with: data) as? [AnyHashable: Any])
      let any = try #require(CKNotification(fromRemoteNotificationDictionary: dictionary))
      #expect(any.notificationType == .query)
      #expect(any.subscriptionID == "query")
      #expect(any.containerIdentifier == TestWorld.container)
      #expect(any.alertBody == "News")
      let query = try #require(
        CKQueryNotification(fromRemoteNotificationDictionary: dictionary))
      #expect(query.recordID == record.recordID)
      #expect(query.queryNotificationReason == .recordCreated)
      #expect(query.recordFields?["text"] as? String == "hello")
      #expect(query.databaseScope == .private)
      #expect(CKDatabaseNotification(fromRemoteNotificationDictionary: dictionary) == nil)
      #expect(CKNotification(fromRemoteNotificationDictionary: ["aps": ["alert": "a"]]) == nil)
    }
  }
}
