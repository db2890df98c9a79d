package import CloudModel

/// Reads the subscriptions of one partition.
package protocol SubscriptionReading {
  // Lists leave out subscriptions that cannot be read.

  /// All subscriptions of one user in one database, ordered by ID.
  func subscriptions(of user: String, _ scope: DatabaseScope) throws -> [Subscription]
  /// Throws `StoreError.damaged` for a subscription that cannot be read.
  func subscription(
    _ id: String, of user: String, _ scope: DatabaseScope
  ) throws -> Subscription?
  /// The subscriptions to the database or to a zone, ordered by ID.
  func changeSubscriptions(of user: String, _ scope: DatabaseScope) throws -> [Subscription]
  /// The query subscriptions for a record type, of one user or, if `user` is nil, of all.
  ///
  /// One look-up in an index.
  func querySubscriptions(
    onRecordType type: String, of user: String?, _ scope: DatabaseScope
  ) throws -> [(userRecordName: String, subscription: Subscription)]
}

/// Writes the subscriptions of one partition.
package protocol SubscriptionTransaction: SubscriptionReading {
  func save(_ subscription: Subscription, of user: String, _ scope: DatabaseScope) throws
  func deleteSubscription(_ id: String, of user: String, _ scope: DatabaseScope) throws
}
