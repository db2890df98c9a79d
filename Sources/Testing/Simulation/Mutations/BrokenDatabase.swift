import CloudModel
import Foundation

/// A database as an engine with one broken rule uses it.
struct BrokenDatabase: CloudDatabase {
  let inner: any CloudDatabase
  /// The private database of the same user.
  let privateDatabase: any CloudDatabase
  let world: World
  let key: DeviceKey
  let mutation: Mutation

  var scope: DatabaseScope { inner.scope }

  func modifyRecords(
    saving recordsToSave: [Record], deleting recordIDsToDelete: [RecordID],
    savePolicy: RecordSavePolicy, atomically: Bool, desiredKeys: [String]?
  ) async throws(CloudError) -> (saveResults: SaveResults, deleteResults: DeleteResults) {
    let database = mutation == .writesPrivate ? privateDatabase : inner
    do throws(CloudError) {
      return try await database.modifyRecords(
        saving: recordsToSave, deleting: recordIDsToDelete,
        savePolicy: mutation == .overwrites ? .allKeys : savePolicy, atomically: atomically,
        desiredKeys: desiredKeys)
    } catch {
      guard mutation == .trustsLostAnswers,
        error.code == .networkFailure || error.code == .serverResponseLost
      else { throw broken(error) }
      var saved: SaveResults = [:]
      for record in recordsToSave { saved[record.recordID] = .success(record) }
      return (saved, [:])
    }
  }

  func databaseChanges(
    since changeToken: ServerChangeToken?, resultsLimit: Int?
  ) async throws(CloudError) -> DatabaseChanges {
    do throws(CloudError) {
      var page = try await inner.databaseChanges(since: changeToken, resultsLimit: resultsLimit)
      if mutation == .skipsOwnChanges {
        let own = await world.zonesLastWritten(by: key)
        page.modifications.removeAll { own.contains($0.zoneName) }
      }
      return page
    } catch {
      throw broken(error)
    }
  }

  func recordZoneChanges(
    inZoneWith zoneID: RecordZoneID, since changeToken: ServerChangeToken?,
    desiredKeys: [String]?, resultsLimit: Int?
  ) async throws(CloudError) -> RecordZoneChanges {
    do throws(CloudError) {
      var page = try await inner.recordZoneChanges(
        inZoneWith: zoneID, since: changeToken, desiredKeys: desiredKeys,
        resultsLimit: resultsLimit)
      if mutation == .ignoresMoreComing { page.moreComing = false }
      return page
    } catch {
      throw broken(error)
    }
  }

  private func broken(_ error: CloudError) -> CloudError {
    guard mutation == .ignoresRetryAfter else { return error }
    var error = error
    error.retryAfterSeconds = nil
    return error
  }

  // MARK: - As it should be

  func modifyRecordZones(
    saving zonesToSave: [RecordZone], deleting zoneIDsToDelete: [RecordZoneID]
  ) async throws(CloudError) -> (saveResults: SaveZoneResults, deleteResults: DeleteZoneResults) {
    try await inner.modifyRecordZones(saving: zonesToSave, deleting: zoneIDsToDelete)
  }

  func allRecordZones() async throws(CloudError) -> [RecordZone] {
    try await inner.allRecordZones()
  }

  func recordZones(for zoneIDs: [RecordZoneID]) async throws(CloudError) -> SaveZoneResults {
    try await inner.recordZones(for: zoneIDs)
  }

  func records(
    for recordIDs: [RecordID], desiredKeys: [String]?
  ) async throws(CloudError) -> SaveResults {
    try await inner.records(for: recordIDs, desiredKeys: desiredKeys)
  }

  func records(
    matching query: Query, inZoneWith zoneID: RecordZoneID?, desiredKeys: [String]?,
    resultsLimit: Int?
  ) async throws(CloudError) -> (matchResults: MatchResults, queryCursor: Query.Cursor?) {
    try await inner.records(
      matching: query, inZoneWith: zoneID, desiredKeys: desiredKeys, resultsLimit: resultsLimit)
  }

  func records(
    continuingMatchFrom queryCursor: Query.Cursor, desiredKeys: [String]?, resultsLimit: Int?
  ) async throws(CloudError) -> (matchResults: MatchResults, queryCursor: Query.Cursor?) {
    try await inner.records(
      continuingMatchFrom: queryCursor, desiredKeys: desiredKeys, resultsLimit: resultsLimit)
  }

  func modifySubscriptions(
    saving subscriptionsToSave: [Subscription], deleting subscriptionIDsToDelete: [String]
  ) async throws(CloudError) -> (
    saveResults: SaveSubscriptionResults, deleteResults: DeleteSubscriptionResults
  ) {
    try await inner.modifySubscriptions(
      saving: subscriptionsToSave, deleting: subscriptionIDsToDelete)
  }

  func allSubscriptions() async throws(CloudError) -> [Subscription] {
    try await inner.allSubscriptions()
  }

  func subscriptions(
    for subscriptionIDs: [String]
  ) async throws(CloudError) -> SaveSubscriptionResults {
    try await inner.subscriptions(for: subscriptionIDs)
  }

  func beginAssetUpload(
    of fieldName: String, in recordID: RecordID, recordType: String
  ) async throws(CloudError) -> AssetUpload {
    try await inner.beginAssetUpload(of: fieldName, in: recordID, recordType: recordType)
  }

  func continueAssetUpload(
    _ upload: AssetUpload, from file: URL, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudError) -> Asset {
    try await inner.continueAssetUpload(upload, from: file, progress: progress)
  }

  func downloadAsset(
    _ asset: Asset, to file: URL, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudError) {
    try await inner.downloadAsset(asset, to: file, progress: progress)
  }
}
