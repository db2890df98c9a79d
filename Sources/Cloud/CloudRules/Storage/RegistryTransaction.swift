/// Writes the data that all partitions share; either everything is stored or nothing.
///
/// A lock that a transaction takes lasts until its end. A transaction takes a lock before it reads the data for its
/// decision. It can also lock something that does not exist; then no other transaction adds it.
///
/// 1. A setting by `lockSetting`.
/// 2. An account, its passphrase and its invitations by `lockAccount`, or by adding the account.
/// 3. A container by `lockContainer`: that it exists, its partitions with their settings, API tokens
///    and server keys. To remove the data of a partition also waits for the transactions in it.
/// 4. An upload right by `lockUpload`, and an asset by `lockAsset`.
package protocol RegistryTransaction: RegistryReading, AccessTransaction, AssetRegistryTransaction {
  func lockSetting(_ name: String) throws -> String?
  func setSetting(_ name: String, to value: String) throws
  /// Throws if an account has this name or e-mail address, whatever their case.
  func insert(_ account: StoredAccount) throws
  func lockAccount(userRecordName: String) throws -> StoredAccount?
  func lockContainer(_ identifier: String) throws
  /// Adds a partition with its public database. Throws if there is one of this name.
  func insert(_ partition: StoredPartition) throws
  func update(_ settings: PartitionSettings, of partition: Partition) throws
}
