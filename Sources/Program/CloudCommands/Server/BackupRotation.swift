package import Foundation

/// The names of the copies that `cloud backup --rotate` writes, and which of them are too many.
///
/// Names of any other form belong to somebody else, and are never among them.
package enum BackupRotation {
  /// `zonechat-20261127T031500Z.sqlite`: names in the order of their times.
  package static func name(at time: Date) -> String {
    let text = time.formatted(.iso8601.timeSeparator(.omitted).dateSeparator(.omitted))
    return "zonechat-\(text).sqlite"
  }

  /// The time in such a name; nil for every other one.
  package static func time(of name: String) -> Date? {
    guard
      let parts = name.wholeMatch(
        of: /zonechat-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.sqlite/)?.output
    else { return nil }
    let text = "\(parts.1)-\(parts.2)-\(parts.3)T\(parts.4):\(parts.5):\(parts.6)Z"
    // A day that its month does not have is no time.
    return try? Date.ISO8601FormatStyle().parse(text)
  }

  /// The copies that are older than the newest `keep`.
  package static func surplus(in names: [String], keep: Int) -> [String] {
    Array(names.filter { time(of: $0) != nil }.sorted().dropLast(keep))
  }

  /// When the newest copy was made; nil if there is none.
  package static func newest(in names: [String]) -> Date? {
    newestName(in: names).flatMap { time(of: $0) }
  }

  /// The newest copy; nil if there is none.
  package static func newestName(in names: [String]) -> String? {
    names.filter { time(of: $0) != nil }.max()
  }
}
