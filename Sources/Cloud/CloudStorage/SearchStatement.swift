import CloudModel
import CloudRows
import CloudRules
import Foundation
import GRDB

/// A search of the indexes as one statement of SQL; every value from outside is a parameter.
///
/// `CROSS JOIN` keeps SQLite from driving it by another table than that of the driver.
struct SearchStatement {
  private let search: IndexSearch
  private let type: IndexedType

  init(search: IndexSearch, type: IndexedType) {
    self.search = search
    self.type = type
  }

  /// The statement that counts the index rows that pass a test, up to a limit.
  func count(_ test: IndexCondition.Test, limit: Int) -> SQL {
    "SELECT count(*) FROM (SELECT 1 FROM \(found(by: test, "e")) LIMIT \(limit))"
  }

  func sql(drivenBy driver: SearchDriver) -> SQL {
    var columns: [SQL] = ["d.record AS id", "r.zone AS zone", "r.recordName AS recordName"]
    for (index, order) in search.orders.enumerated() {
      columns.append("\(key(order, driver, isFirst: index == 0)) AS \(column(index))")
    }
    var conditions: [SQL] = ["NOT r.isDeleted"] + search.conditions.map(condition) + visibility
    if let after = search.after { conditions.append(past(after)) }
    var orders = search.orders.indices.map { index -> SQL in
      "\(column(index)) \(direction(search.orders[index].isAscending))"
    }
    orders.append("d.record \(direction(search.lastIsAscending))")
    let source = source(driver)
    return """
      SELECT \(columns.joined(separator: ", "))
      FROM \(source.table) AS d CROSS JOIN record AS r ON r.id = d.record
      WHERE \((source.conditions + conditions).joined(separator: " AND "))
      ORDER BY \(orders.joined(separator: ", ")) LIMIT \(search.limit)
      """
  }

  // MARK: The driver

  private func source(_ driver: SearchDriver) -> (table: SQL, conditions: [SQL]) {
    switch driver {
    case .test(let test):
      return ("(SELECT DISTINCT e.record AS record FROM \(found(by: test, "e")))", [])
    case .members:
      var conditions: [SQL] = [zones("d"), "d.field = \(type.membership)", "d.value = \(Data())"]
      if search.orders.isEmpty, let after = search.after {
        conditions.append("d.record > \(after.record)")
      }
      return ("indexEntry", conditions)
    case .order(let field, let isAscending):
      var conditions: [SQL] = [zones("d"), "d.field = \(field)"]
      if case .bytes(let key)? = search.after?.keys.first {
        let bound: SQL = isAscending ? "d.value >= \(key)" : "d.value <= \(key)"
        conditions.append(bound)
      }
      return ("indexEntry", conditions)
    }
  }

  /// The index rows that pass a test: a table called `alias` and its conditions.
  private func found(by test: IndexCondition.Test, _ alias: String) -> SQL {
    let a = SQL(sql: alias)
    return "\(table(test)) AS \(a) WHERE \(zones(alias)) AND \(matches(test, alias))"
  }

  private func zones(_ alias: String) -> SQL {
    let a = SQL(sql: alias)
    if search.zones.count == 1 { return "\(a).zone = \(search.zones[0].incarnation)" }
    return "\(a).zone IN \(search.zones.map(\.incarnation))"
  }

  // MARK: Conditions

  private func condition(_ condition: IndexCondition) -> SQL {
    let tests = condition.tests.map { test -> SQL in
      """
      EXISTS (SELECT 1 FROM \(table(test)) AS e WHERE e.record = d.record
        AND \(matches(test, "e")))
      """
    }
    let all: SQL = tests.isEmpty ? "1" : "(\(tests.joined(separator: " AND ")))"
    return condition.isNegated ? "NOT \(all)" : all
  }

  private func table(_ test: IndexCondition.Test) -> SQL {
    switch test {
    case .value, .range: "indexEntry"
    case .word: "indexWord"
    case .near: "indexPlace"
    }
  }

  private func matches(_ test: IndexCondition.Test, _ alias: String) -> SQL {
    let a = SQL(sql: alias)
    switch test {
    case .value(let field, let keys):
      return "\(a).field = \(id(field)) AND \(a).value IN \(keys.map(\.bytes))"
    case .range(let field, let from, let to):
      return """
        \(a).field = \(id(field)) AND \(a).value >= \(from.bytes) AND \(a).value < \(to.bytes)
        """
    case .word(let fields, let words):
      return "\(a).field IN \(fields.map(id)) AND \(a).word IN \(words)"
    case .near(let field, let latitude, let longitude, let metres):
      let degrees = IndexCondition.degrees(within: metres)
      return """
        \(a).field = \(id(field))
        AND \(a).latitude BETWEEN \(latitude - degrees) AND \(latitude + degrees)
        AND greatCircleMetres(\(a).latitude, \(a).longitude, \(latitude), \(longitude)) <= \(metres)
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
          "(r.zone = \(zone.incarnation) AND r.coveredBy IN \((zone.coveredBy ?? []).sorted()))"
        } + (open.isEmpty ? [] : ["r.zone IN \(open)"])
      conditions.append("(\(choices.joined(separator: " OR ")))")
    }
    return conditions
  }

  // MARK: Order

  private func key(_ order: IndexOrder, _ driver: SearchDriver, isFirst: Bool) -> SQL {
    switch order.key {
    case .value(let field):
      if isFirst, case .order = driver { return "d.value" }
      return """
        coalesce((SELECT min(o.value) FROM indexEntry AS o
          WHERE o.record = d.record AND o.field = \(id(field))), \(Data()))
        """
    case .distance(let field, let latitude, let longitude):
      // A record without a place counts as farther away than all others.
      return """
        coalesce((SELECT min(greatCircleMetres(o.latitude, o.longitude, \(latitude), \(longitude)))
          FROM indexPlace AS o WHERE o.record = d.record AND o.field = \(id(field))), 1e9)
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
    let sign: SQL =
      switch comparison.relation {
      case .equal: "="
      case .less: "<"
      case .greater: ">"
      }
    switch comparison.column {
    case .key(let index, .bytes(let data)): return "\(column(index)) \(sign) \(data)"
    case .key(let index, .number(let number)): return "\(column(index)) \(sign) \(number)"
    case .record(let number): return "d.record \(sign) \(number)"
    }
  }

  private func column(_ index: Int) -> SQL { SQL(sql: "k\(index)") }

  private func direction(_ isAscending: Bool) -> SQL { SQL(sql: isAscending ? "ASC" : "DESC") }

  private func id(_ field: String) -> Int64 { type.number(of: field) }
}
