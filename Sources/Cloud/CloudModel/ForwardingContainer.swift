/// A container that makes its calls on another one.
///
/// It declares only what it does not forward; every other call goes through `forward`.
package protocol ForwardingContainer: CloudContainer {
  var inner: any CloudContainer { get }

  /// Makes a call on `inner`, or does something else instead.
  func forward<Answer: Sendable>(
    _ call: CloudCall, _ make: @escaping @Sendable () async throws(CloudError) -> Answer
  ) async throws(CloudError) -> Answer
}

extension ForwardingContainer {
  package var userRecordName: String { inner.userRecordName }

  package func shareMetadata(
    forShortGUID shortGUID: String, shouldFetchRootRecord: Bool, rootRecordDesiredKeys: [String]?
  ) async throws(CloudError) -> ShareMetadata {
    try await forward(.shareMetadata) { [inner] () async throws(CloudError) in
      try await inner.shareMetadata(
        forShortGUID: shortGUID, shouldFetchRootRecord: shouldFetchRootRecord,
        rootRecordDesiredKeys: rootRecordDesiredKeys)
    }
  }

  package func accept(shortGUID: String) async throws(CloudError) -> ShareMetadata {
    try await forward(.accept) { [inner] () async throws(CloudError) in
      try await inner.accept(shortGUID: shortGUID)
    }
  }

  package func decline(shortGUID: String) async throws(CloudError) {
    try await forward(.decline) { [inner] () async throws(CloudError) in
      try await inner.decline(shortGUID: shortGUID)
    }
  }

  package func userIdentity(
    forAccountName name: String
  ) async throws(CloudError) -> UserIdentity {
    try await forward(.userIdentity) { [inner] () async throws(CloudError) in
      try await inner.userIdentity(forAccountName: name)
    }
  }

  package func currentUserIdentity() async throws(CloudError) -> UserIdentity {
    try await forward(.userIdentity) { [inner] () async throws(CloudError) in
      try await inner.currentUserIdentity()
    }
  }

  package func userIdentities(
    for lookups: [UserLookup]
  ) async throws(CloudError) -> [UserLookup: Result<UserIdentity, CloudError>] {
    try await forward(.userIdentity) { [inner] () async throws(CloudError) in
      try await inner.userIdentities(for: lookups)
    }
  }

  package func pendingInvitations() async throws(CloudError) -> [ShareMetadata] {
    try await forward(.invitations) { [inner] () async throws(CloudError) in
      try await inner.pendingInvitations()
    }
  }

  // These two are no requests of the web protocol, and go straight to `inner`.

  package func storage(inZone zoneName: String?) async throws(CloudError) -> StorageUsage {
    try await inner.storage(inZone: zoneName)
  }

  package func limitMembers(
    ofZone zoneName: String, to bytes: Int64?
  ) async throws(CloudError) -> StorageUsage {
    try await inner.limitMembers(ofZone: zoneName, to: bytes)
  }

  package func openNotificationChannel() async throws(CloudError) -> NotificationChannel {
    try await forward(.openChannel) { [inner] () async throws(CloudError) in
      try await inner.openNotificationChannel()
    }
  }

  package func nextPush(
    on channel: NotificationChannel
  ) async throws(CloudError) -> PushedNotification? {
    try await forward(.poll) { [inner] () async throws(CloudError) in
      try await inner.nextPush(on: channel)
    }
  }
}
