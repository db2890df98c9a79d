import CloudModel
import CloudRules

extension InProcessDatabase {
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
    let page = try await operations.perform(
      "records/query", in: scope,
      about: [.init(zone: zoneID?.zoneName, recordType: query.recordType)]
    ) { service throws(CloudError) in
      try service.query(
        query, in: zoneID.map(QueryZones.zone) ?? .all, continuationMarker: marker,
        desiredKeys: desiredKeys, resultsLimit: resultsLimit, by: operations.caller, in: scope)
    }
    return (
      page.records.map { ($0.recordID, .success(addressed($0))) },
      page.continuationMarker.map {
        Query.Cursor(query: query, zoneID: zoneID, continuationMarker: $0)
      }
    )
  }
}
