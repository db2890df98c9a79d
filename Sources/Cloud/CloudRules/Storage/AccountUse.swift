/// An account, and what it uses in all partitions together.
package struct AccountUse: Sendable, Equatable {
  package var account: StoredAccount
  /// The last use of one of its sessions, in milliseconds since 1970; nil where it has none.
  package var lastUsedAt: Int64?
  package var bytes: Int64
  /// The default zones among them.
  package var zones: Int
  package var sessions: Int

  package init(
    account: StoredAccount, lastUsedAt: Int64?, bytes: Int64, zones: Int, sessions: Int
  ) {
    self.account = account
    self.lastUsedAt = lastUsedAt
    self.bytes = bytes
    self.zones = zones
    self.sessions = sessions
  }
}
