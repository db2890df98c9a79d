/// A container as its signed-in user reaches it: its databases, and what belongs to none of them.
///
/// If nobody is signed in, the public database can be read. Everything else throws
/// `.notAuthenticated`.
package protocol CloudContainer: Sendable {
  /// The signed-in user's record name; empty if nobody is signed in.
  var userRecordName: String { get }

  func database(with scope: DatabaseScope) -> any CloudDatabase

  /// The share behind the link with this short GUID.
  ///
  /// With `shouldFetchRootRecord`, the answer has the root of a shared hierarchy, with the fields in
  /// `rootRecordDesiredKeys` or, if that is nil, with all.
  ///
  /// Throws `.unknownItem` for a link that leads nowhere, or not for this user.
  func shareMetadata(
    forShortGUID shortGUID: String, shouldFetchRootRecord: Bool, rootRecordDesiredKeys: [String]?
  ) async throws(CloudError) -> ShareMetadata

  /// Joins a share; accepting again is harmless.
  ///
  /// Throws `.permissionFailure` for a user who is not invited to a share that is not open.
  func accept(shortGUID: String) async throws(CloudError) -> ShareMetadata

  /// Declines an invitation.
  ///
  /// Throws `.unknownItem` if none waits for this user.
  func decline(shortGUID: String) async throws(CloudError)

  /// The user with this account name.
  ///
  /// Throws `.unknownItem` if there is none.
  func userIdentity(forAccountName name: String) async throws(CloudError) -> UserIdentity

  /// The identity of the signed-in user.
  func currentUserIdentity() async throws(CloudError) -> UserIdentity

  /// Looks for at most 200 users; one who does not exist or does not want to be found has
  /// `.unknownItem`.
  ///
  /// The identity has the text of its look-up as `lookupName`; that of a look-up by user record name
  /// has none. Throws `.requestRateLimited` for too many look-ups in an hour.
  func userIdentities(
    for lookups: [UserLookup]
  ) async throws(CloudError) -> [UserLookup: Result<UserIdentity, CloudError>]

  /// Shares that wait for this user to accept them.
  func pendingInvitations() async throws(CloudError) -> [ShareMetadata]

  /// The part of the user's quota that the user's data take; with `zoneName` only that zone of the user's, with its
  /// writers.
  ///
  /// Ours: CloudKit does not say it. Throws `.zoneNotFound` if the user owns no such zone.
  func storage(inZone zoneName: String?) async throws(CloudError) -> StorageUsage

  /// Limits what each member may store in a zone of the user's; nil ends the limit.
  ///
  /// Ours. Throws `.zoneNotFound` if the user owns no such zone.
  func limitMembers(
    ofZone zoneName: String, to bytes: Int64?
  ) async throws(CloudError) -> StorageUsage

  /// Opens a channel on which this client is told of changes that others make.
  func openNotificationChannel() async throws(CloudError) -> NotificationChannel

  /// Waits for the next notification with all that was pushed; nil when the cloud had none for half a
  /// minute, and for a kind that this client does not know.
  ///
  /// Throws `.unknownItem` when the channel is gone: open another one and look for changes. After an error with
  /// `isCutPoll` the channel can still be used: look for changes, and wait again.
  func nextPush(on channel: NotificationChannel) async throws(CloudError) -> PushedNotification?
}

extension CloudContainer {
  /// The share behind the link with this short GUID, without its root.
  package func shareMetadata(
    forShortGUID shortGUID: String
  ) async throws(CloudError) -> ShareMetadata {
    try await shareMetadata(
      forShortGUID: shortGUID, shouldFetchRootRecord: false, rootRecordDesiredKeys: nil)
  }

  /// What the next push tells of; nil as for `nextPush(on:)`.
  package func nextNotification(
    on channel: NotificationChannel
  ) async throws(CloudError) -> CloudNotification? {
    try await nextPush(on: channel)?.notification
  }
}
