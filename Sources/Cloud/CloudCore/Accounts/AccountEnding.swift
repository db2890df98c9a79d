package import CloudModel
package import CloudRules

/// The deletion of accounts.
///
/// 1. With the first step nobody can use the account any more: its state is `ending`, its sessions, its codes, its
///    passphrase and its e-mail address are gone.
/// 2. Then its data go, one partition after the other (`PartitionAdministration.remove`).
/// 3. Last its state becomes `deleted`. Its row stays, so that nobody else gets its name.
///
/// If the process ends between, the next start goes on: `finish`.
package struct AccountEnding: Sendable {
  let cloud: Cloud
  let sessions: SessionService

  package init(cloud: Cloud, sessions: SessionService) {
    self.cloud = cloud
    self.sessions = sessions
  }

  /// Deletes the account of a user; returns what went.
  ///
  /// `note` is called in the transaction that begins it. Throws `.unknownItem` where there is no such account any more,
  /// and `.invalidArguments` for a server's.
  package func end(
    _ user: String, noting note: ((any RegistryTransaction, StoredAccount) throws -> Void)? = nil
  ) throws -> DeletionReport {
    let now = cloud.surroundings.now().millisecondsSince1970
    try cloud.store.writingRegistry { registry in
      let found = try registry.lockAccount(userRecordName: user)
      guard var account = found, account.state != .deleted else {
        throw CloudError.noAccount(found?.name ?? user)
      }
      guard !account.isServer else {
        throw CloudError(
          .invalidArguments,
          "\(account.name) belongs to a server-to-server key. Disable it, or delete the key.")
      }
      try note?(registry, account)
      account.state = .ending
      account.emailAddress = nil
      account.firstName = nil
      account.lastName = nil
      account.isDiscoverable = false
      try registry.update(account)
      try registry.setPassphraseHash(nil, of: user)
      _ = try registry.deleteSessions(of: user, at: now)
      try registry.revokeCodes(of: user, at: now)
    }
    return try complete(user)
  }

  /// The same for somebody who has proven to be the account's person.
  ///
  /// Throws also `.notAuthenticated` if the account has got another passphrase since, `.permissionFailure` if it is
  /// disabled.
  package func end(_ proven: ProvenAccount) throws -> DeletionReport {
    try end(proven.account.userRecordName) { registry, _ in
      try proven.requireCurrent(in: registry)
    }
  }

  /// Goes on with the deletions that have begun; returns the names of the accounts.
  package func finish() throws -> [String] {
    let accounts = try cloud.store.readingRegistry { try $0.endingAccounts() }
    for account in accounts { _ = try complete(account.userRecordName) }
    return accounts.map(\.name)
  }

  private func complete(_ user: String) throws -> DeletionReport {
    cloud.forget(user)
    sessions.closeAll(of: user)
    var report = DeletionReport(endedZones: 0, leftZones: 0)
    for stored in try cloud.store.readingRegistry({ try $0.partitions() }) {
      let gone = try cloud.administration(of: stored.partition).remove(user)
      report.endedZones += gone.endedZones
      report.leftZones += gone.leftZones
    }
    try cloud.store.writingRegistry { registry in
      guard var account = try registry.lockAccount(userRecordName: user) else { return }
      account.state = .deleted
      try registry.update(account)
    }
    return report
  }
}
