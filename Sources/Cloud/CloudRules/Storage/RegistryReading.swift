/// Reads what is common to all partitions of the store.
package protocol RegistryReading: AccessReading, AssetRegistryReading, InspectionReading {
  func setting(_ name: String) throws -> String?

  /// The account with this name or e-mail address, whatever its case; nil for a text that can be
  /// neither.
  func account(named name: String) throws -> StoredAccount?
  func account(userRecordName: String) throws -> StoredAccount?

  func partitions() throws -> [StoredPartition]
  func partition(_ partition: Partition) throws -> StoredPartition?

  /// How many accounts, custom zones and living records there are; all rows are counted, so this is
  /// only for information to people.
  func census() throws -> Census
}

/// How much a cloud holds.
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
