package import CloudModel
import CloudRules
package import CloudWire

/// What an administrator sees of the accounts and does with them; each change is noted in the log.
package struct AccountAdministration: Sendable {
  /// Our choice: so many accounts are counted in one reading, and so many entries of the log are read.
  private static let pageSize = 200

  let cloud: Cloud
  let sessions: SessionService
  let ending: AccountEnding

  package init(cloud: Cloud, sessions: SessionService) {
    self.cloud = cloud
    self.sessions = sessions
    ending = AccountEnding(cloud: cloud, sessions: sessions)
  }

  /// One page of the accounts, by name, those that are deleted among them.
  package func accounts(after name: String?) throws(CloudError) -> AccountsResponse {
    let found = try cloud.store.readingRegistry {
      try $0.accountUse(after: name ?? "", limit: Self.pageSize + 1)
    }
    let page = found.prefix(Self.pageSize)
    return AccountsResponse(
      accounts: page.map(entry), next: found.count > page.count ? page.last?.account.name : nil)
  }

  /// Changes an account; returns it as it is then.
  ///
  /// Throws `.unknownItem` for an account that does not exist or is gone.
  package func change(_ name: String, _ change: AccountChange) throws -> AccountEntry {
    let account = try living(name)
    let user = account.userRecordName
    let endsSessions = change.endsSessions == true || change.isDisabled == true
    let now = cloud.surroundings.now().millisecondsSince1970
    try cloud.store.writingRegistry { registry in
      guard var account = try registry.lockAccount(userRecordName: user), !account.isGone else {
        throw CloudError.noAccount(name)
      }
      if let isDisabled = change.isDisabled {
        account.state = isDisabled ? .disabled : .active
        try registry.update(account)
        if isDisabled { try registry.revokeCodes(of: user, at: now) }
        try note(isDisabled ? .disable : .enable, of: account, in: registry)
      }
      if endsSessions { _ = try registry.deleteSessions(of: user, at: now) }
      if change.endsSessions == true { try note(.endSessions, of: account, in: registry) }
      if change.closesLinks == true { try note(.closeLinks, of: account, in: registry) }
    }
    if endsSessions { sessions.closeAll(of: user) }
    if change.closesLinks == true {
      for stored in try cloud.store.readingRegistry({ try $0.partitions() }) {
        _ = try cloud.administration(of: stored.partition).closeLinks(of: user)
      }
    }
    guard let use = try cloud.store.readingRegistry({ try $0.accountUse(named: name) }) else {
      throw CloudError.noAccount(name)
    }
    return entry(use)
  }

  /// Deletes an account, or goes on with a deletion that has failed.
  ///
  /// Throws `.unknownItem` for an account that does not exist or is deleted.
  package func delete(_ name: String) throws -> DeletionReport {
    guard let use = try cloud.store.readingRegistry({ try $0.accountUse(named: name) }) else {
      throw CloudError.noAccount(name)
    }
    return try ending.end(use.account.userRecordName) { registry, account in
      try note(.delete, of: account, in: registry)
    }
  }

  /// The log after an entry, oldest first; nil begins it.
  package func log(after id: Int64?) throws(CloudError) -> AdministrationLogResponse {
    let found = try cloud.store.readingRegistry {
      try $0.administration(after: id ?? 0, limit: Self.pageSize + 1)
    }
    let page = Array(found.prefix(Self.pageSize))
    return AdministrationLogResponse(
      entries: page, next: found.count > page.count ? page.last?.id : nil)
  }

  private func living(_ name: String) throws(CloudError) -> StoredAccount {
    let use = try cloud.store.readingRegistry { try $0.accountUse(named: name) }
    guard let use, !use.account.isGone else { throw CloudError.noAccount(name) }
    return use.account
  }

  private func note(
    _ action: AdministrationAction, of account: StoredAccount, in registry: any RegistryTransaction
  ) throws {
    try registry.note(
      action, of: account.name, at: cloud.surroundings.now().millisecondsSince1970)
  }

  private func entry(_ use: AccountUse) -> AccountEntry {
    let limits = cloud.conditions.limits
    let account = use.account
    let quota = limits.accountQuotaBytes[account.userRecordName] ?? limits.quotaBytes
    return AccountEntry(
      name: account.name, userRecordName: account.userRecordName, state: account.state,
      createdAt: account.createdAt, lastUsedAt: use.lastUsedAt, bytes: use.bytes,
      quotaBytes: quota == CloudLimitSettings.unlimitedBytes ? nil : quota, zones: use.zones,
      sessions: use.sessions)
  }
}
