package import CloudModel

/// Reads what is common to all partitions of the store.
package protocol RegistryReading {
  func setting(_ name: String) throws -> String?

  /// When a zone was changed last, of those that feeds tell of, in milliseconds since 1970; nil if none was.
  ///
  /// The store looks at all of them, so use this only at the start.
  func newestChangeTime() throws -> Int64?

  /// The account with this name or e-mail address, whatever its case; nil for a text that can be
  /// neither, and for an account that is gone.
  func account(named name: String) throws -> StoredAccount?
  /// Finds an account that is gone, too.
  func account(userRecordName: String) throws -> StoredAccount?
  /// Whether an account has the name, whatever its case; one that is gone keeps it.
  func isNameTaken(_ name: String) throws -> Bool
  /// The accounts whose deletion has begun and has not come to its end.
  func endingAccounts() throws -> [StoredAccount]
  /// The account with this name, gone or not, with what it uses.
  func accountUse(named name: String) throws -> AccountUse?
  /// The same for accounts in the order of their names, after `name`.
  func accountUse(after name: String, limit: Int) throws -> [AccountUse]

  /// What administrators did after the entry `id`, oldest first.
  func administration(after id: Int64, limit: Int) throws -> [AdministrationEntry]

  func partitions() throws -> [StoredPartition]
  func partition(_ partition: Partition) throws -> StoredPartition?

  /// The numbers of accounts that are not deleted, custom zones and living records.
  ///
  /// The store counts all rows, so use this only for information to people.
  func census() throws -> Census
  /// Rows for people to inspect; the cost may grow with the stored data.
  func inspect(_ query: InspectionQuery) throws -> InspectionPage

  // MARK: - Credentials

  /// Nil for an account without a passphrase; nobody can sign in to it over TCP.
  func passphraseHash(of user: String) throws -> String?
  /// The session that has a token with this hash.
  func session(forTokenHash hash: [UInt8]) throws -> StoredSession?
  /// All sessions of the user, in every partition; those that were used last come first.
  func sessions(of user: String) throws -> [StoredSession]

  func code(hash: [UInt8]) throws -> StoredCode?
  func code(id: String) throws -> StoredCode?
  /// The codes that this account has made; nil is everybody's, the administrator's too.
  ///
  /// In the order in which they were made.
  func codes(of issuer: String?) throws -> [StoredCode]
  /// The invitations for an account with this name, whatever its case; some of them may be over.
  func codes(reserving name: String) throws -> [StoredCode]
  /// The number of invitations that the account has made and that were neither used up nor taken back nor have expired.
  func openInvitations(of issuer: String, at milliseconds: Int64) throws -> Int

  /// What decides whether a request is let in: its partition, and what belongs to the tokens with these hashes.
  ///
  /// Every request asks for it, so a store reads it in one step.
  func admission(
    to partition: Partition, apiTokenHash: [UInt8]?, sessionTokenHash: [UInt8]?
  ) throws -> StoredAdmission
  func apiToken(hash: [UInt8]) throws -> StoredAPIToken?
  func apiTokens(of partition: Partition) throws -> [StoredAPIToken]
  func serverKey(id: String) throws -> StoredServerKey?
  func serverKeys(of partition: Partition) throws -> [StoredServerKey]

  // MARK: - Assets, whose bytes all partitions share

  func upload(tokenHash: [UInt8]) throws -> StoredUpload?
  /// The partition in which the right to this upload was given.
  func partition(ofUpload tokenHash: [UInt8]) throws -> Partition?
  /// The storage that the user of an upload occupies in the upload's partition; nil if there is no
  /// such upload.
  ///
  /// An asset that was uploaded and not attached counts once, until it expires.
  func usage(ofUpload tokenHash: [UInt8], at milliseconds: Int64) throws -> UploadUsage?
  func hasAsset(_ checksum: AssetChecksum) throws -> Bool
  /// Whether a record of the holder's database has the asset and the holder may see that record now, or the holder's
  /// own upload of it has not expired; never for an account that is not active.
  ///
  /// In the public database every record counts; a link of that database also gives the share and the root that an
  /// invitation shows. The cost grows with the records that have the asset, until one gives the right.
  func mayRead(
    _ checksum: AssetChecksum, _ holder: AssetHolder, at milliseconds: Int64
  ) throws -> Bool
  /// Whether an asset has lost a reference, or an upload right has expired, since the last sweep.
  func needsAssetSweep(at milliseconds: Int64) throws -> Bool
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
