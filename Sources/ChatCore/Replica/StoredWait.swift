import CloudModel
import CloudSync
import Foundation
import GRDB

/// Rows of `wait`: what is left alone for a time, and why.
enum StoredWait {
  /// Writes what waits now; `elapsed` is the engine's time at `now`.
  static func replace(
    _ db: Database, _ waits: [SyncWait], elapsed: Duration, now: Int64
  ) throws {
    let known = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT chatID, scope, reason FROM wait"))
    if !known.isEmpty { try db.cachedStatement(sql: "DELETE FROM wait").execute() }
    for wait in waits {
      var chatID: Int64?
      let scope: String
      switch wait.place {
      case .database(let database): scope = database.pathComponent
      case .zone(let zoneID):
        guard let chat = try StoredChat.fetch(db, zoneID: zoneID) else { continue }
        (chatID, scope) = (chat.id, "zone")
      }
      let left = wait.until - elapsed
      let milliseconds =
        left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
      try db.cachedStatement(
        sql: "INSERT INTO wait (chatID, scope, until, reason) VALUES (?, ?, ?, ?)"
      ).execute(arguments: [chatID, scope, now + milliseconds, wait.reason])
      let isKnown = known.contains {
        $0["chatID"] == chatID && $0["scope"] == scope && $0["reason"] == wait.reason
      }
      if !isKnown {
        try Journal.note(
          db, .waiting, chatID: chatID,
          detail: "\(scope), \(milliseconds / 1000) s: \(wait.reason)", at: now)
      }
    }
  }

  /// Until when the chat's queue waits, and why; nil where it does not.
  static func forChat(
    _ db: Database, chatID: Int64, isOwn: Bool, now: Int64
  ) throws -> (until: Int64, reason: String)? {
    let scope = isOwn ? DatabaseScope.private : .shared
    return try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT until, reason FROM wait
          WHERE (chatID = ? OR (chatID IS NULL AND scope = ?)) AND until > ?
          ORDER BY until DESC LIMIT 1
          """),
      arguments: [chatID, scope.pathComponent, now]
    ).map { ($0["until"], $0["reason"]) }
  }
}
