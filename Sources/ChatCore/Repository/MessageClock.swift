import CloudModel
import Foundation
import GRDB

/// Gives new messages of a chat their times: the wall clock's, but always after what the writer could
/// already see, so that an answer stands below its question although two clocks differ.
struct MessageClock {
  /// How far another's clock may pull ours ahead.
  private static let lead: Int64 = 60_000

  private var end: Int64
  /// The last time that was given; nil before the first.
  private(set) var last: Int64?
  private let now: Int64

  init(db: Database, chatID: Int64, user: String, now: Int64) throws {
    self.now = now
    let newest = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT max(timestamp) FROM message WHERE chatID = ?"),
      arguments: [chatID])
    // One's own messages stay in order also where one's own clock was set back. Read from the end: the
    // first of them is near.
    let newestOwn = try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT timestamp FROM message WHERE chatID = ? AND senderID = ?
          ORDER BY timestamp DESC, recordName DESC LIMIT 1
          """),
      arguments: [chatID, user])
    end = max(min(newest ?? 0, now + Self.lead), newestOwn ?? 0)
  }

  mutating func next() -> Date {
    end = max(now, end + 1)
    last = end
    return Date(millisecondsSince1970: end)
  }
}
