import CloudModel
import CloudWire
public import Foundation

/// Finds records by what their fields say, a page at a time.
public final class CKQueryOperation: CKDatabaseOperation, @unchecked Sendable {
  // As `CKOperation`.

  /// Leaves the number of records to the cloud.
  public static let maximumResults = 0

  public typealias Cursor = CKQueryCursor

  public var query: CKQuery?
  public var cursor: Cursor?
  /// Nil for all zones of the private database; the shared database wants one.
  public var zoneID: CKRecordZone.ID?
  /// The most records; at most 200 come in one page.
  public var resultsLimit = CKQueryOperation.maximumResults
  /// The fields that are wanted; nil for all.
  public var desiredKeys: [CKRecord.FieldKey]?

  public var recordMatchedBlock: ((CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
  /// The cursor of the next page; nil after the last one.
  public var queryResultBlock: ((Result<Cursor?, any Error>) -> Void)?

  private var onRecord: ((CKRecord) -> Void)?
  private var onEnd: ((Cursor?, (any Error)?) -> Void)?
  private var next: Cursor?

  @available(*, deprecated, message: "Use recordMatchedBlock.")
  public var recordFetchedBlock: ((CKRecord) -> Void)? {
    get { onRecord }
    set { onRecord = newValue }
  }

  @available(*, deprecated, message: "Use queryResultBlock.")
  public var queryCompletionBlock: ((Cursor?, (any Error)?) -> Void)? {
    get { onEnd }
    set { onEnd = newValue }
  }

  public override init() {}

  public convenience init(query: CKQuery) {
    self.init()
    self.query = query
  }

  public convenience init(cursor: Cursor) {
    self.init()
    self.cursor = cursor
  }

  override func perform() async throws(CKError) {
    let page: DatabaseAccess.QueryPage
    if let cursor {
      page = try await access().records(
        after: cursor, desiredKeys: desiredKeys, limit: resultsLimit)
    } else if let query {
      page = try await access().records(
        matching: query, in: zoneID, desiredKeys: desiredKeys, limit: resultsLimit)
    } else {
      throw CKError(.invalidArguments, "The operation has neither a query nor a cursor.")
    }
    for (id, result) in page.matches {
      tell {
        self.recordMatchedBlock?(id, result.mapError { $0 })
        if let record = try? result.get() { self.onRecord?(record) }
      }
    }
    next = page.cursor
  }

  override func conclude(_ error: CKError?) {
    queryResultBlock?(error.map { .failure($0) } ?? .success(next))
    onEnd?(next, error)
  }
}

/// Where a page has ended; for the next one, by the same user.
public final class CKQueryCursor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Immutable; `NSObject` does not say that it is `Sendable`.
  let cursor: Query.Cursor

  init(_ cursor: Query.Cursor) { self.cursor = cursor }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CKQueryCursor)?.cursor == cursor
  }

  public override var hash: Int { cursor.continuationMarker.hashValue }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  private struct Archived: Codable {
    var query: WireQuery
    var zoneID: RecordZoneID?
    var marker: String
  }

  public static var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) {
    let archived = Archived(
      query: WireQuery(cursor.query), zoneID: cursor.zoneID, marker: cursor.continuationMarker)
    coder.encodeJSON(archived, forKey: "cursor")
  }

  public init?(coder: NSCoder) {
    guard let archived = coder.decodeJSON(Archived.self, forKey: "cursor"),
      let query = try? archived.query.query()
    else { return nil }
    cursor = Query.Cursor(
      query: query, zoneID: archived.zoneID, continuationMarker: archived.marker)
  }
}
