/// A `PGresult`, freed with this object.
final class PostgresResult {
  private let library: LibPQ
  private let pointer: LibPQ.Pointer

  init(_ pointer: LibPQ.Pointer, of library: LibPQ) {
    self.library = library
    self.pointer = pointer
  }

  deinit { library.clear(pointer) }

  /// Nil for a status that nothing here asks for, such as the begin of a COPY.
  var status: LibPQ.Status? { LibPQ.Status(rawValue: library.resultStatus(pointer)) }
  var rowCount: Int { Int(library.rowCount(pointer)) }
  var columnCount: Int { Int(library.columnCount(pointer)) }
  var affected: Int { library.affectedRows(pointer).flatMap { Int(String(cString: $0)) } ?? 0 }

  func type(of column: Int) -> UInt32 { library.columnType(pointer, Int32(column)) }

  /// The bytes of a value, which live as long as this; nil where it is NULL.
  func bytes(row: Int, column: Int) -> UnsafeRawBufferPointer? {
    let (row, column) = (Int32(row), Int32(column))
    guard library.isNull(pointer, row, column) == 0 else { return nil }
    return UnsafeRawBufferPointer(
      start: library.value(pointer, row, column),
      count: Int(library.length(pointer, row, column)))
  }

  func field(_ field: LibPQ.Field) -> String? {
    library.resultField(pointer, Int32(field.rawValue)).map { String(cString: $0) }
  }
}
