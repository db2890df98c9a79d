import Foundation
import LocalFiles

/// What can be said of a replica's files before SQLite opens them.
///
/// SQLite removes the log of a file that it takes for a new database, of one that is no database, and what it does not
/// take of a damaged log, when it opens the file for writing. So these are to be asked before that.
package struct UnopenedReplica: Sendable {
  /// Source: sqlite.org/fileformat2.html, 1.3.
  private static let beginning = Data("SQLite format 3\0".utf8)

  private let path: String

  package init(path: String) { self.path = path }

  /// Whether SQLite takes the file for a new database, although something was in it: it is empty, or has the one byte
  /// that SQLite once wrote into an empty file, or is missing and has left its log.
  package var isEmpty: Bool {
    guard let file = FileStatus(path) else {
      return FileStatus(path + "-wal").map { $0.bytes > 0 } ?? false
    }
    return file.bytes <= 1
  }

  /// Whether neither the file is there nor a log of it.
  package var isMissing: Bool { FileStatus(path) == nil && !isEmpty }

  /// Whether there is something in the file, and it is no database.
  package var isForeign: Bool {
    guard !isEmpty, let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    // Whoever opens the file says why it cannot be read.
    guard let start = try? file.read(upToCount: Self.beginning.count) else { return false }
    return start != Self.beginning
  }

  /// What is wrong with the log; nil if nothing is, or if it cannot be read.
  package var logDamage: String? { (try? WriteAheadLog(of: path))??.damage }

  /// What is wrong with the files; nil if SQLite may open them.
  package var damage: String? {
    if isEmpty { return "its file is empty" }
    return isForeign ? "its file is not a database" : logDamage
  }
}
