package import CloudModel

/// A container between a device and the cloud, on which things go wrong.
package struct FaultyContainer: CloudContainer {
  private let inner: any CloudContainer
  private let faults: FaultInjector

  package init(_ inner: any CloudContainer, faults: FaultInjector) {
    self.inner = inner
    self.faults = faults
  }

  package var userRecordName: String { inner.userRecordName }

  package func database(with scope: DatabaseScope) -> any CloudDatabase {
    FaultyDatabase(inner: inner.database(with: scope), faults: faults)
  }

  package func shareMetadata(
    forShortGUID shortGUID: String, shouldFetchRootRecord: Bool, rootRecordDesiredKeys: [String]?
  ) async throws(CloudError) -> ShareMetadata {
    try await faults.pass(.shareMetadata) { () async throws(CloudError) in
      try await inner.shareMetadata(
        forShortGUID: shortGUID, shouldFetchRootRecord: shouldFetchRootRecord,
        rootRecordDesiredKeys: rootRecordDesiredKeys)
    }
  }

  package func accept(shortGUID: String) async throws(CloudError) -> ShareMetadata {
    try await faults.pass(.accept) { () async throws(CloudError) in
      try await inner.accept(shortGUID: shortGUID)
    }
  }

  package func decline(shortGUID: String) async throws(CloudError) {
    try await faults.pass(.accept) { () async throws(CloudError) in
      try await inner.decline(shortGUID: shortGUID)
    }
  }

  package func userIdentity(
    forAccountName name: String
  ) async throws(CloudError) -> UserIdentity {
    try await faults.pass(.userIdentity) { () async throws(CloudError) in
      try await inner.userIdentity(forAccountName: name)
    }
  }

  package func currentUserIdentity() async throws(CloudError) -> UserIdentity {
    try await faults.pass(.userIdentity) { () async throws(CloudError) in
      try await inner.currentUserIdentity()
    }
  }

  package func userIdentities(
    for lookups: [UserLookup]
  ) async throws(CloudError) -> [UserLookup: Result<UserIdentity, CloudError>] {
    try await faults.pass(.userIdentity) { () async throws(CloudError) in
      try await inner.userIdentities(for: lookups)
    }
  }

  package func pendingInvitations() async throws(CloudError) -> [ShareMetadata] {
    try await faults.pass(.invitations) { () async throws(CloudError) in
      try await inner.pendingInvitations()
    }
  }

  package func openNotificationChannel() async throws(CloudError) -> NotificationChannel {
    try await faults.pass(.openChannel) { () async throws(CloudError) in
      try await inner.openNotificationChannel()
    }
  }

  package func nextPush(
    on channel: NotificationChannel
  ) async throws(CloudError) -> PushedNotification? {
    try await faults.pass(.poll) { () async throws(CloudError) in
      try await inner.nextPush(on: channel)
    }
  }
}

extension FaultInjector {
  /// Makes a call that has no items, or not as the next fault has it.
  func pass<R>(
    _ operation: Operation, _ call: () async throws(CloudError) -> R
  ) async throws(CloudError) -> R {
    try await pass(next(operation), call)
  }

  func pass<R>(
    _ fault: Fault, _ call: () async throws(CloudError) -> R
  ) async throws(CloudError) -> R {
    switch fault {
    case .lostRequest:
      throw CloudError(.networkUnavailable, "The request was lost.")
    case .lostAnswer:
      _ = try await call()
      throw CloudError(chance() ? .networkFailure : .serverResponseLost, "The answer was lost.")
    case .doubled:
      _ = try await call()
      return try await call()
    case .refused(let error):
      throw error
    case .none, .partial, .incomplete, .expiredToken, .emptyPage:
      return try await call()
    }
  }
}
