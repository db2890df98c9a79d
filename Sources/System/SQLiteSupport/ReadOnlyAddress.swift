import Foundation
import LocalFiles

/// The address by which SQLite reads a database and writes nothing, not even an index of its log.
///
/// SQLite reads a database with a log only with an index of the log, in a file that it creates. If there is a log, its
/// existing index file is read as it is; without a log, only the database is needed.
///
/// Source: <https://www.sqlite.org/wal.html#readonly>.
package enum ReadOnlyAddress {
  /// The database must be opened read-only.
  package static func of(_ path: String) -> String? {
    let hasLog = FileStatus(path + "-wal").map { $0.bytes > 0 } ?? false
    var address = URLComponents()
    address.scheme = "file"
    address.path = path
    address.queryItems = [
      URLQueryItem(name: hasLog ? "readonly_shm" : "immutable", value: "1")
    ]
    return address.string
  }
}
