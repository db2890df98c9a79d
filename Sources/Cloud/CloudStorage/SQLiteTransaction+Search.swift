import CloudRules
import GRDB

extension SQLiteTransaction {
  func search(_ search: IndexSearch) throws -> [IndexHit] {
    guard let request = try searchRequest(search) else { return [] }
    return try Row.fetchAll(database, SQLRequest<Row>(literal: request)).map { row in
      let keys = search.orders.indices.map { index in
        switch search.orders[index].key {
        case .value: IndexPosition.Key.bytes(row["k\(index)"])
        case .distance: IndexPosition.Key.number(row["k\(index)"])
        }
      }
      return IndexHit(
        zone: row["zone"], recordName: row["recordName"],
        position: IndexPosition(keys: keys, record: row["id"]))
    }
  }

  /// The steps by which SQLite would run the search.
  func explain(_ search: IndexSearch) throws -> [String] {
    guard let request = try searchRequest(search) else { return [] }
    return try Row.fetchAll(
      database, SQLRequest<Row>(literal: "EXPLAIN QUERY PLAN " + request)
    ).map { $0["detail"] }
  }

  private func searchRequest(_ search: IndexSearch) throws -> SQL? {
    guard !search.zones.isEmpty, let type = try indexedType(named: search.recordType) else {
      return nil
    }
    let statement = SearchStatement(search: search, type: type)
    return try statement.sql(drivenBy: driver(of: statement))
  }

  /// Chooses the driver: the test that finds the fewest records, unless all find many and the
  /// order's own index can be walked.
  private func driver(of statement: SearchStatement) throws -> SearchStatement.Driver {
    let tests = statement.positiveTests
    let ordered = statement.orderDriver
    guard tests.count > 1 || (ordered != nil && !tests.isEmpty) else {
      return tests.first.map { .test($0) } ?? ordered ?? .members
    }
    var best: (test: IndexCondition.Test, count: Int)?
    for test in tests {
      let most = best?.count ?? SearchStatement.probeLimit
      let count =
        try Int.fetchOne(
          database, SQLRequest<Int>(literal: statement.probe(test, limit: most))) ?? 0
      if count < most || best == nil { best = (test, count) }
    }
    guard let best else { return .members }
    if best.count >= SearchStatement.probeLimit, let ordered { return ordered }
    return .test(best.test)
  }
}
