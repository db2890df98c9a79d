package import ChatModel
import GRDB

/// Texts that are being written.
///
/// A draft belongs to a chat and to the window where it is written: two windows never overwrite one
/// another's. When a window ends, however it does, the next window that opens the chat takes its draft over.
extension ChatRepository {
  /// The draft of a chat, which this window takes over from windows that have ended.
  ///
  /// More than fits into one message stays for later.
  package func openDraft(in chatID: ChatID) async throws(ChatError) -> Draft {
    let drafts = try await replica.read { db in try StoredDraft.fetchAll(db, chatID) }
    guard drafts.contains(where: { $0.window != window.heldName }) else {
      return Draft(kept: drafts.first?.text ?? "", left: "")
    }
    let own = window.name()
    if replica.obstacle != nil { return merged(drafts, own: own).draft }
    return try await replica.write { [self] db in
      let (draft, ended) = merged(try StoredDraft.fetchAll(db, chatID), own: own)
      guard !ended.isEmpty else { return draft }
      for window in ended { try StoredDraft.save("", of: window, in: chatID, db) }
      let text = [draft.kept, draft.left].filter { !$0.isEmpty }.joined(separator: "\n")
      try StoredDraft.save(text, of: own, in: chatID, db)
      return draft
    }
  }

  /// Keeps typed text that is not sent as this window's draft; an empty text deletes it.
  package func saveDraft(_ text: String, in chatID: ChatID) async throws(ChatError) {
    let window = window.name()
    try await replica.write { db in try StoredDraft.save(text, of: window, in: chatID, db) }
  }

  /// The windows that have ended, and the draft with as many of theirs as fit.
  private func merged(
    _ drafts: [StoredDraft], own: String
  ) -> (draft: Draft, ended: [String]) {
    let kept = drafts.first { $0.window == own }?.text ?? ""
    var bytes = kept.utf8.count
    let left = drafts.filter { draft in
      guard draft.window != own, bytes + 1 + draft.text.utf8.count <= Message.textLimitBytes,
        !window.isRunning(draft.window)
      else { return false }
      bytes += 1 + draft.text.utf8.count
      return true
    }
    return (
      Draft(kept: kept, left: left.map(\.text).joined(separator: "\n")), left.map(\.window)
    )
  }
}

/// A row of `draft`.
struct StoredDraft {
  let window: String
  let text: String

  /// The drafts of a chat, oldest first.
  static func fetchAll(_ db: Database, _ chatID: ChatID) throws -> [StoredDraft] {
    try Row.fetchAll(
      db.cachedStatement(sql: "SELECT window, text FROM draft WHERE chatID = ? ORDER BY id"),
      arguments: [chatID.rawValue]
    ).map { StoredDraft(window: $0["window"], text: $0["text"]) }
  }

  /// Writes a window's draft; an empty text deletes it.
  static func save(
    _ text: String, of window: String, in chatID: ChatID, _ db: Database
  ) throws {
    if text.isEmpty {
      try db.cachedStatement(sql: "DELETE FROM draft WHERE chatID = ? AND window = ?")
        .execute(arguments: [chatID.rawValue, window])
    } else {
      try db.cachedStatement(
        sql: """
          INSERT INTO draft (chatID, window, text) VALUES (?, ?, ?)
          ON CONFLICT (chatID, window) DO UPDATE SET text = excluded.text
          """
      ).execute(arguments: [chatID.rawValue, window, text])
    }
  }
}
