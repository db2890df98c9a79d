package import ChatModel
import ChatStore
import Foundation
import GRDB

/// Texts that are being written.
///
/// A draft belongs to a chat and to the window where it is written: two windows never overwrite one
/// another's. When a window ends, however it does, the next window that opens the chat takes its draft over.
extension ChatRepository {
  /// The draft that this window keeps in a chat, and what windows left that have ended: it belongs to this
  /// window from now on.
  ///
  /// More than fits into one message stays for later.
  package func openDraft(
    in chatID: ChatID
  ) async throws(ChatError) -> (kept: Draft, left: Draft) {
    let drafts = try await replica.read { db in try StoredDraft.fetchAll(db, chatID) }
    guard drafts.contains(where: { $0.window != window.heldName }) else {
      return (drafts.first?.draft ?? Draft(), Draft())
    }
    let own = window.name()
    if replica.obstacle != nil {
      let found = sorted(drafts, own: own)
      return (found.kept, found.left)
    }
    return try await replica.write { [self] db in
      let (kept, left, ended) = sorted(try StoredDraft.fetchAll(db, chatID), own: own)
      guard !ended.isEmpty else { return (kept, left) }
      for window in ended { try StoredDraft.save(Draft(), of: window, in: chatID, db) }
      try StoredDraft.save(left.after(kept), of: own, in: chatID, db)
      return (kept, left)
    }
  }

  /// Keeps what is typed and not sent as this window's draft; an empty one deletes it.
  package func saveDraft(_ draft: Draft, in chatID: ChatID) async throws(ChatError) {
    let window = window.name()
    try await replica.write { db in try StoredDraft.save(draft, of: window, in: chatID, db) }
  }

  /// This window's draft, those of windows that have ended, as many as fit, and the names of these.
  private func sorted(
    _ drafts: [StoredDraft], own: String
  ) -> (kept: Draft, left: Draft, ended: [String]) {
    let kept = drafts.first { $0.window == own }?.draft ?? Draft()
    var bytes = kept.text.utf8.count
    var (left, ended) = (Draft(), [String]())
    for stored in drafts where stored.window != own {
      bytes += 1 + stored.draft.text.utf8.count
      guard bytes <= Message.textLimitBytes, !window.isRunning(stored.window) else { continue }
      left = stored.draft.after(left)
      ended.append(stored.window)
    }
    return (kept, left, ended)
  }
}

/// A row of `draft`.
struct StoredDraft {
  let window: String
  let draft: Draft

  /// The drafts of a chat, oldest first.
  static func fetchAll(_ db: Database, _ chatID: ChatID) throws -> [StoredDraft] {
    try Row.fetchAll(
      db.cachedStatement(sql: "SELECT * FROM draft WHERE chatID = ? ORDER BY id"),
      arguments: [chatID.rawValue]
    ).map { row in
      let edited: String? = row["editOf"]
      return StoredDraft(
        window: row["window"],
        draft: Draft(
          text: row["text"], replyTo: row["replyTo"],
          edit: edited.map { Draft.Edit(messageName: $0, text: row["editText"] ?? "") },
          files: paths(row["files"])))
    }
  }

  /// The paths in the column `files`, a JSON array; none where it holds anything else.
  private static func paths(_ text: String?) -> [String] {
    guard let text else { return [] }
    // Without the files, the text of the draft is still good.
    return (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? []
  }

  /// Writes a window's draft; an empty one deletes it.
  static func save(
    _ draft: Draft, of window: String, in chatID: ChatID, _ db: Database
  ) throws {
    if draft.isEmpty {
      try db.cachedStatement(sql: "DELETE FROM draft WHERE chatID = ? AND window = ?")
        .execute(arguments: [chatID.rawValue, window])
    } else {
      let files: String? =
        try draft.files.isEmpty
        ? nil : String(decoding: JSONEncoder().encode(draft.files), as: UTF8.self)
      try db.cachedStatement(
        sql: """
          INSERT INTO draft (chatID, window, text, replyTo, editOf, editText, files)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (chatID, window) DO UPDATE SET
            text = excluded.text, replyTo = excluded.replyTo, editOf = excluded.editOf,
            editText = excluded.editText, files = excluded.files
          """
      ).execute(arguments: [
        chatID.rawValue, window, draft.text, draft.replyTo, draft.edit?.messageName,
        draft.edit?.text, files,
      ])
    }
  }
}
