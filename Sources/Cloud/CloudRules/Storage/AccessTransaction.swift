package import CloudModel

/// Writes accounts and credentials, and removes the data of containers and partitions.
package protocol AccessTransaction: AccessReading {
  func setPassphraseHash(_ text: String?, of user: String) throws
  /// Stores the names, the address and whether the account can be found.
  func update(_ account: StoredAccount) throws

  /// Gives the account the invitations that wait for its address, and locks the zones they are in.
  ///
  /// If another transaction is inviting this address, and has found no account with it, one of the
  /// two waits or throws: no invitation is left behind for an address that has an account.
  func claimInvitations(of account: StoredAccount) throws

  /// Adds a session, and deletes the user's oldest sessions beyond `limit`.
  func insert(_ session: StoredSession, limit: Int) throws
  func deleteSession(_ id: String) throws
  /// Deletes all sessions of the user, in every partition; returns their number.
  func deleteSessions(of user: String) throws -> Int
  func insertToken(hash: [UInt8], of session: String, milliseconds: Int64) throws
  /// Removes the token and returns its session; nil if another transaction has already removed the
  /// token.
  ///
  /// The result depends only on the removal: of several concurrent transactions, exactly one gets
  /// the session.
  func takeToken(hash: [UInt8]) throws -> StoredSession?

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
}
