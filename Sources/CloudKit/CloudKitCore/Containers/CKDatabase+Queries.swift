import CloudModel
import Foundation

extension CKDatabase {
  public typealias MatchResults = (
    matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)],
    queryCursor: CKQueryOperation.Cursor?
  )

  /// The first page of the records that a query finds.
  public func records(
    matching query: CKQuery, inZoneWith zoneID: CKRecordZone.ID? = nil,
    desiredKeys: [CKRecord.FieldKey]? = nil, resultsLimit: Int = CKQueryOperation.maximumResults
  ) async throws -> MatchResults {
    try await matches(query, zoneID, desiredKeys, resultsLimit)
  }

  @preconcurrency
  public func fetch(
    withQuery query: CKQuery, inZoneWith zoneID: CKRecordZone.ID? = nil,
    desiredKeys: [CKRecord.FieldKey]? = nil, resultsLimit: Int = CKQueryOperation.maximumResults,
    completionHandler: @escaping @Sendable (Result<MatchResults, any Error>) -> Void
  ) {
    deliver(
      { () async throws(CKError) in
        try await self.matches(query, zoneID, desiredKeys, resultsLimit)
      }, to: completionHandler)
  }

  /// The page after the one that led to the cursor.
  public func records(
    continuingMatchFrom queryCursor: CKQueryOperation.Cursor,
    desiredKeys: [CKRecord.FieldKey]? = nil, resultsLimit: Int = CKQueryOperation.maximumResults
  ) async throws -> MatchResults {
    try await matches(after: queryCursor, desiredKeys, resultsLimit)
  }

  @preconcurrency
  public func fetch(
    withCursor queryCursor: CKQueryOperation.Cursor, desiredKeys: [CKRecord.FieldKey]? = nil,
    resultsLimit: Int = CKQueryOperation.maximumResults,
    completionHandler: @escaping @Sendable (Result<MatchResults, any Error>) -> Void
  ) {
    deliver(
      { () async throws(CKError) in
        try await self.matches(after: queryCursor, desiredKeys, resultsLimit)
      }, to: completionHandler)
  }

  @available(*, deprecated, message: "Use records(matching:inZoneWith:desiredKeys:resultsLimit:).")
  @preconcurrency
  public func perform(
    _ query: CKQuery, inZoneWith zoneID: CKRecordZone.ID?,
    completionHandler: @escaping @Sendable ([CKRecord]?, (any Error)?) -> Void
  ) {
    deliver(
      { () async throws(CKError) in
        let page = try await self.access.records(
          matching: query, in: zoneID, desiredKeys: nil, limit: 0)
        return page.matches.compactMap { try? $0.result.get() }
      }, to: completionHandler)
  }

  /// The first page, without what could not be read of it; chosen only where an array is wanted.
  @available(*, deprecated, message: "Use records(matching:inZoneWith:desiredKeys:resultsLimit:).")
  @_disfavoredOverload
  public func records(
    matching query: CKQuery, inZoneWith zoneID: CKRecordZone.ID?
  ) async throws -> [CKRecord] {
    try await matches(query, zoneID, nil, CKQueryOperation.maximumResults).matchResults
      .compactMap { try? $0.1.get() }
  }

  private func matches(
    _ query: CKQuery, _ zoneID: CKRecordZone.ID?, _ keys: [CKRecord.FieldKey]?, _ limit: Int
  ) async throws(CKError) -> MatchResults {
    Self.results(
      try await access.records(matching: query, in: zoneID, desiredKeys: keys, limit: limit))
  }

  private func matches(
    after cursor: CKQueryOperation.Cursor, _ keys: [CKRecord.FieldKey]?, _ limit: Int
  ) async throws(CKError) -> MatchResults {
    Self.results(try await access.records(after: cursor, desiredKeys: keys, limit: limit))
  }

  private static func results(_ page: DatabaseAccess.QueryPage) -> MatchResults {
    (page.matches.map { ($0.id, $0.result.mapError { $0 as any Error }) }, page.cursor)
  }
}
