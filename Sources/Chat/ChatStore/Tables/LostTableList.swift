import Foundation
import GRDB

/// The list of a file's tables, made again where the page is lost on which SQLite's own list begins.
///
/// The first page of a file is its header and the root of `sqlite_master`. Without it the file is no database, though
/// all other pages are whole; so it is where the file was cut off. The entries of the list are on other pages, and
/// what is lost of them is the same in a new replica if that has the entries that are left at the same places.
///
/// Source: sqlite.org/fileformat2.html, 1.3, 1.6 and 2.1.
struct LostTableList {
  /// An entry: a table or an index, and the page that its rows are found by.
  fileprivate struct Entry: Equatable {
    var type: String
    var name: String
    var table: String
    var root: Int
    /// Nil for an index that follows from its table.
    var sql: String?
  }

  /// The file, which is changed; nobody else has it open, and it has no log.
  let path: String
  /// A new replica, without rows.
  let sound: DatabaseQueue

  /// Gives the file a first page without tables, and then the tables that it has.
  func restore() throws {
    let pageSize = try pageSize()
    let entries = try entries(in: try pages())
    try Self.writeFirstPage(at: path, pageSize)
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA writable_schema = ON")
      for entry in entries {
        try db.execute(
          sql:
            "INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, ?, ?)",
          arguments: [entry.type, entry.name, entry.table, entry.root, entry.sql])
      }
    }
    try queue.close()
  }

  func pages() throws -> TablePages {
    let file = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    return TablePages(file: file, pageSize: try pageSize())
  }

  private func pageSize() throws -> Int {
    try sound.read { try Int.fetchOne($0, sql: "PRAGMA page_size") ?? 4096 }
  }

  private func entries(in pages: TablePages) throws -> [Entry] {
    var found: [String: Entry] = [:]
    for entry in pages.rows(ofColumns: 5).compactMap({ Entry($0.values) }) {
      // A page that is not in use any more may have an entry with an older place.
      if let other = found[entry.name], pages.isRoot(other.root), !pages.isRoot(entry.root) {
        continue
      }
      found[entry.name] = entry
    }
    let expected = try sound.read { db in
      try Row.fetchAll(db, sql: "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master")
        .compactMap { row in
          Entry([row["type"], row["name"], row["tbl_name"], row["rootpage"], row["sql"]])
        }
    }
    // A page that is lost, or one of a long row, says nothing.
    let isLikeNew = expected.allSatisfy { entry in
      found[entry.name].map { $0.root == entry.root }
        ?? (!pages.isRoot(entry.root) || pages.isRoot(entry.root, of: entry.type))
    }
    if isLikeNew {
      for entry in expected where found[entry.name] == nil { found[entry.name] = entry }
    }
    // SQLite takes a place that is not there for damage of the whole file.
    let whole = found.filter { pages.isRoot($0.value.root) }
    return whole.values.filter { $0.type == "table" || whole[$0.table] != nil }
      .sorted { ($0.type == "table" ? 0 : 1, $0.root) < ($1.type == "table" ? 0 : 1, $1.root) }
  }

  /// Source: the same, 1.3 and 1.6: a header that leaves the number of pages to the file's length, and a leaf without rows.
  private static func writeFirstPage(at path: String, _ pageSize: Int) throws {
    var page = Data(count: pageSize)
    func put(_ bytes: some Sequence<UInt8>, at place: Int) {
      for (index, byte) in bytes.enumerated() { page[place + index] = byte }
    }
    // 65,536 does not fit, and is written as 1.
    let size = UInt16(exactly: pageSize) ?? 1
    let sizeBytes = [UInt8(size >> 8), UInt8(size & 0xFF)]
    put("SQLite format 3".utf8, at: 0)
    put(sizeBytes, at: 16)
    put([1, 1, 0, 64, 32, 32], at: 18)
    page[47] = 4  // The format of the schema.
    page[59] = 1  // UTF-8.
    page[100] = TablePages.leaf
    put(size == 1 ? [0, 0] : sizeBytes, at: 105)
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? handle.close() }
    try handle.write(contentsOf: page)
  }
}

extension LostTableList.Entry {
  /// Nil for a row of another table, and for what a salvage does not read: triggers, views and the text index.
  fileprivate init?(_ values: [DatabaseValue]) {
    guard let type = String.fromDatabaseValue(values[0]), ["table", "index"].contains(type),
      let name = String.fromDatabaseValue(values[1]),
      let table = String.fromDatabaseValue(values[2]),
      let root = Int.fromDatabaseValue(values[3]), root > 1,
      !table.hasPrefix("messageText"), !table.hasPrefix("sqlite_stat"),
      type == "index" || name == table
    else { return nil }
    (self.type, self.name, self.table, self.root) = (type, name, table, root)
    sql = String.fromDatabaseValue(values[4])
    guard sql?.hasPrefix("CREATE ") ?? (type == "index") else { return nil }
  }
}
