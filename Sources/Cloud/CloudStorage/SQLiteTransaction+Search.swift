import CloudRows
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
    let driver = try SearchDriver(of: search, type) { tests in
      var least = SearchDriver.mostCounted
      return try tests.map { test in
        let count = statement.count(test, limit: least)
        least = try Int.fetchOne(database, SQLRequest<Int>(literal: count)) ?? 0
        return least
      }
    }
    return statement.sql(drivenBy: driver)
  }
}
