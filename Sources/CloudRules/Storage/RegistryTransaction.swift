/// Writes what is common to all partitions; either everything is stored or nothing.
///
/// `lockAccount` and `lockPartition` lock what they return until the end of the transaction. Each is
/// called before what it returns is changed and stored again.
package protocol RegistryTransaction: RegistryReading, AccessTransaction, AssetRegistryTransaction {
  func setSetting(_ name: String, to value: String) throws
  /// Throws if an account has this name or e-mail address, whatever their case.
  func insert(_ account: StoredAccount) throws
  func lockAccount(userRecordName: String) throws -> StoredAccount?
  func lockPartition(_ partition: Partition) throws -> StoredPartition?
  /// Adds a partition with its public database. Throws if there is one of this name.
  func insert(_ partition: StoredPartition) throws
  func update(_ settings: PartitionSettings, of partition: Partition) throws
}
