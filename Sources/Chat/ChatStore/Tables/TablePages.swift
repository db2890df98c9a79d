import Foundation
import GRDB

/// The pages of a database file, read one by one and without the list of its tables.
///
/// Source: sqlite.org/fileformat2.html, 1.6, 1.7, 2.1 and 2.2.
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

  /// A row as it is on a page.
  struct Row {
    /// The number that it is found by; a column that is its name has no value of its own.
    var number: Int64
    var values: [DatabaseValue]
  }

  /// The rows that have this number of columns, from all pages but the first, of whatever table.
  ///
  /// What is no row is passed over.
  func rows(ofColumns count: Int) -> [Row] {
    var rows: [Row] = []
    for start in stride(from: pageSize, through: file.count - pageSize, by: pageSize)
    where file[start] == Self.leaf {
      let page = [UInt8](file[start..<start + pageSize])
      for index in 0..<(Int(page[3]) << 8 | Int(page[4])) {
        let pointer = 8 + 2 * index
        guard pointer + 2 <= pageSize else { break }
        var cell = Bytes(page, at: Int(page[pointer]) << 8 | Int(page[pointer + 1]))
        guard let size = cell.integer(), let number = cell.integer(),
          let payload = payload(of: size, in: cell)
        else { continue }
        var contents = Bytes(payload, at: 0)
        guard let values = contents.values(ofColumns: count) else { continue }
        rows.append(Row(number: number, values: values))
      }
    }
    return rows
  }

  /// The bytes of a row, which may go on on other pages.
  private func payload(of size: Int64, in cell: Bytes) -> [UInt8]? {
    guard let size = Int(exactly: size), size <= file.count else { return nil }
    let (most, least) = (pageSize - 35, (pageSize - 12) * 32 / 255 - 23)
    let rest = least + (size - least) % (pageSize - 4)
    let here = size <= most ? size : rest <= most ? rest : least
    guard here >= 0, cell.place + here + (here < size ? 4 : 0) <= pageSize else { return nil }
    var bytes = Array(cell.bytes[cell.place..<cell.place + here])
    var next = here < size ? Self.number(cell.bytes[(cell.place + here)...]) : 0
    while bytes.count < size {
      let start = (next - 1) * pageSize
      guard next > 1, start + pageSize <= file.count else { return nil }
      let part = min(pageSize - 4, size - bytes.count)
      bytes += file[start + 4..<start + 4 + part]
      next = Self.number(file[start..<start + 4])
    }
    return bytes
  }

  private static func number(_ bytes: some Collection<UInt8>) -> Int {
    bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Bytes that are read from a place on.
  private struct Bytes {
    let bytes: [UInt8]
    var place: Int

    init(_ bytes: [UInt8], at place: Int) {
      (self.bytes, self.place) = (bytes, place)
    }

    /// The values of a row.
    mutating func values(ofColumns count: Int) -> [DatabaseValue]? {
      guard let headSize = integer(), headSize <= bytes.count else { return nil }
      var types: [Int64] = []
      while place < Int(headSize) {
        guard types.count < count, let type = integer() else { return nil }
        types.append(type)
      }
      guard types.count == count, place == Int(headSize) else { return nil }
      var values: [DatabaseValue] = []
      for type in types {
        guard let value = value(of: type) else { return nil }
        values.append(value)
      }
      return values
    }

    /// The value of a type: nothing, a whole number, a text or bytes.
    ///
    /// Our tables have no other values.
    private mutating func value(of type: Int64) -> DatabaseValue? {
      switch type {
      case 0: return .null
      case 8, 9: return (type - 8).databaseValue
      case 1...6:
        guard let bytes = take([1, 2, 3, 4, 6, 8][Int(type) - 1]) else { return nil }
        let negative = bytes[bytes.startIndex] >= 0x80
        return bytes.reduce(negative ? -1 as Int64 : 0) { $0 << 8 | Int64($1) }.databaseValue
      case 12...:
        guard let bytes = take((type - 12) / 2) else { return nil }
        if type % 2 == 0 { return Data(bytes).databaseValue }
        return String(validating: bytes, as: UTF8.self)?.databaseValue
      default: return nil
      }
    }

    private mutating func take(_ count: Int64) -> ArraySlice<UInt8>? {
      guard count <= bytes.count - place else { return nil }
      defer { place += Int(count) }
      return bytes[place..<place + Int(count)]
    }

    /// A number of up to nine bytes, of which each but the ninth says by its first bit whether one follows.
    mutating func integer() -> Int64? {
      var value: Int64 = 0
      for index in 0..<9 {
        guard place < bytes.count else { return nil }
        let byte = Int64(bytes[place])
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
