import CloudModel
import CloudWire

extension HTTPCloudDatabase {
  func records(
    matching query: Query, inZoneWith zoneID: RecordZoneID?, desiredKeys: [String]?,
    resultsLimit: Int?
  ) async throws(CloudError) -> (matchResults: MatchResults, queryCursor: Query.Cursor?) {
    try await page(of: query, zoneID, after: nil, desiredKeys, resultsLimit)
  }

  func records(
    continuingMatchFrom queryCursor: Query.Cursor, desiredKeys: [String]?, resultsLimit: Int?
  ) async throws(CloudError) -> (matchResults: MatchResults, queryCursor: Query.Cursor?) {
    try await page(
      of: queryCursor.query, queryCursor.zoneID, after: queryCursor.continuationMarker, desiredKeys,
      resultsLimit)
  }

  private func page(
    of query: Query, _ zoneID: RecordZoneID?, after marker: String?, _ desiredKeys: [String]?,
    _ resultsLimit: Int?
  ) async throws(CloudError) -> (matchResults: MatchResults, queryCursor: Query.Cursor?) {
    var request = RecordsQueryRequest(query: query, zoneID: zoneID)
    request.zoneWide = zoneID == nil ? true : nil
    request.continuationMarker = marker
    request.desiredKeys = desiredKeys
    request.resultsLimit = resultsLimit
    let answer: RecordsQueryResponse = try await container.post(
      "records/query", in: scope, request)
    let place =
      zoneID
      ?? RecordZoneID(
        zoneName: RecordZoneID.defaultZoneName,
        ownerName: scope == .public
          ? RecordZoneID.currentUserDefaultName : container.userRecordName)
    var results: MatchResults = []
    for entry in answer.records {
      guard let name = entry.recordName else { throw Self.unreadable }
      let result = Self.record(in: entry, place)
      let zone = entry.zoneID?.zoneID(currentUser: place.ownerName) ?? place
      results.append((RecordID(recordName: name, zoneID: zone), result))
    }
    return (
      results,
      answer.continuationMarker.map {
        Query.Cursor(query: query, zoneID: zoneID, continuationMarker: $0)
      }
    )
  }
}
