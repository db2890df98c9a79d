import CloudModel
import Foundation
import GRDB

/// Gives new messages of a chat their times: the wall clock's, but always after every message that is here, so that an
/// answer stands below its question, and one's own newest message at the end, although clocks differ.
///
/// Another member's clock can move the times at most a minute ahead of the cloud's: a later time is cut when its record
/// is read (`MessageRecord`).
struct MessageClock {
  private var end: Int64
  /// The last time that was given; nil before the first.
  private(set) var last: Int64?
  private let now: Int64

  init(db: Database, chatID: Int64, now: Int64) throws {
    self.now = now
    end =
      try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT max(timestamp) FROM message WHERE chatID = ?"),
        arguments: [chatID]) ?? 0
  }

  mutating func next() -> Date {
    end = max(now, end + 1)
    last = end
    return Date(millisecondsSince1970: end)
  }
}
