import GRDB
import SQLiteSupport

/// How a replica is opened where nothing can be written, for example on a full disk.
package enum ReadingAccess {
  /// What to open instead of the file at `path`, if `error` may say only that it cannot be written; else nil.
  ///
  /// The database must be opened read-only.
  package static func address(of path: String, after error: any Error) -> String? {
    guard let code = (error as? DatabaseError)?.resultCode,
      [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM].contains(code)
    else { return nil }
    return ReadOnlyAddress.of(path)
  }
}
