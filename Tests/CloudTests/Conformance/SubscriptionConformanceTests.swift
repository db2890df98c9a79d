import CloudModel
import Testing

/// Subscriptions: what every cloud does, whatever it is reached by.
@Suite struct SubscriptionConformanceTests {
  @Test(arguments: CloudKind.allCases)
  func `subscriptions are kept, replaced and deleted by their ID`(kind: CloudKind) async throws {
    try await kind.run { cloud in
      let chat = try await SharedChat(in: cloud)
      let database = chat.database(of: chat.alice)
      let all = Subscription(subscriptionID: "all", kind: .database)
      let one = Subscription(subscriptionID: "one", kind: .zone(chat.zoneID))
      try await database.modifySubscriptions(saving: [all, one], deleting: [])
      try await database.modifySubscriptions(saving: [all], deleting: [])
      #expect(try await database.allSubscriptions() == [all, one])
      try await database.modifySubscriptions(saving: [], deleting: ["all"])
      #expect(try await database.allSubscriptions() == [one])
      let again = await #expect(throws: CloudError.self) {
        try await database.modifySubscriptions(saving: [], deleting: ["all"])
      }
      #expect(again?.code == .unknownItem)
      #expect(try await chat.alice.database(with: .shared).allSubscriptions() == [])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `the shared database takes database subscriptions only`(kind: CloudKind) async throws {
    try await kind.run { cloud in
      let chat = try await SharedChat(in: cloud)
      let shared = chat.alice.database(with: .shared)
      let all = Subscription(subscriptionID: "all", kind: .database)
      try await shared.modifySubscriptions(saving: [all], deleting: [])
      #expect(try await shared.allSubscriptions() == [all])
      let zone = await #expect(throws: CloudError.self) {
        try await shared.modifySubscriptions(
          saving: [Subscription(subscriptionID: "one", kind: .zone(chat.zoneID))], deleting: [])
      }
      #expect(zone?.code == .invalidArguments)
    }
  }
}
