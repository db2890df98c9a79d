import Foundation
import GRDB

/// How a replica is opened where nothing can be written, for example on a full disk.
///
/// SQLite reads a database with a log only with an index of the log, in a file that it creates. If there is a log, its
/// existing index file is read as it is; without a log, only the database is needed.
///
/// Source: <https://www.sqlite.org/wal.html#readonly>.
package enum ReadingAccess {
  /// What to open instead of the file at `path`, if `error` may say only that it cannot be written; else nil.
  ///
  /// The database must be opened read-only.
  package static func address(of path: String, after error: any Error) -> String? {
    guard let code = (error as? DatabaseError)?.resultCode,
      [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM].contains(code)
    else { return nil }
    // A log that is not there has no size.
    let log = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? NSNumber
    let hasLog = log.map { $0.int64Value > 0 } ?? false
    var address = URLComponents()
    address.scheme = "file"
    address.path = path
    address.queryItems = [
      URLQueryItem(name: hasLog ? "readonly_shm" : "immutable", value: "1")
    ]
    return address.string
  }
}
