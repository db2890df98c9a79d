/// A container as its signed-in user reaches it: its databases, and what belongs to none of them.
package protocol CloudContainer: Sendable {
  /// The signed-in user's record name.
  var userRecordName: String { get }

  func database(with scope: DatabaseScope) -> any CloudDatabase

  /// The share behind the link with this short GUID.
  ///
  /// Throws `.unknownItem` for a link that leads nowhere, or not for this user.
  func shareMetadata(forShortGUID shortGUID: String) async throws(CloudError) -> ShareMetadata

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

  /// Shares that wait for this user to accept them.
  func pendingInvitations() async throws(CloudError) -> [ShareMetadata]

  /// Opens a channel on which this client is told of changes that others make.
  func openNotificationChannel() async throws(CloudError) -> NotificationChannel

  /// Waits for the next notification; nil when the cloud had none for half a minute.
  ///
  /// Throws `.unknownItem` when the channel is gone: open another one and look for changes.
  func nextNotification(on channel: NotificationChannel) async throws(CloudError)
    -> CloudNotification?
}
