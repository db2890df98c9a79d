package import CloudModel
package import CloudRules
package import CloudStorage

/// The cloud without a network: calls the rules directly, as one user on one device.
///
/// First-class: it passes the conformance suite that the cloud over HTTP passes.
package struct InProcessContainer: CloudContainer {
  private let operations: InProcessOperations
  private let relay: any NotificationRelay
  private let assets: AssetService?

  /// Without `assets`, uploads and downloads of assets fail.
  package init(
    cloud: Cloud, partition: Partition, relay: any NotificationRelay, assets: AssetService? = nil,
    caller: Caller
  ) {
    var caller = caller
    caller.isNative = true
    operations = InProcessOperations(cloud, in: partition, by: caller)
    self.relay = relay
    self.assets = assets
  }

  private var caller: Caller { operations.caller }

  package var userRecordName: String { caller.userRecordName }

  package func database(with scope: DatabaseScope) -> any CloudDatabase {
    InProcessDatabase(operations: operations, assets: assets, scope: scope)
  }

  package func shareMetadata(
    forShortGUID shortGUID: String, shouldFetchRootRecord: Bool, rootRecordDesiredKeys: [String]?
  ) async throws(CloudError) -> ShareMetadata {
    let link = CloudService.Link(
      shortGUID: shortGUID, includesRoot: shouldFetchRootRecord,
      rootDesiredKeys: rootRecordDesiredKeys)
    return try await only(
      operations.perform("records/resolve") { service throws(CloudError) in
        try service.shareMetadata(for: [link], by: caller)
      })
  }

  package func accept(shortGUID: String) async throws(CloudError) -> ShareMetadata {
    try await only(
      operations.perform("records/accept") { service throws(CloudError) in
        try service.accept([.init(shortGUID: shortGUID)], by: caller)
      })
  }

  package func decline(shortGUID: String) async throws(CloudError) {
    try await operations.perform("records/decline") { service throws(CloudError) in
      try service.decline(shortGUIDs: [shortGUID], by: caller)
    }
  }

  package func userIdentity(
    forAccountName name: String
  ) async throws(CloudError) -> UserIdentity {
    try operations.requireUser()
    return try operations.service.userIdentity(forAccountName: name, by: caller)
  }

  package func currentUserIdentity() async throws(CloudError) -> UserIdentity {
    try await operations.perform("users/current") { service throws(CloudError) in
      try service.userIdentity(of: caller)
    }
  }

  package func userIdentities(
    for lookups: [UserLookup]
  ) async throws(CloudError) -> [UserLookup: Result<UserIdentity, CloudError>] {
    let found = try await operations.perform("users/discover") { service throws(CloudError) in
      try service.users(matching: lookups, by: caller)
    }
    var results = Dictionary(
      lookups.map { ($0, Result<UserIdentity, CloudError>.failure(.userNotFound)) }
    ) { first, _ in first }
    for (lookup, user) in found { results[lookup] = .success(user.identity(foundBy: lookup)) }
    return results
  }

  package func pendingInvitations() async throws(CloudError) -> [ShareMetadata] {
    try operations.requireUser()
    return try operations.service.pendingInvitations(for: caller)
  }

  package func storage(inZone zoneName: String?) async throws(CloudError) -> StorageUsage {
    try operations.requireUser()
    return try operations.service.storage(of: caller, inZone: zoneName)
  }

  package func limitMembers(
    ofZone zoneName: String, to bytes: Int64?
  ) async throws(CloudError) -> StorageUsage {
    try operations.requireUser()
    return try operations.service.limitMembers(ofZone: zoneName, to: bytes, by: caller)
  }

  package func openNotificationChannel() async throws(CloudError) -> NotificationChannel {
    try await operations.perform("tokens/create") { service throws(CloudError) in
      try relay.openChannel(for: caller, in: service.partition, takesInvitations: true)
    }
  }

  package func nextPush(
    on channel: NotificationChannel
  ) async throws(CloudError) -> PushedNotification? {
    try await relay.next(on: channel)?.content
  }

  private func only(
    _ outcomes: [CloudService.ShareOutcome]
  ) throws(CloudError) -> ShareMetadata {
    guard let first = outcomes.first else { throw .linkLeadsNowhere }
    var metadata = try first.result.get()
    let database = InProcessDatabase(operations: operations, assets: assets, scope: .public)
    metadata.shareRecord = metadata.shareRecord.map(database.addressed)
    metadata.rootRecord = metadata.rootRecord.map(database.addressed)
    return metadata
  }
}
