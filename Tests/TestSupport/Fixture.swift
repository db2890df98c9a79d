package import Foundation
import GRDB

/// Files of earlier versions, in `Tests/Fixtures`; its README says how each was made.
///
/// Databases are kept there as SQL, in files called `.sql`.
package enum Fixture {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

  /// Copies what is in the folder `name` to `directory`, with its databases as files.
  ///
  /// Only this user can read the copies, as a program would leave them.
  package static func copy(_ name: String, to directory: URL) throws {
    let source = root.appending(path: name)
    let manager = FileManager.default
    for path in try manager.subpathsOfDirectory(atPath: source.path) {
      let (from, to) = (source.appending(path: path), directory.appending(path: path))
      var isDirectory: ObjCBool = false
      guard manager.fileExists(atPath: from.path, isDirectory: &isDirectory) else { continue }
      if isDirectory.boolValue {
        try makeFolder(to)
      } else if path.hasSuffix(".sql") {
        try restore(
          "\(name)/\(path)", to: to.deletingPathExtension().appendingPathExtension("sqlite"))
      } else {
        try makeFolder(to.deletingLastPathComponent())
        try manager.copyItem(at: from, to: to)
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: to.path)
      }
    }
  }

  /// Makes the database that the SQL in the file `name` describes.
  package static func restore(_ name: String, to file: URL) throws {
    try makeFolder(file.deletingLastPathComponent())
    let sql = try String(contentsOf: root.appending(path: name), encoding: .utf8)
    let queue = try DatabaseQueue(path: file.path)
    // As every program has left its databases.
    try queue.inDatabase { try $0.execute(sql: sql + "PRAGMA journal_mode = WAL;") }
    try queue.close()
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
  }

  /// The tables, indexes and triggers of the database in a file, in a fixed order.
  package static func schema(of file: URL) throws -> [String] {
    let queue = try DatabaseQueue(path: file.path)
    let schema = try queue.read {
      try String.fetchAll(
        $0,
        sql: "SELECT type || ' ' || name || ': ' || coalesce(sql, '') FROM sqlite_master ORDER BY 1"
      )
    }
    try queue.close()
    return schema
  }

  /// Leaves the database in a file as a program of a later version would.
  package static func markAsNewer(_ file: URL) throws {
    let queue = try DatabaseQueue(path: file.path)
    try queue.write {
      try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('999 from later')")
    }
    try queue.close()
  }

  private static func makeFolder(_ folder: URL) throws {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }
}
