/// What can be asked of the store about who may come in.
package protocol AccessReading {
  /// Nil for an account that has none: nobody signs in to it over TCP.
  func passphraseHash(of user: String) throws -> String?
  /// By which of its tokens, hashed, a session is found.
  func session(forTokenHash hash: [UInt8]) throws -> StoredSession?

  func apiToken(hash: [UInt8]) throws -> StoredAPIToken?
  func apiTokens(of partition: Partition) throws -> [StoredAPIToken]
  func serverKey(id: String) throws -> StoredServerKey?
  func serverKeys(of partition: Partition) throws -> [StoredServerKey]
}
