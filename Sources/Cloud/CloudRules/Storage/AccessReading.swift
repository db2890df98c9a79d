/// Reads the credentials in the store: passphrases, sessions, API tokens and server keys.
package protocol AccessReading {
  /// Nil for an account without a passphrase; nobody can sign in to it over TCP.
  func passphraseHash(of user: String) throws -> String?
  /// The session that has a token with this hash.
  func session(forTokenHash hash: [UInt8]) throws -> StoredSession?

  func apiToken(hash: [UInt8]) throws -> StoredAPIToken?
  func apiTokens(of partition: Partition) throws -> [StoredAPIToken]
  func serverKey(id: String) throws -> StoredServerKey?
  func serverKeys(of partition: Partition) throws -> [StoredServerKey]
}
