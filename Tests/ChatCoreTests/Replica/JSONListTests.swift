import GRDB
import SQLiteSupport
import Testing

/// Lists of values as statements take them.
@Suite struct JSONListTests {
  @Test func `SQLite reads every string and every number as it was`() throws {
    let names = ["", "plain", "\"", "\\", "\u{1}\u{1F}\n\t", "/ é \u{2028} 👩‍👩‍👧", #"\u0041"#]
    let numbers: [Int64] = [0, -1, .max, .min]
    try DatabaseQueue().read { db throws in
      let sql = "SELECT value FROM json_each(?)"
      #expect(try String.fetchAll(db, sql: sql, arguments: [names.jsonText()]) == names)
      #expect(try Int64.fetchAll(db, sql: sql, arguments: [numbers.jsonText()]) == numbers)
      #expect(try Int64.fetchAll(db, sql: sql, arguments: [[Int64]().jsonText()]) == [])
    }
  }
}
