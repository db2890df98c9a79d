/// A standing wish to be told about changes.
///
/// Source: `CKDatabaseSubscription`, `CKRecordZoneSubscription`. Only database subscriptions work in
/// the shared database; zone subscriptions only in the private one.
package struct Subscription: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case database
    case zone(RecordZoneID)
  }

  /// Chosen by the client, unique in its database; saving the same one again changes nothing.
  package var subscriptionID: String
  package var kind: Kind

  package init(subscriptionID: String, kind: Kind) {
    self.subscriptionID = subscriptionID
    self.kind = kind
  }
}
