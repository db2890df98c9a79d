package import CloudModel

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
/// 5. A code by `lockCode`, or by adding the code.
package protocol RegistryTransaction: RegistryReading {
  func lockSetting(_ name: String) throws -> String?
  func setSetting(_ name: String, to value: String) throws
  /// Throws if an account has this name or e-mail address, whatever their case.
  func insert(_ account: StoredAccount) throws
  func lockAccount(userRecordName: String) throws -> StoredAccount?
  func lockContainer(_ identifier: String) throws
  /// Adds a partition with its public database. Throws if there is one of this name.
  func insert(_ partition: StoredPartition) throws
  func update(_ settings: PartitionSettings, of partition: Partition) throws

  // MARK: - Accounts and credentials

  func setPassphraseHash(_ text: String?, of user: String) throws
  /// Stores the person's names, the address, the state and whether the account can be found.
  func update(_ account: StoredAccount) throws
  /// Notes what an administrator does, in the transaction that does it; the oldest entries go if there are too many.
  func note(_ action: AdministrationAction, of subject: String, at milliseconds: Int64) throws

  /// Gives the account the invitations that wait for its address, and locks the zones they are in.
  ///
  /// If another transaction is inviting this address, and has found no account with it, one of the
  /// two waits or throws: no invitation is left behind for an address that has an account.
  func claimInvitations(of account: StoredAccount) throws

  /// Adds a session, and deletes the user's oldest sessions beyond `limit`; returns those that it has deleted.
  @discardableResult
  func insert(_ session: StoredSession, limit: Int) throws -> [String]
  /// Notes when and from where a session was used last; does nothing if it has ended.
  func noteUse(of session: String, at milliseconds: Int64, from address: String) throws
  func deleteSession(_ id: String) throws
  /// Deletes all sessions of the user, in every partition, and takes back the codes for the account, which would open
  /// another one; returns the number of sessions.
  func deleteSessions(of user: String, at milliseconds: Int64) throws -> Int
  func insertToken(hash: [UInt8], of session: String, milliseconds: Int64) throws
  /// Removes the token and returns its session; nil if another transaction has already removed the
  /// token.
  ///
  /// The result depends only on the removal: of several concurrent transactions, exactly one gets
  /// the session.
  func takeToken(hash: [UInt8]) throws -> StoredSession?

  /// Throws if there is a code with this id or hash.
  func insert(_ code: StoredCode) throws
  /// The code, locked until the end of the transaction.
  ///
  /// Of several transactions that use the last time of a code, exactly one gets it.
  func lockCode(hash: [UInt8]) throws -> StoredCode?
  /// Stores how often the code can be used, who has used it last, when it ends, and whether it was taken back.
  func update(_ code: StoredCode) throws
  /// Takes back all codes that are for the account, or that it has made, as `AdmissionRules.revoked` does.
  func revokeCodes(of user: String, at milliseconds: Int64) throws
  func deleteCodes(expiredBefore milliseconds: Int64) throws

  /// Adds the token, or replaces the one of this name.
  func save(_ token: StoredAPIToken) throws
  func deleteAPIToken(named name: String, of partition: Partition) throws
  func save(_ key: StoredServerKey) throws
  func deleteServerKey(id: String, of partition: Partition) throws

  /// Removes the container with everything in it.
  func deleteContainer(_ identifier: String) throws
  /// Removes all data of the partition and begins a new incarnation with this schema; keys, tokens
  /// and settings stay.
  func reset(_ partition: Partition, incarnation: String, schema: Schema) throws

  // MARK: - Assets, whose bytes all partitions share

  /// The right to upload that a link gives, locked until the end of the transaction.
  func lockUpload(tokenHash: [UInt8]) throws -> StoredUpload?
  /// Locks the asset until the end of the transaction, also if the store does not know it; returns
  /// whether the store knows it.
  ///
  /// Bytes are kept and removed only under this lock.
  func lockAsset(_ checksum: AssetChecksum) throws -> Bool
  /// Turns the right to upload into the right to attach what was uploaded. The caller has locked the
  /// right and the asset.
  func storeReceipt(_ id: Int64, _ receipt: StoredUpload.Receipt, expiresAt: Int64) throws
  func deleteUploads(expiredAt milliseconds: Int64) throws
  /// Forgets assets that lost a reference and have no other reference and no upload right left, and
  /// locks them; looks at no more than `limit` candidates.
  ///
  /// Returns what was forgotten, and whether there are more candidates.
  func forgetUnusedAssets(limit: Int) throws -> (forgotten: [AssetChecksum], hasMore: Bool)
  /// Makes bytes that a `SharedStore` has received those of the asset, which the caller has locked.
  func keepBlob(_ blob: Int64, of checksum: AssetChecksum) throws
  /// Takes the bytes from the asset, which the caller has locked; who reads them has an hour to end.
  func removeBlob(of checksum: AssetChecksum) throws
}

/// A store that does not keep bytes has none to keep or to remove.
extension RegistryTransaction {
  package func keepBlob(_ blob: Int64, of checksum: AssetChecksum) throws {}
  package func removeBlob(of checksum: AssetChecksum) throws {}
}
