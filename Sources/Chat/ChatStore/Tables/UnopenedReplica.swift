import Foundation
import LocalFiles

/// What can be said of a replica's files before SQLite opens them.
///
/// SQLite removes the log of a file that it takes for a new database, of one that is no database, and what it does not
/// take of a damaged log, when it opens the file for writing. So these are to be asked before that.
package struct UnopenedReplica: Sendable {
  /// Source: sqlite.org/fileformat2.html, 1.3.
  private static let beginning = Data("SQLite format 3\0".utf8)

  /// Our choice: how often a log is looked at that somebody writes to.
  private static let looks = 5

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
  package var logDamage: String? {
    var (log, problem): (Data?, String?) = (nil, nil)
    for _ in 0..<Self.looks {
      // Whoever opens the file says why its log cannot be read.
      guard let present = try? Data(contentsOf: URL(fileURLWithPath: path + "-wal")) else {
        return nil
      }
      // Another process may be writing to it: only what stays so is wrong.
      if present == log { return problem }
      var check = LogCheck(present)
      (log, problem) = (present, check.problem())
      if problem == nil { return nil }
    }
    return problem
  }

  /// What is wrong with the files; nil if SQLite may open them.
  package var damage: String? {
    if isEmpty { return "its file is empty" }
    return isForeign ? "its file is not a database" : logDamage
  }
}

/// Finds whether SQLite ends a log before its last commit.
///
/// SQLite reads a log up to the first frame whose checksum is wrong, reports nothing, and overwrites the rest when it
/// next writes. This checks the checksums, and reads no page.
///
/// 1. Frames of the log's present run have its salts; what stands behind them is of an earlier run.
/// 2. A process that was killed leaves frames without a commit, which are no damage. A log is damaged only where a
///    commit stands at or behind the first frame with a wrong checksum.
///
/// Source: sqlite.org/fileformat2.html, 4.1 to 4.3.
private struct LogCheck {
  private static let headerBytes = 32
  private static let frameHeaderBytes = 24
  private static let leastPageBytes = 512
  /// The beginning of a log with sums over little-endian words; with the last bit, over big-endian ones.
  private static let magic: UInt32 = 0x377F_0682

  private let log: Data
  private var isBigEndian = false
  private var sum: (UInt32, UInt32) = (0, 0)

  init(_ log: Data) { self.log = log }

  /// The fault that the check finds; nil if there is none.
  mutating func problem() -> String? {
    guard !log.isEmpty else { return nil }
    let withoutBeginning = "its log has lost its beginning"
    guard log.count >= Self.headerBytes, number(at: 0) & ~1 == Self.magic else {
      return withoutBeginning
    }
    isBigEndian = number(at: 0) & 1 == 1
    add(0..<24)
    let pageBytes = Int(number(at: 8))
    guard isSum(at: 24), pageBytes >= Self.leastPageBytes else { return withoutBeginning }
    let (frameBytes, salts) = (Self.frameHeaderBytes + pageBytes, log[16..<24])
    var firstWrong: Int?
    for start in stride(from: Self.headerBytes, through: log.count - frameBytes, by: frameBytes) {
      var isOfThisRun = log[start + 8..<start + 16] == salts
      if firstWrong == nil {
        add(start..<start + 8)
        add(start + Self.frameHeaderBytes..<start + frameBytes)
        let isRight = isSum(at: start + 16)
        if !(isRight && isOfThisRun) { firstWrong = start }
        // The sum does not count the salts: with a wrong salt, it still says which run this is.
        isOfThisRun = isOfThisRun || isRight
      }
      if let firstWrong, isOfThisRun, number(at: start + 4) > 0 {
        return "its log is damaged after \(firstWrong) bytes"
      }
    }
    return nil
  }

  private func number(at place: Int) -> UInt32 {
    log.withUnsafeBytes {
      UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }
  }

  private func isSum(at place: Int) -> Bool {
    sum == (number(at: place), number(at: place + 4))
  }

  /// Adds pairs of words to the sum.
  private mutating func add(_ range: Range<Int>) {
    var (first, second) = sum
    log.withUnsafeBytes { bytes in
      for place in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
        let one = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        let other = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
        first &+= (isBigEndian ? UInt32(bigEndian: one) : UInt32(littleEndian: one)) &+ second
        second &+= (isBigEndian ? UInt32(bigEndian: other) : UInt32(littleEndian: other)) &+ first
      }
    }
    sum = (first, second)
  }
}
