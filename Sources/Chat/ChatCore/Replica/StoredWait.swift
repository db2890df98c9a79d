import ChatModel
import CloudModel
import Foundation
import GRDB
import SyncRules

/// Rows of `wait`: the work that the engine does not try for some time, and why.
enum StoredWait {
  /// Writes the present waits; `elapsed` is the engine's time at `now`.
  static func replace(
    _ db: Database, _ waits: [SyncWait], elapsed: Duration, now: Int64
  ) throws {
    let known = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT chatID, scope, reason FROM wait"))
    if !known.isEmpty { try db.cachedStatement(sql: "DELETE FROM wait").execute() }
    for wait in waits {
      var chatID: Int64?
      let (scope, zoneID) = wait.place.stored
      if let zoneID {
        guard let chat = try StoredChat.fetch(db, zoneID: zoneID) else { continue }
        chatID = chat.id
      }
      let left = wait.until - elapsed
      let milliseconds =
        left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
      try db.cachedStatement(
        sql: "INSERT INTO wait (chatID, scope, until, reason, isFull) VALUES (?, ?, ?, ?, ?)"
      ).execute(arguments: [chatID, scope, now + milliseconds, wait.reason, wait.isFull])
      let isKnown = known.contains {
        $0["chatID"] == chatID && $0["scope"] == scope && $0["reason"] == wait.reason
      }
      if !isKnown {
        try Journal.note(
          db, .waiting, chatID: chatID,
          detail: "\(scope), \(max(0, milliseconds) / 1000) s: \(wait.reason)", at: now)
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
          WHERE ((chatID = ? AND scope = 'zone') OR (chatID IS NULL AND scope = ?)) AND until > ?
          ORDER BY until DESC LIMIT 1
          """),
      arguments: [chatID, scope.pathComponent, now]
    ).map { ($0["until"], $0["reason"]) }
  }

  /// The wait of a database or of a chat's queue that ends last; nil if neither waits.
  static func longest(_ db: Database, now: Int64) throws -> ConnectionStatus.Wait? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT until, reason, isFull FROM wait WHERE until > ? AND scope IN ('private', 'shared', 'zone')
          ORDER BY until DESC LIMIT 1
          """),
      arguments: [now]
    ).map { row in
      ConnectionStatus.Wait(
        until: Date(millisecondsSince1970: row["until"]), reason: row["reason"],
        isFull: row["isFull"])
    }
  }

  /// The fetches that the cloud refuses, in all chats.
  static func troubles(_ db: Database) throws -> [ConnectionStatus.Trouble] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT chatID, scope, until, reason FROM wait
          WHERE scope IN ('zoneChanges', 'privateChanges', 'sharedChanges', 'invitations')
          ORDER BY chatID IS NOT NULL, chatID, scope
          """)
    ).map { row in
      let chatID: Int64? = row["chatID"]
      let subject: ConnectionStatus.Trouble.Subject
      if let chatID {
        subject = .chat(ChatID(rawValue: chatID))
      } else {
        let scope: String = row["scope"]
        subject = scope == "invitations" ? .invitations : .chats(ownOnes: scope == "privateChanges")
      }
      return ConnectionStatus.Trouble(
        subject: subject, until: Date(millisecondsSince1970: row["until"]), reason: row["reason"])
    }
  }
}

extension SyncWait.Place {
  /// The word for the place in a row, and the zone if the place is one.
  fileprivate var stored: (scope: String, zoneID: RecordZoneID?) {
    switch self {
    case .database(let scope): (scope.pathComponent, nil)
    case .zone(let zoneID): ("zone", zoneID)
    case .zoneChanges(let zoneID): ("zoneChanges", zoneID)
    case .databaseChanges(let scope): (scope.pathComponent + "Changes", nil)
    case .invitations: ("invitations", nil)
    }
  }
}
