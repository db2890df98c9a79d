import CloudModel
import Foundation
import GRDB

/// Gives new messages of a chat their times: the wall clock's, but always after what the writer could
/// already see, so that an answer stands below its question although two clocks differ.
struct MessageClock {
  /// Milliseconds by which another member's clock may move the times ahead.
  private static let lead: Int64 = 60_000

  private var end: Int64
  /// The last time that was given; nil before the first.
  private(set) var last: Int64?
  private let now: Int64

  init(db: Database, chatID: Int64, user: String, now: Int64) throws {
    self.now = now
    let newest =
      try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT max(timestamp) FROM message WHERE chatID = ?"),
        arguments: [chatID]) ?? 0
    let seen = min(newest, now + Self.lead)
    // Own messages stay in order even if the own clock was set back. Earlier ones than `seen` do not matter, and
    // would be walked past.
    let newestOwn = try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT timestamp FROM message WHERE chatID = ? AND senderID = ? AND timestamp > ?
          ORDER BY timestamp DESC, recordName DESC LIMIT 1
          """),
      arguments: [chatID, user, seen])
    end = newestOwn ?? seen
  }

  mutating func next() -> Date {
    end = max(now, end + 1)
    last = end
    return Date(millisecondsSince1970: end)
  }
}
