import CloudKit

extension CKDatabase {
  /// The most records of one page.
  private static var pageLimit: Int { 200 }

  /// The records that a query finds, page by page; none if nobody has saved a record of the type yet.
  public func allRecords(
    matching query: CKQuery, desiredKeys: [CKRecord.FieldKey]? = nil, limit: Int = .max
  ) async throws -> [CKRecord] {
    guard limit > 0 else { return [] }
    do {
      var page = try await records(
        matching: query, desiredKeys: desiredKeys, resultsLimit: min(limit, Self.pageLimit))
      var results = page.matchResults
      while results.count < limit, let cursor = page.queryCursor {
        page = try await records(
          continuingMatchFrom: cursor, desiredKeys: desiredKeys,
          resultsLimit: min(limit - results.count, Self.pageLimit))
        results += page.matchResults
      }
      return try results.map { try $0.1.get() }
    } catch CKError.unknownItem {
      // The type comes into being with its first record.
      return []
    }
  }
}
