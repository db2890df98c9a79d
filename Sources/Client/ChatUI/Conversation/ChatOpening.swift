package import ChatCore
package import ChatModel

/// The facts about a chat that a screen needs before the chat's messages.
package struct ChatOpening: Sendable {
  /// The drafts of the chat: the one that this window has kept, and the one that ended windows left.
  package var draft: (kept: Draft, left: Draft)
  /// The message that the draft answers.
  package var quote: Message.Quote?
  /// The message that the draft changes.
  package var edited: Message?
  /// The texts for the composer's history, newest first.
  package var sentTexts: [String]
  /// The unread messages, and where they begin; nil if nothing is unread.
  package var unread: (range: MessageWindow.UnreadRange, first: MessageCursor)?

  /// The number of texts in the composer's history.
  private static let historyLimit = 100

  package init(draft: Draft = Draft(), left: Draft = Draft(), sentTexts: [String] = []) {
    self.draft = (draft, left)
    self.sentTexts = sentTexts
  }

  /// Reads it, and takes over the drafts of windows that have ended.
  package init(of chat: ChatID, in repository: ChatRepository) async throws {
    draft = try await repository.openDraft(in: chat)
    unread = try await repository.unread(in: chat)
    sentTexts = try await repository.sentTexts(in: chat, limit: Self.historyLimit)
    let draft = draft.left.after(draft.kept)
    if let name = draft.replyTo {
      let message = try await repository.message(named: name, in: chat)
      quote = message.map { Message.Quote($0) } ?? Message.Quote(recordName: name)
    }
    if let edit = draft.edit {
      edited = try await repository.message(named: edit.messageName, in: chat)
    }
  }
}
