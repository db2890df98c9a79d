import CloudModel

/// A query that the schema and the caller's rights allow, ready to be looked up.
struct QuerySearch {
  private let search: IndexSearch
  /// Whether a position in the order has what people wrote: a text or bytes.
  let isOrderedByTexts: Bool

  /// Throws `CloudError` for the query as a whole.
  init(
    _ query: Query, in zones: [IndexSearch.Zone], after position: IndexPosition?, limit: Int,
    by caller: Caller, _ scope: DatabaseScope, reading: any CloudReading
  ) throws {
    let type = try Self.type(named: query.recordType, in: reading)
    var search = IndexSearch(recordType: type.name, zones: zones, limit: limit)
    if scope == .public { search.createdBy = try Self.onlyCreator(of: type, for: caller) }
    let compiler = QueryCompiler(type: type, user: caller.userRecordName)
    search.conditions = try compiler.conditions(query.filters)
    search.orders = try compiler.orders(query.sortDescriptors)
    search.after = position
    self.search = search
    isOrderedByTexts = search.orders.contains { order in
      guard case .value(let field) = order.key, let primitive = type.fields[field]?.type.primitive
      else { return false }
      return [.string, .bytes].contains(primitive)
    }
  }

  /// The definition of a record type that can be queried.
  ///
  /// Throws `.unknownItem` for a type that does not exist.
  static func type(
    named name: String, in reading: any CloudReading
  ) throws -> RecordTypeDefinition {
    guard name != Share.recordType else {
      throw CloudError(
        .invalidArguments, "Type is not marked indexable: \(Share.recordType)")
    }
    guard let type = try reading.recordType(named: name) else {
      throw CloudError.unknownRecordType(name)
    }
    return type
  }

  func hits(in reading: any CloudReading) throws -> [IndexHit] { try reading.search(search) }

  /// The user whose records alone the caller may read in the public database; nil if the caller may
  /// read everyone's.
  ///
  /// Throws `.permissionFailure` if the caller may read none, `.notAuthenticated` if signing in
  /// might help.
  private static func onlyCreator(
    of type: RecordTypeDefinition, for caller: Caller
  ) throws(CloudError) -> String? {
    let grants = RecordGrants(of: type)
    if PublicRights.canRead(caller, creator: nil, grants: grants) { return nil }
    try PublicRights.check(.read, by: caller, creator: caller.userRecordName, grants: grants)
    return caller.userRecordName
  }
}
