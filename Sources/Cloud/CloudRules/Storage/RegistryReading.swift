/// Reads what is common to all partitions of the store.
package protocol RegistryReading: AccessReading, AssetRegistryReading, InspectionReading {
  func setting(_ name: String) throws -> String?

  /// The account with this name or e-mail address, whatever its case; nil for a text that can be
  /// neither.
  func account(named name: String) throws -> StoredAccount?
  func account(userRecordName: String) throws -> StoredAccount?

  func partitions() throws -> [StoredPartition]
  func partition(_ partition: Partition) throws -> StoredPartition?

  /// The numbers of accounts, custom zones and living records.
  ///
  /// The store counts all rows, so use this only for information to people.
  func census() throws -> Census
}

/// The size of a cloud.
package struct Census: Sendable, Equatable {
  package var accounts: Int
  package var zones: Int
  package var records: Int

  package init(accounts: Int, zones: Int, records: Int) {
    self.accounts = accounts
    self.zones = zones
    self.records = records
  }
}
