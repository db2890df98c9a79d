package import Foundation

/// The calls of `CloudContainer` and `CloudDatabase`.
package enum CloudCall: String, Sendable, CaseIterable {
  case modifyZones, modifyRecords, lookUp, query, databaseChanges, zoneChanges, listZones
  case beginUpload, upload, download, subscribe, listSubscriptions, invitations, openChannel, poll
  case accept, decline, shareMetadata, userIdentity
}

/// A database that makes its calls on another one.
///
/// It declares only what it does not forward; every other call goes through `forward`.
package protocol ForwardingDatabase: CloudDatabase {
  var inner: any CloudDatabase { get }

  /// Makes a call on `inner`, or does something else instead.
  func forward<Answer: Sendable>(
    _ call: CloudCall, in zoneID: RecordZoneID?,
    _ make: @escaping @Sendable () async throws(CloudError) -> Answer
  ) async throws(CloudError) -> Answer
}

extension ForwardingDatabase {
  package var scope: DatabaseScope { inner.scope }

  package func modifyRecordZones(
    saving zonesToSave: [RecordZone], deleting zoneIDsToDelete: [RecordZoneID]
  ) async throws(CloudError) -> (saveResults: SaveZoneResults, deleteResults: DeleteZoneResults) {
    let zoneID = zonesToSave.first?.zoneID ?? zoneIDsToDelete.first
    return try await forward(.modifyZones, in: zoneID) { [inner] () async throws(CloudError) in
      try await inner.modifyRecordZones(saving: zonesToSave, deleting: zoneIDsToDelete)
    }
  }

  package func allRecordZones() async throws(CloudError) -> [RecordZone] {
    try await forward(.listZones, in: nil) { [inner] () async throws(CloudError) in
      try await inner.allRecordZones()
    }
  }

  package func recordZones(
    for zoneIDs: [RecordZoneID]
  ) async throws(CloudError) -> SaveZoneResults {
    try await forward(.listZones, in: zoneIDs.first) { [inner] () async throws(CloudError) in
      try await inner.recordZones(for: zoneIDs)
    }
  }

  package func records(
    for recordIDs: [RecordID], desiredKeys: [String]?
  ) async throws(CloudError) -> SaveResults {
    try await forward(.lookUp, in: recordIDs.first?.zoneID) {
      [inner] () async throws(CloudError) in
      try await inner.records(for: recordIDs, desiredKeys: desiredKeys)
    }
  }

  package func records(
    matching query: Query, inZoneWith zoneID: RecordZoneID?, desiredKeys: [String]?,
    resultsLimit: Int?
  ) async throws(CloudError) -> (matchResults: MatchResults, queryCursor: Query.Cursor?) {
    try await forward(.query, in: zoneID) { [inner] () async throws(CloudError) in
      try await inner.records(
        matching: query, inZoneWith: zoneID, desiredKeys: desiredKeys, resultsLimit: resultsLimit)
    }
  }

  package func records(
    continuingMatchFrom queryCursor: Query.Cursor, desiredKeys: [String]?, resultsLimit: Int?
  ) async throws(CloudError) -> (matchResults: MatchResults, queryCursor: Query.Cursor?) {
    try await forward(.query, in: queryCursor.zoneID) { [inner] () async throws(CloudError) in
      try await inner.records(
        continuingMatchFrom: queryCursor, desiredKeys: desiredKeys, resultsLimit: resultsLimit)
    }
  }

  package func modifySubscriptions(
    saving subscriptionsToSave: [Subscription], deleting subscriptionIDsToDelete: [String]
  ) async throws(CloudError) -> (
    saveResults: SaveSubscriptionResults, deleteResults: DeleteSubscriptionResults
  ) {
    try await forward(.subscribe, in: nil) { [inner] () async throws(CloudError) in
      try await inner.modifySubscriptions(
        saving: subscriptionsToSave, deleting: subscriptionIDsToDelete)
    }
  }

  package func allSubscriptions() async throws(CloudError) -> [Subscription] {
    try await forward(.listSubscriptions, in: nil) { [inner] () async throws(CloudError) in
      try await inner.allSubscriptions()
    }
  }

  package func subscriptions(
    for subscriptionIDs: [String]
  ) async throws(CloudError) -> SaveSubscriptionResults {
    try await forward(.listSubscriptions, in: nil) { [inner] () async throws(CloudError) in
      try await inner.subscriptions(for: subscriptionIDs)
    }
  }

  package func beginAssetUpload(
    of fieldName: String, in recordID: RecordID, recordType: String
  ) async throws(CloudError) -> AssetUpload {
    try await forward(.beginUpload, in: recordID.zoneID) { [inner] () async throws(CloudError) in
      try await inner.beginAssetUpload(of: fieldName, in: recordID, recordType: recordType)
    }
  }

  package func continueAssetUpload(
    _ upload: AssetUpload, from file: URL, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudError) -> Asset {
    try await forward(.upload, in: nil) { [inner] () async throws(CloudError) in
      try await inner.continueAssetUpload(upload, from: file, progress: progress)
    }
  }

  package func downloadAsset(
    _ asset: Asset, to file: URL, progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudError) {
    try await forward(.download, in: nil) { [inner] () async throws(CloudError) in
      try await inner.downloadAsset(asset, to: file, progress: progress)
    }
  }
}
