import CloudKit

extension CKDatabase {
  /// The most records of one page.
  private static var pageLimit: Int { 200 }

  /// The records that a query finds, page by page; none if nobody has saved a record of the type yet.
  ///
  /// At most `limit` that are wanted; the search for them ends after `pages` pages.
  public func allRecords(
    matching query: CKQuery, desiredKeys: [CKRecord.FieldKey]? = nil, limit: Int = .max,
    pages: Int = .max, where isWanted: (CKRecord) -> Bool = { _ in true }
  ) async throws -> [CKRecord] {
    guard limit > 0 else { return [] }
    do {
      var page = try await records(
        matching: query, desiredKeys: desiredKeys, resultsLimit: min(limit, Self.pageLimit))
      var found = try page.matchResults.map { try $0.1.get() }.filter(isWanted)
      var pagesSoFar = 1
      while found.count < limit, pagesSoFar < pages, let cursor = page.queryCursor {
        page = try await records(
          continuingMatchFrom: cursor, desiredKeys: desiredKeys, resultsLimit: Self.pageLimit)
        found += try page.matchResults.map { try $0.1.get() }.filter(isWanted)
        pagesSoFar += 1
      }
      return Array(found.prefix(limit))
    } catch CKError.unknownItem {
      // The type comes into being with its first record.
      return []
    }
  }
}
