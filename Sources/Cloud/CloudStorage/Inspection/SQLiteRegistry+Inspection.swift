import CloudModel
import CloudRows
import CloudRules
import Foundation
import GRDB

extension SQLiteRegistry {
  /// One page in a stable order; later pages shift if rows are added or removed meanwhile.
  package func inspect(_ query: InspectionQuery) throws -> InspectionPage {
    let source = InspectionSource(query.subject)
    guard try source.needs.allSatisfy({ try database.tableExists($0) }) else {
      return InspectionPage(subject: query.subject, columns: [], rows: [])
    }
    let arguments: StatementArguments = [
      query.container, query.environment, query.zone, query.account, query.limit + 1, query.offset,
    ]
    var conditions: [String] = []
    if source.isInPartition {
      if query.container != nil { conditions.append("p.container = ?1") }
      if query.environment != nil { conditions.append("p.environment = ?2") }
    }
    if query.zone != nil, let column = source.zoneColumn { conditions.append("\(column) = ?3") }
    if query.account != nil, let column = source.accountColumn {
      let name = "(SELECT userRecordName FROM account WHERE name = ?4)"
      conditions.append("(\(column) = ?4 OR \(column) = \(name))")
    }
    let condition = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    let statement = try database.makeStatement(
      sql: "\(source.sql) \(condition) ORDER BY \(source.order) LIMIT ?5 OFFSET ?6")
    let found = try Row.fetchAll(statement, arguments: arguments)
    let columns = statement.columnNames.filter { $0 != "partition" }
    return InspectionPage(
      subject: query.subject, columns: columns,
      rows: found.prefix(query.limit).map { Self.values(of: $0, columns, source) },
      next: found.count > query.limit ? String(query.offset + query.limit) : nil)
  }

  private static func values(
    of row: Row, _ columns: [String], _ source: InspectionSource
  ) -> [String: InspectionValue] {
    var values: [String: InspectionValue] = [:]
    for column in columns {
      let stored: DatabaseValue = row[column]
      values[column] =
        switch stored.storage {
        case .null: .null
        case .int64(let number) where source.flags.contains(column): .flag(number != 0)
        case .int64(let number) where column == "database":
          .text(DatabaseScope(rawValue: Int(number))?.pathComponent ?? "\(number)")
        case .int64(let number) where column == "changeTag": .text(String(number, radix: 36))
        case .int64(let number): .integer(number)
        case .double(let number): .real(number)
        case .string(let text) where source.json.contains(column): .init(json: text)
        case .string(let text): .text(text)
        case .blob(let data): .text(data.hexadecimal)
        }
    }
    return values
  }
}
