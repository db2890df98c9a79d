/// Bounds of the protocol.
///
/// Source: `docs/protocol.md`, after CloudKit's own published limits. `CloudLimitSettings` has those
/// that an administrator sets, such as the bytes of an account.
package enum CloudLimits {
  /// Operations in one request of a web client, and records in one page of changes.
  package static let operationsPerRequest = 200
  /// Operations in one `records/modify` of a client that behaves like CloudKit's native ones.
  ///
  /// Source: `CKError.Code.limitExceeded`, which names 400 items as the native limit.
  package static let operationsPerNativeRequest = 400
  /// Bytes in a request's body.
  package static let requestBytes = 2 * 1024 * 1024
  /// Bytes in one record without its assets.
  package static let recordBytes = 1024 * 1024
  /// Bytes in one asset.
  package static let assetBytes: Int64 = 50 * 1024 * 1024
  /// Seconds until an upload must have begun.
  package static let uploadSeconds = 15 * 60
  /// Seconds in which a right to upload and its receipt are over, whatever the clock does.
  ///
  /// Our choice: a clock that is set back by hours ends no upload.
  package static let uploadAndReceiptSeconds = 24 * 3600
  /// ASCII characters in a record, zone or owner name.
  package static let nameLength = 255
  /// People in a share, the owner included.
  package static let participantsPerShare = 100
  /// DELETE_SELF references to one record.
  package static let deleteSelfReferrers = 750
  /// Record types that an environment learns from saves; a schema that is imported may have more.
  ///
  /// Our choice: everybody who signs up can add types to the development environment.
  package static let learnedRecordTypes = 1000
  /// Custom zones of a user.
  package static let zonesPerUser = 1000
  /// Zones in one page of database changes.
  package static let zonesPerPage = 200
  /// Invitations without an answer that wait for one person, and those of them from one owner.
  ///
  /// Our choice: more than anybody answers; the second keeps one owner from using up the first.
  package static let waitingInvitations = 500
  package static let waitingInvitationsFromOneOwner = 50
  /// Subscriptions of a user in a database.
  package static let subscriptionsPerDatabase = 200
  /// Notification channels of a user; a new one replaces the one unused for the longest time.
  ///
  /// Our choice: more devices than a user has.
  package static let channelsPerUser = 32
  /// Devices on which a user is signed in; the oldest session ends when one more begins.
  package static let sessionsPerUser = 100
  /// Rights to upload and attach that a user may have open.
  package static let openUploadsPerUser = 1000
  /// Interrupted uploads of a user that may be continued; with one more, the user's oldest must
  /// start again.
  ///
  /// Our choice: each has a file open, of up to 50 MB.
  package static let unfinishedUploadsPerUser = 16
  /// The same for all users together.
  package static let unfinishedUploads = 256
  /// Parents above the place to which a record with children is moved.
  package static let parentsAboveMovedRecord = 1000
  /// Records of a hierarchy that leave a participant's view one by one; with more, all leave at once.
  package static let departuresAtOnce = 200
  /// The time that the notification long poll is held, in seconds, if the client does not ask for another time.
  package static let longPollSeconds = 30
  /// The longest time for which a client can ask.
  ///
  /// Our choice. Clients on the cloud's own machine ask for it: no network is there that forgets a quiet connection.
  package static let longestPollSeconds = 600
}
