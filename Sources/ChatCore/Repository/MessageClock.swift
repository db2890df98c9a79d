import CloudModel
import Foundation
import GRDB

/// Gives new messages of a chat their times: the wall clock's, but always after what the writer could
/// already see, so that an answer stands below its question although two clocks differ.
struct MessageClock {
  /// How far another's clock may pull ours ahead.
  private static let lead: Int64 = 60_000

  private var last: Int64
  private let now: Int64

  init(db: Database, chatID: Int64, user: String, now: Int64) throws {
    self.now = now
    // One's own stand in the order in which they were written, whatever the clock says by now.
    let newestOwn = try Int64.fetchOne(
      db,
      sql: """
        SELECT max(timestamp) FROM message WHERE chatID = ? AND timestamp > ? AND senderID = ?
        """,
      arguments: [chatID, now, user])
    let newest = try Int64.fetchOne(
      db, sql: "SELECT max(timestamp) FROM message WHERE chatID = ?", arguments: [chatID])
    let newestUnsent = try Int64.fetchOne(
      db,
      sql: """
        SELECT max(timestamp) FROM outbox JOIN message USING (chatID, recordName)
        WHERE outbox.chatID = ?
        """,
      arguments: [chatID])
    last = max(min(newest ?? 0, self.now + Self.lead), newestOwn ?? 0, newestUnsent ?? 0)
  }

  mutating func next() -> Date {
    last = max(now, last + 1)
    return Date(millisecondsSince1970: last)
  }
}
