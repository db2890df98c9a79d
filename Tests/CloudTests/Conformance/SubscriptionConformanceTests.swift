import CloudModel
import CloudWire
import Testing

/// Subscriptions: what every cloud does, whatever it is reached by.
@Suite struct SubscriptionConformanceTests {
  @Test(arguments: CloudKind.allCases)
  func `subscriptions are kept, replaced and deleted by their ID`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      let database = chat.database(of: chat.alice)
      let all = Subscription(subscriptionID: "all", kind: .database)
      let one = Subscription(subscriptionID: "one", kind: .zone(chat.zoneID))
      try await database.subscribe(all, one)
      try await database.subscribe(all)
      #expect(try await database.allSubscriptions() == [all, one])
      let deleted = try await database.modifySubscriptions(saving: [], deleting: ["all"])
      #expect(deleted.deleteResults.keys.sorted() == ["all"])
      #expect(code(deleted.deleteResults["all"]) == nil)
      #expect(try await database.allSubscriptions() == [one])
      #expect(try await chat.alice.database(with: .shared).allSubscriptions() == [])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `the shared database takes database subscriptions only`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      let shared = chat.alice.database(with: .shared)
      let all = Subscription(subscriptionID: "all", kind: .database)
      try await shared.subscribe(all)
      #expect(try await shared.allSubscriptions() == [all])
      let zone = try await shared.modifySubscriptions(
        saving: [Subscription(subscriptionID: "one", kind: .zone(chat.zoneID))], deleting: [])
      #expect(code(zone.saveResults["one"]) == .invalidArguments)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `each subscription is saved, deleted and found separately`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      let database = chat.database(of: chat.alice)
      var all = Subscription(subscriptionID: "all", kind: .database)
      all.notificationInfo = NotificationInfo(keys: [
        "alertBody": .string("New"), "shouldBadge": .bool(true),
      ])
      let query = QuerySubscription(
        recordType: "Message",
        query: .object(["recordType": .string("Message"), "filterBy": .array([])]),
        zoneID: chat.zoneID, firesOn: [.create, .delete], firesOnce: true)
      let watching = Subscription(subscriptionID: "watching", kind: .query(query))
      let nowhere = RecordZoneID(zoneName: "nowhere", ownerName: chat.alice.userRecordName)
      let lost = Subscription(subscriptionID: "lost", kind: .zone(nowhere))
      try await chat.store(chat.message("m1", "one"), by: chat.alice)
      let results = try await database.modifySubscriptions(
        saving: [all, lost, watching], deleting: ["none"])
      #expect(results.saveResults["all"] == .success(all))
      #expect(results.saveResults["watching"] == .success(watching))
      #expect(code(results.saveResults["lost"]) == .zoneNotFound)
      #expect(results.deleteResults.keys.sorted() == ["none"])
      #expect(code(results.deleteResults["none"]) == .unknownItem)
      let found = try await database.subscriptions(for: ["watching", "lost", "all"])
      #expect(found["all"] == .success(all))
      #expect(found["watching"] == .success(watching))
      #expect(code(found["lost"]) == .unknownItem)
      let shared = chat.alice.database(with: .shared)
      #expect(code(try await shared.subscriptions(for: ["all"])["all"]) == .unknownItem)
      #expect(try await database.subscriptions(for: []).isEmpty)
      let many = await #expect(throws: CloudError.self) {
        try await database.subscriptions(for: Array(repeating: "all", count: 201))
      }
      #expect(many?.code == .limitExceeded)
    }
  }
}
