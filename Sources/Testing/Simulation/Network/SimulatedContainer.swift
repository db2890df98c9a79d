import CloudModel

/// A container between a device and the cloud: every call is a request that the world carries.
struct SimulatedContainer: CloudContainer {
  let inner: any CloudContainer
  let world: World
  let key: DeviceKey
  let mutation: Mutation?

  var userRecordName: String { inner.userRecordName }

  func database(with scope: DatabaseScope) -> any CloudDatabase {
    guard let mutation else { return carried(scope) }
    return BrokenDatabase(
      inner: carried(scope), privateDatabase: carried(.private), world: world, key: key,
      mutation: mutation)
  }

  private func carried(_ scope: DatabaseScope) -> SimulatedDatabase {
    SimulatedDatabase(inner: inner.database(with: scope), owner: self, user: userRecordName)
  }

  func shareMetadata(
    forShortGUID shortGUID: String, shouldFetchRootRecord: Bool, rootRecordDesiredKeys: [String]?
  ) async throws(CloudError) -> ShareMetadata {
    try await pass(.shareMetadata) { [inner] () async throws(CloudError) in
      try await inner.shareMetadata(
        forShortGUID: shortGUID, shouldFetchRootRecord: shouldFetchRootRecord,
        rootRecordDesiredKeys: rootRecordDesiredKeys)
    }
  }

  func accept(shortGUID: String) async throws(CloudError) -> ShareMetadata {
    try await pass(.accept) { [inner] () async throws(CloudError) in
      try await inner.accept(shortGUID: shortGUID)
    }
  }

  func decline(shortGUID: String) async throws(CloudError) {
    try await pass(.decline) { [inner] () async throws(CloudError) in
      try await inner.decline(shortGUID: shortGUID)
    }
  }

  func userIdentity(forAccountName name: String) async throws(CloudError) -> UserIdentity {
    try await pass(.userIdentity) { [inner] () async throws(CloudError) in
      try await inner.userIdentity(forAccountName: name)
    }
  }

  func currentUserIdentity() async throws(CloudError) -> UserIdentity {
    try await pass(.userIdentity) { [inner] () async throws(CloudError) in
      try await inner.currentUserIdentity()
    }
  }

  func userIdentities(
    for lookups: [UserLookup]
  ) async throws(CloudError) -> [UserLookup: Result<UserIdentity, CloudError>] {
    try await pass(.userIdentity) { [inner] () async throws(CloudError) in
      try await inner.userIdentities(for: lookups)
    }
  }

  func pendingInvitations() async throws(CloudError) -> [ShareMetadata] {
    try await pass(.invitations) { [inner] () async throws(CloudError) in
      try await inner.pendingInvitations()
    }
  }

  func openNotificationChannel() async throws(CloudError) -> NotificationChannel {
    try await pass(.openChannel) { [inner] () async throws(CloudError) in
      try await inner.openNotificationChannel()
    }
  }

  func nextPush(
    on channel: NotificationChannel
  ) async throws(CloudError) -> PushedNotification? {
    try await world.poll(by: key) { [inner] () async throws(CloudError) in
      try await inner.nextPush(on: channel)
    }
  }

  /// A call that has no items.
  private func pass<Value: Sendable>(
    _ operation: Request.Operation,
    _ call: @escaping @Sendable () async throws(CloudError) -> Value
  ) async throws(CloudError) -> Value {
    try await world.roundTrip(Request(device: "", user: "", operation: operation), by: key) { _ in
      do throws(CloudError) { return (.success(try await call()), RequestTrace()) } catch {
        return (.failure(error), RequestTrace())
      }
    }
  }
}

/// The effects of a request in the cloud, for the journal.
struct RequestTrace: Sendable {
  var items: [CloudResult.Item] = []
  var page: CloudResult.Page?
}
