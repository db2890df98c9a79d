import CloudModel

/// A partition as the store keeps it.
package struct StoredPartition: Sendable, Equatable {
  package var partition: Partition
  /// Random, new with every reset; database tokens of an earlier incarnation have expired.
  package var incarnation: String
  /// The user record name that owns the public database.
  package var ownerName: String
  package var settings = PartitionSettings()
  /// The incarnation of the store from which the partition is read.
  package var life = StoreLife()

  package init(partition: Partition, incarnation: String, ownerName: String) {
    self.partition = partition
    self.incarnation = incarnation
    self.ownerName = ownerName
  }

  /// The name to which the change tokens of a user's database are bound.
  ///
  /// The end of the user's name tells users apart, and keeps tokens short.
  func name(of feed: StoredFeed, of user: String, _ scope: DatabaseScope) -> FeedName {
    life.name(ofFeed: "\(incarnation).\(user.suffix(12)).\(scope.rawValue).\(feed.tokenEpoch)")
  }
}
