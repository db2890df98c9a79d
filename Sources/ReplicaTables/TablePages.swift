import Foundation
import GRDB

/// The pages of a database file, read one by one and without the list of its tables.
///
/// Source: sqlite.org/fileformat2.html, 1.6, 2.1 and 2.2.
struct TablePages {
  /// The first byte of a page with rows of a table.
  static let leaf: UInt8 = 0x0D
  /// Those of pages that the rows of a table, or the entries of an index, are found by.
  private static let roots: [String: Set<UInt8>] = ["table": [0x05, leaf], "index": [0x02, 0x0A]]

  let file: Data
  let pageSize: Int

  /// Whether rows of a table or entries of an index can be found by this page, counted from 1; either, without a type.
  func isRoot(_ number: Int, of type: String? = nil) -> Bool {
    let start = (number - 1) * pageSize
    guard number > 1, start + pageSize <= file.count else { return false }
    return Self.roots.contains { (type ?? $0.key) == $0.key && $0.value.contains(file[start]) }
  }

  /// The rows that have this number of columns, from all pages but the first, of whatever table.
  ///
  /// Rows that go on on other pages are passed over, and so is what is no row.
  func rows(ofColumns count: Int) -> [[DatabaseValue]] {
    var rows: [[DatabaseValue]] = []
    for start in stride(from: pageSize, through: file.count - pageSize, by: pageSize)
    where file[start] == Self.leaf {
      let page = [UInt8](file[start..<start + pageSize])
      for index in 0..<(Int(page[3]) << 8 | Int(page[4])) {
        let pointer = 8 + 2 * index
        guard pointer + 2 <= pageSize else { break }
        var cell = Cell(page: page, place: Int(page[pointer]) << 8 | Int(page[pointer + 1]))
        if let row = cell.row(ofColumns: count) { rows.append(row) }
      }
    }
    return rows
  }

  /// A row on a page, read from its beginning.
  private struct Cell {
    let page: [UInt8]
    var place: Int

    mutating func row(ofColumns count: Int) -> [DatabaseValue]? {
      guard let size = integer(), integer() != nil, size <= page.count - place else { return nil }
      let (start, end) = (place, place + Int(size))
      guard let headSize = integer(), headSize <= size else { return nil }
      var types: [Int64] = []
      while place < start + Int(headSize) {
        guard types.count < count, let type = integer() else { return nil }
        types.append(type)
      }
      guard types.count == count, place == start + Int(headSize) else { return nil }
      var values: [DatabaseValue] = []
      for type in types {
        guard let value = value(of: type, before: end) else { return nil }
        values.append(value)
      }
      return values
    }

    /// The value of a type: nothing, a whole number, or a text.
    ///
    /// Other types make no row here.
    private mutating func value(of type: Int64, before end: Int) -> DatabaseValue? {
      switch type {
      case 0: return .null
      case 8, 9: return (type - 8).databaseValue
      case 1...6:
        guard let bytes = take([1, 2, 3, 4, 6, 8][Int(type) - 1], before: end) else { return nil }
        let negative = bytes[bytes.startIndex] >= 0x80
        return bytes.reduce(negative ? -1 as Int64 : 0) { $0 << 8 | Int64($1) }.databaseValue
      case 13... where type % 2 == 1:
        guard let bytes = take((type - 13) / 2, before: end) else { return nil }
        return String(validating: bytes, as: UTF8.self)?.databaseValue
      default: return nil
      }
    }

    private mutating func take(_ count: Int64, before end: Int) -> ArraySlice<UInt8>? {
      guard count <= end - place else { return nil }
      defer { place += Int(count) }
      return page[place..<place + Int(count)]
    }

    /// A number of up to nine bytes, of which each but the ninth says by its first bit whether one follows.
    private mutating func integer() -> Int64? {
      var value: Int64 = 0
      for index in 0..<9 {
        guard place < page.count else { return nil }
        let byte = Int64(page[place])
        place += 1
        if index == 8 { return (value << 8 | byte).positive }
        value = value << 7 | byte & 0x7F
        if byte < 0x80 { return value }
      }
      return nil
    }
  }
}

extension Int64 {
  /// Sizes, numbers of rows and types are not negative; damaged ones may be.
  fileprivate var positive: Int64? { self < 0 ? nil : self }
}
