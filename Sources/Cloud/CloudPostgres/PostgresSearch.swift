import CloudModel
import CloudRows
import CloudRules
import Foundation

/// A search of the indexes as one statement of SQL; every value from outside is a parameter.
///
/// It is that of the store in SQLite, in the words of PostgreSQL: which index drives it, is left to PostgreSQL, which
/// has statistics of its tables.
struct PostgresSearch {
  let search: IndexSearch
  let type: IndexedType

  /// The rows have the zone, the record's name and number, and then one column for each order.
  var sql: SQL {
    var columns: [SQL] = ["r.zone AS zone", "r.recordName AS recordName", "d.record AS record"]
    for (index, order) in search.orders.enumerated() {
      columns.append("\(key(order)) AS \(column(index))")
    }
    let conditions =
      [zones("d"), "d.field = \(type.membership)", "NOT r.isDeleted"]
      + search.conditions.map(condition) + visibility
    let found: SQL = """
      SELECT \(columns.joined(separator: ", "))
      FROM indexEntry AS d JOIN record AS r ON r.id = d.record
      WHERE \(conditions.joined(separator: " AND "))
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

  private func zones(_ alias: String) -> SQL {
    "\(sql: alias).zone = ANY (\(search.zones.map(\.incarnation)))"
  }

  // MARK: Conditions

  private func condition(_ condition: IndexCondition) -> SQL {
    let tests = condition.tests.map { test -> SQL in
      """
      EXISTS (SELECT 1 FROM \(sql: table(test)) AS e WHERE e.record = d.record AND e.zone = d.zone
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

  private func key(_ order: IndexOrder) -> SQL {
    switch order.key {
    case .value(let field):
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
    return PostgresSearch(search: search, type: type).sql
  }
}
