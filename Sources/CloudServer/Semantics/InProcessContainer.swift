package import CloudModel

/// The cloud without a wire: the rules called directly, as one user on one device.
///
/// First-class: it passes the conformance suite that the cloud over HTTP passes.
package struct InProcessContainer: CloudContainer {
  private let service: CloudService
  private let relay: any NotificationRelay
  private let assets: AssetService?
  private var caller: Caller

  /// Without `assets` there are none.
  package init(
    service: CloudService, relay: any NotificationRelay, assets: AssetService? = nil,
    caller: Caller
  ) {
    self.service = service
    self.relay = relay
    self.assets = assets
    self.caller = caller
    self.caller.isNative = true
  }

  package var userRecordName: String { caller.userRecordName }

  package func database(with scope: DatabaseScope) -> any CloudDatabase {
    InProcessDatabase(service: service, assets: assets, caller: caller, scope: scope)
  }

  package func shareMetadata(
    forShortGUID shortGUID: String
  ) async throws(CloudError) -> ShareMetadata {
    try await Self.only(
      service.perform("records/resolve", by: caller) { service throws(CloudError) in
        try service.shareMetadata(for: [.init(shortGUID: shortGUID)], by: caller)
      })
  }

  package func accept(shortGUID: String) async throws(CloudError) -> ShareMetadata {
    try await Self.only(
      service.perform("records/accept", by: caller) { service throws(CloudError) in
        try service.accept([.init(shortGUID: shortGUID)], by: caller)
      })
  }

  package func decline(shortGUID: String) async throws(CloudError) {
    try await service.perform("records/decline", by: caller) { service throws(CloudError) in
      try service.decline(shortGUIDs: [shortGUID], by: caller)
    }
  }

  package func userIdentity(
    forAccountName name: String
  ) async throws(CloudError) -> UserIdentity {
    try service.userIdentity(forAccountName: name, by: caller)
  }

  package func pendingInvitations() async throws(CloudError) -> [ShareMetadata] {
    try service.pendingInvitations(for: caller)
  }

  package func openNotificationChannel() async throws(CloudError) -> NotificationChannel {
    try await service.perform("tokens/create", by: caller) { service throws(CloudError) in
      relay.openChannel(for: caller, in: service.partition, takesInvitations: true)
    }
  }

  package func nextNotification(
    on channel: NotificationChannel
  ) async throws(CloudError) -> CloudNotification? {
    try await relay.next(on: channel)?.announcement.notification
  }

  private static func only(
    _ outcomes: [CloudService.ShareOutcome]
  ) throws(CloudError) -> ShareMetadata {
    guard let first = outcomes.first else { throw .linkLeadsNowhere }
    return try first.result.get()
  }
}
