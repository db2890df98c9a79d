package import Foundation

/// The conditions of a person's search among the messages; a message must meet all that are given.
package struct MessageSearch: Sendable, Hashable {
  /// Each word must begin a word of the text or of the file's name; in scripts without spaces, be a part of it.
  ///
  /// A word with signs must be there literally.
  package var words = ""
  /// The beginning of the name of the sender's account; `me` for oneself.
  package var sender: String?
  /// Nil for all chats.
  package var chats: [ChatID]?
  package var hasFile = false
  package var hasLink = false
  /// Whether the text must mention this account with an `@`.
  package var mentionsMe = false
  /// The time of the message is earlier than this one.
  package var before: Date?
  /// The time of the message is this one, or later.
  package var after: Date?

  package init(words: String = "", chats: [ChatID]? = nil) {
    self.words = words
    self.chats = chats
  }

  /// Whether the search has no condition that distinguishes messages.
  package var isEmpty: Bool {
    var other = self
    other.chats = nil
    other.words = other.words.filter { !$0.isWhitespace }
    return other == MessageSearch()
  }
}

/// A message that was found, and its chat.
package struct FoundMessage: Sendable, Equatable {
  package var chat: ChatID
  package var message: Message

  package init(chat: ChatID, message: Message) {
    self.chat = chat
    self.message = message
  }
}
