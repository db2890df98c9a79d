import CloudKit
import Foundation

/// Subscriptions: reading, saving and deleting.
enum SubscriptionRows {
  static let all: [Row] =
    rows(fetching, found) + rows(saving, saved) + rows(deleting, deleted) + kinds

  static let id: @Sendable (CKSubscription) -> String = { $0.subscriptionID }

  static let subscribed = State("subscribed", from: .saved) {
    try await $0.database.save(CKDatabaseSubscription(subscriptionID: "all"))
  }

  static let found: Answers = [
    subscribed: .value("all"), .saved: .item(.unknownItem),
    .noAccount: .call(.notAuthenticated), .noNetwork: .call(.networkUnavailable),
    .connectionLost: .call(.networkFailure),
    .rateLimited: .call(.requestRateLimited, retryAfter: 7),
    .serviceUnavailable: .call(.serviceUnavailable, retryAfter: 30),
  ]

  private static let fetching: [Call] = [
    Call("subscription(for:)", .asynchronous) {
      id(try await $0.database.subscription(for: "all"))
    },
    Call("fetch(withSubscriptionID:)", .handler) { place in
      try await handled(
        { place.database.fetch(withSubscriptionID: "all", completionHandler: $0) }, id)
    },
    Call("subscriptions(for:)", .batch) {
      ErrorText.text(try await $0.database.subscriptions(for: ["all"]), id)
    },
    Call("fetch(withSubscriptionIDs:)", .batchHandler) { place in
      try await handled({
        place.database.fetch(withSubscriptionIDs: ["all"], completionHandler: $0)
      }) { ErrorText.text($0, id) }
    },
    Call("CKFetchSubscriptionsOperation", .operation) { place in
      await run(CKFetchSubscriptionsOperation(subscriptionIDs: ["all"]), on: place.database) {
        operation, log in
        operation.perSubscriptionResultBlock = { log.item($1, id) }
        operation.fetchSubscriptionsResultBlock = { log.end($0) }
      }
    },
  ]

  static let saved: Answers = [
    .saved: .value("all"), subscribed: .value("all"), .readWriteShare: .value("all"),
    .publicRecord: .item(.invalidArguments),
    .noAccount: .call(.notAuthenticated), .noNetwork: .call(.networkUnavailable),
    .connectionLost: .call(.networkFailure), .answerLost: .call(.networkFailure),
    .rateLimited: .call(.requestRateLimited, retryAfter: 7),
    .accountUnavailable: .call(.accountTemporarilyUnavailable),
  ]

  static func new() -> CKSubscription { CKDatabaseSubscription(subscriptionID: "all") }

  private static let saving: [Call] = [
    Call("save(subscription)", .asynchronous) { id(try await $0.database.save(new())) },
    Call("save(subscription)", .handler) { place in
      try await handled({ place.database.save(new(), completionHandler: $0) }, id)
    },
    Call("modifySubscriptions(saving:)", .batch) { place in
      let results = try await place.database.modifySubscriptions(saving: [new()], deleting: [])
      return ErrorText.text(results.saveResults, id)
    },
    Call("modifySubscriptions(saving:)", .batchHandler) { place in
      try await handled({
        place.database.modifySubscriptions(saving: [new()], deleting: [], completionHandler: $0)
      }) { ErrorText.text($0.saveResults, id) }
    },
    Call("CKModifySubscriptionsOperation", .operation) { place in
      let operation = CKModifySubscriptionsOperation(subscriptionsToSave: [new()])
      return await run(operation, on: place.database) { operation, log in
        operation.perSubscriptionSaveBlock = { log.item($1, id) }
        operation.modifySubscriptionsResultBlock = { log.end($0) }
      }
    },
  ]

  static let deleted: Answers = [
    subscribed: .value("all"), .saved: .item(.unknownItem),
    .noAccount: .call(.notAuthenticated), .noNetwork: .call(.networkUnavailable),
    .connectionLost: .call(.networkFailure),
    .rateLimited: .call(.requestRateLimited, retryAfter: 7),
  ]

  private static let deleting: [Call] = [
    Call("deleteSubscription(withID:)", .asynchronous) {
      try await $0.database.deleteSubscription(withID: "all")
    },
    Call("delete(withSubscriptionID:)", .handler) { place in
      try await handled({
        place.database.delete(withSubscriptionID: "all", completionHandler: $0)
      }) { (id: String) in id }
    },
    Call("modifySubscriptions(deleting:)", .batch) { place in
      let results = try await place.database.modifySubscriptions(saving: [], deleting: ["all"])
      return ErrorText.text(results.deleteResults) { "all" }
    },
    Call("CKModifySubscriptionsOperation(subscriptionIDsToDelete:)", .operation) { place in
      let operation = CKModifySubscriptionsOperation(
        subscriptionsToSave: nil, subscriptionIDsToDelete: ["all"])
      return await run(operation, on: place.database) { operation, log in
        operation.perSubscriptionDeleteBlock = { log.item($1) { "all" } }
        operation.modifySubscriptionsResultBlock = { log.end($0) }
      }
    },
  ]

  // MARK: - Kinds

  private static func all(_ place: Place) async throws -> String {
    try await place.database.allSubscriptions().map { "\($0.subscriptionType.rawValue)" }
      .sorted().joined(separator: " ")
  }

  private static let kinds: [Row] = [
    row("allSubscriptions()", .asynchronous, .saved, "") { try await all($0) },
    row("allSubscriptions()", .asynchronous, .noAccount, "!notAuthenticated") {
      try await all($0)
    },
    row("allSubscriptions(), all kinds", .asynchronous, .saved, "1 2 3") { place in
      _ = try await place.database.modifySubscriptions(
        saving: [
          CKQuerySubscription(
            recordType: "Note", predicate: NSPredicate(format: "text == 'a'"),
            subscriptionID: "query"),
          CKRecordZoneSubscription(zoneID: place.zoneID, subscriptionID: "zone"), new(),
        ], deleting: [])
      return try await all(place)
    },
    row("fetchAllSubscriptions", .handler, subscribed, "1") { place in
      try await handled({ place.database.fetchAllSubscriptions(completionHandler: $0) }) {
        (found: [CKSubscription]) in "\(found.count)"
      }
    },
    row("save(CKRecordZoneSubscription)", .asynchronous, .noZone, "!zoneNotFound") { place in
      id(
        try await place.database.save(
          CKRecordZoneSubscription(zoneID: place.zoneID, subscriptionID: "zone")))
    },
    row("save(CKRecordZoneSubscription)", .asynchronous, .readWriteShare, "!invalidArguments") {
      place in
      id(
        try await place.database.save(
          CKRecordZoneSubscription(zoneID: place.zoneID, subscriptionID: "zone")))
    },
    row("save(CKQuerySubscription)", .asynchronous, .publicRecord, "query") { place in
      id(
        try await place.database.save(
          CKQuerySubscription(
            recordType: "Note", predicate: NSPredicate(value: true), subscriptionID: "query")))
    },
    row("save(CKQuerySubscription) with OR", .asynchronous, .saved, "!invalidArguments") { place in
      id(
        try await place.database.save(
          CKQuerySubscription(
            recordType: "Note", predicate: NSPredicate(format: "text == 'a' OR text == 'b'"),
            subscriptionID: "query")))
    },
    // As Apple's framework answers: the same query has one subscription.
    row(
      "save(CKQuerySubscription) of a known query", .asynchronous, .saved, "!serverRejectedRequest"
    ) {
      place in
      for name in ["one", "other"] {
        try await place.database.save(
          CKQuerySubscription(
            recordType: "Note", predicate: NSPredicate(format: "text == 'a'"),
            subscriptionID: name))
      }
      return "saved"
    },
    row("CKSubscription.notificationInfo", .asynchronous, .saved, "News true text") { place in
      let subscription = new()
      subscription.notificationInfo = CKSubscription.NotificationInfo(
        alertBody: "News", desiredKeys: ["text"], shouldBadge: true)
      try await place.database.save(subscription)
      let info = try await place.database.subscription(for: "all").notificationInfo
      return "\(info?.alertBody ?? "none") \(info?.shouldBadge == true) "
        + (info?.desiredKeys ?? []).joined()
    },
  ]
}
