package import ChatCore
package import ChatModel

/// What a screen needs of a chat before its messages.
package struct ChatOpening: Sendable {
  package var draft: Draft
  /// The texts for the composer's history, newest first.
  package var sentTexts: [String]
  /// The unread messages, and where they begin; nil if nothing is unread.
  package var unread: (range: MessageWindow.UnreadRange, first: MessageCursor)?

  /// The number of texts in the composer's history.
  private static let historyLimit = 100

  /// Reads it, and takes over the drafts of windows that have ended.
  package init(of chat: ChatID, in repository: ChatRepository) async throws {
    draft = try await repository.openDraft(in: chat)
    unread = try await repository.unread(in: chat)
    sentTexts = try await repository.sentTexts(in: chat, limit: Self.historyLimit)
  }
}
