/// A standing wish to be told about changes.
///
/// Source: `CKDatabaseSubscription`, `CKRecordZoneSubscription`, `CKQuerySubscription`. Only database
/// subscriptions work in the shared database, only query subscriptions in the public one; zone
/// subscriptions in the private one alone.
package struct Subscription: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case database
    case zone(RecordZoneID)
    case query(QuerySubscription)
  }

  /// Chosen by the client, unique in its database; saving the same one again changes nothing.
  package var subscriptionID: String
  package var kind: Kind
  /// How its notifications look; nil where the client left it open.
  package var notificationInfo: NotificationInfo?

  package init(
    subscriptionID: String, kind: Kind, notificationInfo: NotificationInfo? = nil
  ) {
    self.subscriptionID = subscriptionID
    self.kind = kind
    self.notificationInfo = notificationInfo
  }
}
