package import CloudModel

/// What can be asked of the subscriptions in one partition.
package protocol SubscriptionReading {
  // Those that cannot be read are in no list.

  /// All of one user's in one database, by their IDs.
  func subscriptions(of user: String, _ scope: DatabaseScope) throws -> [Subscription]
  /// Throws `StoreError.damaged` for one that cannot be read.
  func subscription(
    _ id: String, of user: String, _ scope: DatabaseScope
  ) throws -> Subscription?
  /// Those to the database or a zone, by their IDs.
  func changeSubscriptions(of user: String, _ scope: DatabaseScope) throws -> [Subscription]
  /// Those whose queries are about records of a type; of one user, or of all.
  ///
  /// One look-up in an index.
  func querySubscriptions(
    onRecordType type: String, of user: String?, _ scope: DatabaseScope
  ) throws -> [(userRecordName: String, subscription: Subscription)]
}

/// What can be written about the subscriptions in one partition.
package protocol SubscriptionTransaction: SubscriptionReading {
  func save(_ subscription: Subscription, of user: String, _ scope: DatabaseScope) throws
  func deleteSubscription(_ id: String, of user: String, _ scope: DatabaseScope) throws
}
