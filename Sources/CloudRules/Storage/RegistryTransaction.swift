/// Writes what is common to all partitions; either everything is stored or nothing.
package protocol RegistryTransaction: RegistryReading, AccessTransaction, AssetRegistryTransaction {
  func setSetting(_ name: String, to value: String) throws
  func insert(_ account: StoredAccount) throws
  /// Adds a partition with its public database.
  func insert(_ partition: StoredPartition) throws
  func update(_ settings: PartitionSettings, of partition: Partition) throws
}
