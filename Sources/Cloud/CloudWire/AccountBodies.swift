package import CloudModel

/// Answer to `GET /extension/1/accounts/NAME`, for signed-in users.
package struct AccountLookupResponse: Codable, Sendable {
  package var name: String
  package var userRecordName: String

  package init(name: String, userRecordName: String) {
    self.name = name
    self.userRecordName = userRecordName
  }
}

/// One session of an account.
package struct SessionEntry: Codable, Sendable, Equatable {
  package var id: String
  /// As the device has named itself; empty if it has not.
  package var deviceName: String
  /// The network address from which the session was used last; empty for the Unix socket.
  package var address: String
  /// Milliseconds since 1970, as all times here.
  package var createdAt: Int64
  package var lastUsedAt: Int64
  /// Whether it is the session of the request.
  package var isCurrent: Bool

  package init(
    id: String, deviceName: String, address: String, createdAt: Int64, lastUsedAt: Int64,
    isCurrent: Bool
  ) {
    self.id = id
    self.deviceName = deviceName
    self.address = address
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.isCurrent = isCurrent
  }
}

/// Answer to `GET /extension/1/sessions`.
package struct SessionsResponse: Codable, Sendable {
  package var sessions: [SessionEntry]

  package init(sessions: [SessionEntry]) { self.sessions = sessions }
}

/// Answer to `DELETE /extension/1/sessions?others=true`.
package struct EndedSessionsResponse: Codable, Sendable, Equatable {
  package var endedSessions: Int

  package init(endedSessions: Int) { self.endedSessions = endedSessions }
}

/// Body of `POST /extension/1/account/passphrase`, and without `newPassphrase` of `…/account/delete`.
package struct PassphraseRequest: Codable, Sendable {
  /// Proves the person; may be missing over the Unix socket.
  package var passphrase: String?
  package var newPassphrase: String?

  package init(passphrase: String?, newPassphrase: String? = nil) {
    self.passphrase = passphrase
    self.newPassphrase = newPassphrase
  }
}

/// One account, as the administrator sees it.
package struct AccountEntry: Codable, Sendable, Equatable {
  package var name: String
  package var userRecordName: String
  package var state: AccountState
  /// Milliseconds since 1970, as all times here; 0 if this was not noted yet.
  package var createdAt: Int64
  package var lastUsedAt: Int64?
  package var bytes: Int64
  /// Nil for no quota.
  package var quotaBytes: Int64?
  package var zones: Int
  package var sessions: Int

  package init(
    name: String, userRecordName: String, state: AccountState, createdAt: Int64,
    lastUsedAt: Int64?, bytes: Int64, quotaBytes: Int64?, zones: Int, sessions: Int
  ) {
    self.name = name
    self.userRecordName = userRecordName
    self.state = state
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.bytes = bytes
    self.quotaBytes = quotaBytes
    self.zones = zones
    self.sessions = sessions
  }
}

/// Answer to `GET /extension/1/administration/accounts`.
package struct AccountsResponse: Codable, Sendable {
  package var accounts: [AccountEntry]
  /// The parameter `after` of the next page; nil for the last one.
  package var next: String?

  package init(accounts: [AccountEntry], next: String?) {
    self.accounts = accounts
    self.next = next
  }
}

/// Body of `POST /extension/1/administration/accounts/NAME`; nil leaves a thing unchanged.
package struct AccountChange: Codable, Sendable, Equatable {
  package var isDisabled: Bool?
  package var endsSessions: Bool?
  /// Whether the open links of the account's zones are closed.
  package var closesLinks: Bool?

  package init(isDisabled: Bool? = nil, endsSessions: Bool? = nil, closesLinks: Bool? = nil) {
    self.isDisabled = isDisabled
    self.endsSessions = endsSessions
    self.closesLinks = closesLinks
  }
}

/// Answer to `GET /extension/1/administration/log`: what administrators did, oldest first.
package struct AdministrationLogResponse: Codable, Sendable {
  package var entries: [AdministrationEntry]
  /// The parameter `after` of the next page; nil for the last one.
  package var next: Int64?

  package init(entries: [AdministrationEntry], next: Int64?) {
    self.entries = entries
    self.next = next
  }
}
