package import CloudRules
import Crypto
package import Foundation

/// One state of a store, table by table.
package protocol TableReading {
  /// Gives all rows in batches, in any order.
  func read(_ table: StoredTable, _ body: ([[TableValue]]) throws -> Void) throws
}

/// The tables of a store that has no rows yet.
package protocol TableWriting: TableReading {
  func insert(_ rows: [[TableValue]], into table: StoredTable) throws
  /// Brings what the engine has beyond the rows into line with them; no more rows come.
  func finish() throws
}

/// A store that is not a file, and whose tables can be read whole.
package protocol TableStore: CloudStore {
  /// Reads one state, however long that takes; the bytes of assets are nil where they are in a folder.
  func withTables<R>(
    _ body: (any TableReading, (any AssetBytesReading)?) throws -> R
  ) throws -> R
}

/// The sealed bytes of assets.
package protocol AssetBytesReading {
  /// Gives the bytes in pieces of `blobChunkBytes`; false where there are none.
  func read(_ checksum: AssetChecksum, _ body: (Data) throws -> Void) throws -> Bool
}

package protocol AssetBytesWriting: AssetBytesReading {
  /// Keeps the pieces that `fill` puts; nothing where it returns false, or throws. Returns what `fill` returns.
  func write(
    _ checksum: AssetChecksum, _ fill: (_ put: (Data) throws -> Void) throws -> Bool
  ) throws -> Bool
}

/// Copies a store from one engine to another, and compares what has arrived with what was sent.
package struct TableCopy {
  /// How far a copy is.
  package enum Progress: Sendable {
    case copying(table: String, rows: Int)
    case comparing(table: String)
    case assets(copied: Int, of: Int)
  }

  /// What was copied.
  package struct Report: Sendable {
    /// By the names of the tables.
    package fileprivate(set) var digests: [String: TableDigest] = [:]
    package fileprivate(set) var assets: [AssetChecksum] = []
  }

  /// Copies the rows of all tables.
  ///
  /// Throws `StoreError.failed` if the target then has other rows than the source.
  package static func run(
    from source: any TableReading, to target: any TableWriting,
    progress: (Progress) -> Void = { _ in }
  ) throws -> Report {
    var report = Report()
    for table in StoredTable.all {
      var digest = TableDigest()
      progress(.copying(table: table.name, rows: 0))
      try source.read(table) { rows in
        let moved = rows.filter(table.isMoved)
        for row in moved { digest.add(row) }
        try target.insert(moved, into: table)
        if table == .asset { report.assets += moved.compactMap(checksum) }
        progress(.copying(table: table.name, rows: digest.rows))
      }
      report.digests[table.name] = digest
    }
    try target.finish()
    let arrived = try digests(of: target, progress: progress)
    for table in StoredTable.all where arrived[table.name] != report.digests[table.name] {
      throw StoreError.failed(
        reason: "after the copy, its table ‘\(table.name)’ has other rows than the original")
    }
    return report
  }

  /// The digests of all tables, by their names.
  package static func digests(
    of tables: any TableReading, progress: (Progress) -> Void = { _ in }
  ) throws -> [String: TableDigest] {
    var digests: [String: TableDigest] = [:]
    for table in StoredTable.all {
      progress(.comparing(table: table.name))
      var digest = TableDigest()
      try tables.read(table) { for row in $0 where table.isMoved(row) { digest.add(row) } }
      digests[table.name] = digest
    }
    return digests
  }

  /// Copies the bytes of assets; returns how many the source does not have.
  ///
  /// Throws `StoreError.failed` if other bytes have arrived.
  package static func copyBytes(
    of checksums: [AssetChecksum], from source: any AssetBytesReading,
    to target: any AssetBytesWriting, progress: (Progress) -> Void = { _ in }
  ) throws -> Int {
    var missing = 0
    for (index, checksum) in checksums.enumerated() {
      progress(.assets(copied: index, of: checksums.count))
      var sent = SHA256()
      let isThere = try target.write(checksum) { put in
        try source.read(checksum) { piece in
          sent.update(data: piece)
          try put(piece)
        }
      }
      guard isThere else {
        missing += 1
        continue
      }
      var arrived = SHA256()
      _ = try target.read(checksum) { arrived.update(data: $0) }
      guard arrived.finalize() == sent.finalize() else {
        throw StoreError.failed(
          reason: "after the copy, the asset \(checksum.hex) has other bytes than the original")
      }
    }
    return missing
  }

  private static func checksum(_ row: [TableValue]) -> AssetChecksum? {
    guard case .bytes(let bytes)? = row.first else { return nil }
    return AssetChecksum(bytes: bytes)
  }
}
