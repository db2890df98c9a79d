/// Bounds of the protocol.
///
/// Source: `docs/protocol.md`, after CloudKit's own published limits.
package enum CloudLimits {
  /// Operations in one `records/modify`, and records in one page of changes.
  package static let operationsPerRequest = 200
  /// Bytes in a request's body.
  package static let requestBytes = 2 * 1024 * 1024
  /// Bytes in one record without its assets.
  package static let recordBytes = 1024 * 1024
  /// Bytes in one asset.
  package static let assetBytes: Int64 = 50 * 1024 * 1024
  /// Seconds until an upload must have begun.
  package static let uploadSeconds = 15 * 60
  /// ASCII characters in a record, zone or owner name.
  package static let nameLength = 255
  /// People in a share, the owner included.
  package static let participantsPerShare = 100
  /// DELETE_SELF references to one record.
  package static let deleteSelfReferrers = 750
  /// Custom zones of a user.
  package static let zonesPerUser = 1000
  /// Zones in one page of database changes.
  package static let zonesPerPage = 200
  /// Parents above a record with children, where it is moved to.
  package static let parentsAboveMovedRecord = 1000
  /// Records of a hierarchy that leave a participant's view one by one; with more, all leave at once.
  package static let departuresAtOnce = 200
  /// How long the notification long poll is held, in seconds.
  package static let longPollSeconds = 30
}
