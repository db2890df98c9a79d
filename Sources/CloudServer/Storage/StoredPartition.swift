/// A partition as the store keeps it.
package struct StoredPartition: Sendable, Equatable {
  package var partition: Partition
  /// Random, new with every reset; database tokens of an earlier life do not fit a later one.
  package var incarnation: String
  /// The user record name that owns the public database.
  package var ownerName: String
  package var settings = PartitionSettings()

  package init(partition: Partition, incarnation: String, ownerName: String) {
    self.partition = partition
    self.incarnation = incarnation
    self.ownerName = ownerName
  }
}
