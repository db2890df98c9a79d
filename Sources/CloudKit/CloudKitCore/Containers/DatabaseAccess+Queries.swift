import CloudDevices
import CloudModel

extension DatabaseAccess {
  struct QueryPage {
    var matches: ItemResults<CKRecord.ID, CKRecord>
    var cursor: CKQueryOperation.Cursor?
  }

  /// The first records that a query finds; a `limit` of 0 leaves their number to the cloud.
  ///
  /// Without a zone all zones of the private database are searched, and the default zone of the public one; the shared
  /// database wants a zone. Source: `CKQueryOperation`.
  func records(
    matching query: CKQuery, in zoneID: CKRecordZone.ID?, desiredKeys: [CKRecord.FieldKey]?,
    limit: Int
  ) async throws(CKError) -> QueryPage {
    guard scope != .shared || zoneID != nil || choices.sharedQueryWithoutZone == .allZones else {
      throw CKError(
        .invalidArguments, "A query of the shared database needs a zone: name one.")
    }
    let session = try await open()
    let compiled = try Self.compile(query, session.mapping)
    return try await page(session, desiredKeys) { database, keys throws(CloudError) in
      try await database.records(
        matching: compiled, inZoneWith: zoneID.map { session.viewpoint.zoneID($0) },
        desiredKeys: keys, resultsLimit: Self.pageSize(limit))
    }
  }

  /// The records after those that led to the cursor.
  func records(
    after cursor: CKQueryOperation.Cursor, desiredKeys: [CKRecord.FieldKey]?, limit: Int
  ) async throws(CKError) -> QueryPage {
    let session = try await open()
    return try await page(session, desiredKeys) { database, keys throws(CloudError) in
      try await database.records(
        continuingMatchFrom: cursor.cursor, desiredKeys: keys, resultsLimit: Self.pageSize(limit))
    }
  }

  private func page(
    _ session: Session, _ desiredKeys: [CKRecord.FieldKey]?,
    _ ask: (any CloudDatabase, [String]?) async throws(CloudError) -> (
      matchResults: CloudDatabase.MatchResults, queryCursor: Query.Cursor?
    )
  ) async throws(CKError) -> QueryPage {
    let answer = try await limits.calling { () async throws(CloudError) in
      try await ask(session.database, desiredKeys)
    }
    var matches: ItemResults<CKRecord.ID, CKRecord> = []
    for (id, result) in answer.matchResults {
      matches.append((session.viewpoint.recordID(id), await fetched(result, session)))
    }
    return QueryPage(
      matches: matches, cursor: answer.queryCursor.map(CKQueryOperation.Cursor.init))
  }

  /// A page has at most as many records as a request of the cloud may have.
  private static func pageSize(_ limit: Int) -> Int? { limit > 0 ? min(limit, requestLimit) : nil }

  /// The query as the cloud understands it.
  static func compile(_ query: CKQuery, _ mapping: RecordMapping) throws(CKError) -> Query {
    do {
      return try PredicateCompiler(mapping: mapping.predicateValue).query(query)
    } catch let error as UnsupportedQuery {
      throw CKError(.invalidArguments, error.reason)
    } catch {
      throw CKError(any: error)
    }
  }
}

extension RecordMapping {
  /// A value of a predicate; records and their names are references to them.
  func predicateValue(_ value: Any) throws -> FieldValue {
    switch value {
    case let id as CKRecord.ID:
      .reference(Reference(recordName: viewpoint.userName(id), action: .none))
    case let record as CKRecord: try predicateValue(record.recordID)
    case let reference as CKRecord.Reference: try predicateValue(reference.recordID)
    case let values as [Any]: .list(try values.map(predicateValue))
    default: try FieldValue(foundation: value)
    }
  }
}
