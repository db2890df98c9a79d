import CloudModel
import CloudRows
import CloudRules
import Foundation

/// A search of the indexes as one statement of SQL; every value from outside is a parameter.
///
/// It is that of the store in SQLite, in the words of PostgreSQL. `OFFSET 0` makes PostgreSQL look up one record for
/// each row of the driver: it does not join a part that has it in another order.
struct PostgresSearch {
  let search: IndexSearch
  let type: IndexedType

  /// The statement that counts the index rows that pass each test, up to a limit, in one row.
  func counts(_ tests: [IndexCondition.Test]) -> SQL {
    let counts = tests.map { test -> SQL in
      """
      (SELECT count(*) FROM (
        SELECT 1 FROM \(found(by: test)) LIMIT \(SearchDriver.mostCounted)) AS c)
      """
    }
    return "SELECT \(counts.joined(separator: ", "))"
  }

  /// The rows have the zone, the record's name and number, and then one column for each order.
  func sql(drivenBy driver: SearchDriver) -> SQL {
    var columns: [SQL] = ["r.zone AS zone", "r.recordName AS recordName", "d.record AS record"]
    for (index, order) in search.orders.enumerated() {
      columns.append("\(key(order, driver, isFirst: index == 0)) AS \(column(index))")
    }
    let conditions =
      ["r.id = d.record", "NOT r.isDeleted"] + search.conditions.map(condition) + visibility
    let found: SQL = """
      SELECT \(columns.joined(separator: ", "))
      FROM \(source(driver)) AS d CROSS JOIN LATERAL (
        SELECT r.zone, r.recordName FROM record AS r
        WHERE \(conditions.joined(separator: " AND ")) OFFSET 0) AS r
      """
    var orders = search.orders.indices.map { index -> SQL in
      "\(column(index)) \(direction(search.orders[index].isAscending))"
    }
    orders.append("record \(direction(search.lastIsAscending))")
    let page: SQL = search.after.map { "WHERE \(past($0))" } ?? ""
    return """
      SELECT * FROM (\(found)) AS found \(page)
      ORDER BY \(orders.joined(separator: ", ")) LIMIT \(search.limit)
      """
  }

  // MARK: The driver

  /// The driver's rows, with its entries' values where their order is walked.
  private func source(_ driver: SearchDriver) -> SQL {
    switch driver {
    case .test(let test):
      return "(SELECT DISTINCT e.record FROM \(found(by: test)))"
    case .members:
      var conditions: [SQL] = [zones, "e.field = \(type.membership)", "e.value = ''"]
      if search.orders.isEmpty, let after = search.after {
        conditions.append("e.record > \(after.record)")
      }
      return "(SELECT e.record FROM indexEntry AS e WHERE \(conditions.joined(separator: " AND ")))"
    case .order(let field, let isAscending):
      var conditions: [SQL] = [zones, "e.field = \(field)"]
      if case .bytes(let key)? = search.after?.keys.first {
        let bound: SQL = isAscending ? "e.value >= \(key)" : "e.value <= \(key)"
        conditions.append(bound)
      }
      return """
        (SELECT e.record, e.value FROM indexEntry AS e
          WHERE \(conditions.joined(separator: " AND ")))
        """
    }
  }

  /// The index rows that pass a test: a table called `e`, and its conditions.
  private func found(by test: IndexCondition.Test) -> SQL {
    "\(sql: table(test)) AS e WHERE \(zones) AND \(matches(test))"
  }

  private var zones: SQL {
    // Entries are in order only behind a zone that is equal to something.
    if search.zones.count == 1 { return "e.zone = \(search.zones[0].incarnation)" }
    return "e.zone = ANY (\(search.zones.map(\.incarnation)))"
  }

  // MARK: Conditions

  private func condition(_ condition: IndexCondition) -> SQL {
    let tests = condition.tests.map { test -> SQL in
      """
      EXISTS (SELECT 1 FROM \(sql: table(test)) AS e WHERE e.record = d.record
        AND \(matches(test)))
      """
    }
    let all: SQL = tests.isEmpty ? "TRUE" : "(\(tests.joined(separator: " AND ")))"
    return condition.isNegated ? "NOT \(all)" : all
  }

  private func table(_ test: IndexCondition.Test) -> String {
    switch test {
    case .value, .range: "indexEntry"
    case .word: "indexWord"
    case .near: "indexPlace"
    }
  }

  private func matches(_ test: IndexCondition.Test) -> SQL {
    switch test {
    case .value(let field, let keys):
      return "e.field = \(type.number(of: field)) AND e.value = ANY (\(keys.map(\.bytes)))"
    case .range(let field, let from, let to):
      return """
        e.field = \(type.number(of: field)) AND e.value >= \(from.bytes) AND e.value < \(to.bytes)
        """
    case .word(let fields, let words):
      return "e.field = ANY (\(fields.map(type.number))) AND e.word = ANY (\(words))"
    case .near(let field, let latitude, let longitude, let metres):
      let degrees = IndexCondition.degrees(within: metres)
      return """
        e.field = \(type.number(of: field))
        AND e.latitude BETWEEN \(latitude - degrees) AND \(latitude + degrees)
        AND greatCircleMetres(e.latitude, e.longitude, \(latitude), \(longitude)) <= \(metres)
        """
    }
  }

  private var visibility: [SQL] {
    var conditions: [SQL] = []
    if let creator = search.createdBy { conditions.append("r.createdBy = \(creator)") }
    let limited = search.zones.filter { $0.coveredBy != nil }
    if !limited.isEmpty {
      let open = search.zones.filter { $0.coveredBy == nil }.map(\.incarnation)
      let choices: [SQL] =
        limited.map { zone in
          """
          (r.zone = \(zone.incarnation) AND r.coveredBy = ANY (\((zone.coveredBy ?? []).sorted())))
          """
        } + (open.isEmpty ? [] : ["r.zone = ANY (\(open))"])
      conditions.append("(\(choices.joined(separator: " OR ")))")
    }
    return conditions
  }

  // MARK: Order

  private func key(_ order: IndexOrder, _ driver: SearchDriver, isFirst: Bool) -> SQL {
    switch order.key {
    case .value(let field):
      if isFirst, case .order = driver { return "d.value" }
      // PostgreSQL has no least of bytes before version 18.
      return """
        coalesce((SELECT o.value FROM indexEntry AS o
          WHERE o.record = d.record AND o.field = \(type.number(of: field))
          ORDER BY o.value LIMIT 1), ''::bytea)
        """
    case .distance(let field, let latitude, let longitude):
      // A record without a place counts as farther away than all others.
      return """
        coalesce((SELECT min(greatCircleMetres(o.latitude, o.longitude, \(latitude), \(longitude)))
          FROM indexPlace AS o
          WHERE o.record = d.record AND o.field = \(type.number(of: field))), 1e9::double precision)
        """
    }
  }

  /// The condition for rows after the previous page.
  private func past(_ position: IndexPosition) -> SQL {
    let alternatives = search.comparisons(after: position).map { comparisons -> SQL in
      "(\(comparisons.map(compared).joined(separator: " AND ")))"
    }
    return "(\(alternatives.joined(separator: " OR ")))"
  }

  private func compared(_ comparison: IndexSearch.Comparison) -> SQL {
    let sign =
      switch comparison.relation {
      case .equal: "="
      case .less: "<"
      case .greater: ">"
      }
    switch comparison.column {
    case .key(let index, .bytes(let data)): return "\(column(index)) \(sql: sign) \(data)"
    case .key(let index, .number(let number)): return "\(column(index)) \(sql: sign) \(number)"
    case .record(let number): return "record \(sql: sign) \(number)"
    }
  }

  private func column(_ index: Int) -> SQL { SQL(stringLiteral: "k\(index)") }

  private func direction(_ isAscending: Bool) -> SQL { isAscending ? "ASC" : "DESC" }
}

extension PostgresPartition {
  func search(_ search: IndexSearch) throws -> [IndexHit] {
    guard let statement = try searchStatement(search) else { return [] }
    return try conversation.readOnce(statement).read { row in
      let (zone, name): (String, String) = (try row.next(), try row.next())
      let record: Int64 = try row.next()
      let keys = try search.orders.map { order in
        switch order.key {
        case .value: IndexPosition.Key.bytes(try row.next())
        case .distance: IndexPosition.Key.number(try row.next())
        }
      }
      return IndexHit(
        zone: zone, recordName: name, position: IndexPosition(keys: keys, record: record))
    }
  }

  /// The steps by which PostgreSQL would run the search.
  func explain(_ search: IndexSearch) throws -> [String] {
    guard let statement = try searchStatement(search) else { return [] }
    return try conversation.readOnce("EXPLAIN (COSTS OFF) \(statement)").read { try $0.next() }
  }

  private func searchStatement(_ search: IndexSearch) throws -> SQL? {
    guard !search.zones.isEmpty, let type = try indexedTypes()[search.recordType] else {
      return nil
    }
    let statement = PostgresSearch(search: search, type: type)
    let driver = try SearchDriver(of: search, type) { tests in
      try conversation.readOnce(statement.counts(tests)).one { row in
        try tests.map { _ in try row.next() }
      } ?? []
    }
    return statement.sql(drivenBy: driver)
  }
}
