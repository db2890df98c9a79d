/// A user's request to be notified of changes.
///
/// Source: `CKDatabaseSubscription`, `CKRecordZoneSubscription`, `CKQuerySubscription`. Only
/// database subscriptions work in the shared database, and only query subscriptions in the public
/// one. Zone subscriptions work only in the private one.
package struct Subscription: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    case database
    case zone(RecordZoneID)
    case query(QuerySubscription)
  }

  /// The reason that the cloud gives when it refuses a subscription that repeats another one.
  package static let duplicateReason = "could not find subscription we just created"

  /// Chosen by the client, unique in its database; saving the same one again changes nothing.
  package var subscriptionID: String
  package var kind: Kind
  /// The presentation of its notifications; nil if the client gave none.
  package var notificationInfo: NotificationInfo?

  package init(
    subscriptionID: String, kind: Kind, notificationInfo: NotificationInfo? = nil
  ) {
    self.subscriptionID = subscriptionID
    self.kind = kind
    self.notificationInfo = notificationInfo
  }
}
