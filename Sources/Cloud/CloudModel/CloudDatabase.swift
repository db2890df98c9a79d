package import Foundation

/// One database of a container, as its signed-in user may use it.
///
/// The interface between the code that uses a cloud and the cloud itself, which is reached over
/// HTTP or runs in process.
///
/// Labels and result shapes are `CKDatabase`'s. A whole call that failed throws; the failure of one
/// item is a value in the result. Nothing here retries.
package protocol CloudDatabase: Sendable {
  typealias SaveZoneResults = [RecordZoneID: Result<RecordZone, CloudError>]
  typealias DeleteZoneResults = [RecordZoneID: Result<Void, CloudError>]
  typealias SaveResults = [RecordID: Result<Record, CloudError>]
  typealias DeleteResults = [RecordID: Result<Void, CloudError>]
  typealias SaveSubscriptionResults = [String: Result<Subscription, CloudError>]
  typealias DeleteSubscriptionResults = [String: Result<Void, CloudError>]
  typealias MatchResults = [(RecordID, Result<Record, CloudError>)]

  var scope: DatabaseScope { get }

  /// Creates and deletes custom zones.
  ///
  /// Creating a zone that exists succeeds. In the shared database a zone cannot be created
  /// (`.badDatabase`), and deleting one leaves it.
  func modifyRecordZones(
    saving zonesToSave: [RecordZone], deleting zoneIDsToDelete: [RecordZoneID]
  ) async throws(CloudError) -> (saveResults: SaveZoneResults, deleteResults: DeleteZoneResults)

  func allRecordZones() async throws(CloudError) -> [RecordZone]

  /// Looks up zones, at most 200; one that does not exist, or is not visible here, has
  /// `.zoneNotFound`.
  func recordZones(for zoneIDs: [RecordZoneID]) async throws(CloudError) -> SaveZoneResults

  /// Saves and deletes records, at most 200 together.
  /// With `atomically`, nothing is applied in a zone unless everything in it can be: the failing item has its own
  /// error, the others in the zone have `.batchRequestFailed`. The public database and default zones refuse it
  /// (`.invalidArguments`).
  ///
  /// `desiredKeys` limits the fields of the records in the answer; nil asks for all.
  func modifyRecords(
    saving recordsToSave: [Record], deleting recordIDsToDelete: [RecordID],
    savePolicy: RecordSavePolicy, atomically: Bool, desiredKeys: [String]?
  ) async throws(CloudError) -> (saveResults: SaveResults, deleteResults: DeleteResults)

  /// Looks up records by name, at most 200; a missing record has `.unknownItem`.
  func records(
    for recordIDs: [RecordID], desiredKeys: [String]?
  ) async throws(CloudError) -> SaveResults

  /// The records that a query finds, at most 200 in a page: in one zone or, if none is named, in
  /// all zones that the user sees.
  ///
  /// In development a field is queryable and sortable once a native client has saved a record with
  /// it. Throws `.unknownItem` for a record type and `.invalidArguments` for a field that was never
  /// saved, so a zone without records of the type may throw either; `.zoneNotFound` as for changes.
  func records(
    matching query: Query, inZoneWith zoneID: RecordZoneID?, desiredKeys: [String]?,
    resultsLimit: Int?
  ) async throws(CloudError) -> (matchResults: MatchResults, queryCursor: Query.Cursor?)

  /// The page after the one that ended with the cursor.
  func records(
    continuingMatchFrom queryCursor: Query.Cursor, desiredKeys: [String]?, resultsLimit: Int?
  ) async throws(CloudError) -> (matchResults: MatchResults, queryCursor: Query.Cursor?)

  /// The zones that changed since a token, oldest change first; all of them without one.
  ///
  /// Throws `.changeTokenExpired` when the feed no longer reaches back to the token.
  func databaseChanges(
    since changeToken: ServerChangeToken?, resultsLimit: Int?
  ) async throws(CloudError) -> DatabaseChanges

  /// The records of a zone that changed since a token, at most 200 a page.
  ///
  /// Throws `.zoneNotFound` if the zone is gone or no longer visible, `.changeTokenExpired` when
  /// the token belongs to an earlier incarnation of the zone or is too old.
  func recordZoneChanges(
    inZoneWith zoneID: RecordZoneID, since changeToken: ServerChangeToken?,
    desiredKeys: [String]?, resultsLimit: Int?
  ) async throws(CloudError) -> RecordZoneChanges

  /// Saves and deletes subscriptions, at most 200 together; each succeeds or fails separately.
  ///
  /// Saving one that exists replaces it. Deleting one that does not exist is `.unknownItem`.
  func modifySubscriptions(
    saving subscriptionsToSave: [Subscription], deleting subscriptionIDsToDelete: [String]
  ) async throws(CloudError) -> (
    saveResults: SaveSubscriptionResults, deleteResults: DeleteSubscriptionResults
  )

  func allSubscriptions() async throws(CloudError) -> [Subscription]

  /// Looks up subscriptions, at most 200; one that does not exist has `.unknownItem`.
  func subscriptions(
    for subscriptionIDs: [String]
  ) async throws(CloudError) -> SaveSubscriptionResults

  /// Asks for a place for the bytes of an asset, which is to be saved in this field of the record.
  func beginAssetUpload(
    of fieldName: String, in recordID: RecordID, recordType: String
  ) async throws(CloudError) -> AssetUpload

  /// Sends the part of a file of at most 50 MB that the cloud does not have yet; returns the asset
  /// to save in the field within the hour.
  ///
  /// It may be called again after any failure, with the same file: it continues where the bytes
  /// broke off, and returns the same asset once all bytes are there. `progress` is called on any
  /// thread with the number of bytes sent.
  ///
  /// Throws `.assetNotAvailable` if the upload is unknown, too old or was saved: begin another.
  /// `.assetFileNotFound`, `.assetFileModified` and `.limitExceeded` are about the file.
  func continueAssetUpload(
    _ upload: AssetUpload, from file: URL, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudError) -> Asset

  /// Writes the bytes of an asset, as a record of this database was read with it, into a file.
  ///
  /// The file is created if it is missing. Bytes that an earlier call for the same asset left in it
  /// are not fetched again. `progress` is called on any thread with the number of bytes in the
  /// file.
  ///
  /// Throws `.assetNotAvailable` if the asset's address is missing or too old, or leads to
  /// something else: look its record up again. Throws `.unknownItem` if the bytes are gone for
  /// good.
  func downloadAsset(
    _ asset: Asset, to file: URL, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudError)
}

extension CloudDatabase {
  /// Saves and deletes records; the answer has all fields.
  package func modifyRecords(
    saving recordsToSave: [Record], deleting recordIDsToDelete: [RecordID],
    savePolicy: RecordSavePolicy, atomically: Bool
  ) async throws(CloudError) -> (saveResults: SaveResults, deleteResults: DeleteResults) {
    try await modifyRecords(
      saving: recordsToSave, deleting: recordIDsToDelete, savePolicy: savePolicy,
      atomically: atomically, desiredKeys: nil)
  }
}

/// The policy that decides whether a save may overwrite the cloud's version.
///
/// Source: `CKModifyRecordsOperation.RecordSavePolicy`.
package enum RecordSavePolicy: Sendable, Hashable {
  /// A record with a change tag is saved only over that version; one without must be new.
  case ifServerRecordUnchanged
  /// The given fields overwrite the cloud's fields, even if they have changed.
  case changedKeys
  /// The given record replaces the cloud's record, even if it has changed.
  case allKeys
}
