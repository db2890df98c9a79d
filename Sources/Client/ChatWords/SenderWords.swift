package import ChatModel
import TerminalUI

/// The words for who has written a message.
///
/// A message from an archive is one of the person who has imported it, and the name in it is that person's claim. So
/// that name stands in parentheses, which no account's name has, and the importer is named wherever there is room for
/// more than a name.
package enum SenderWords {
  /// Characters of a name in an archive.
  private static let archivedLimit = 40

  /// `You`, the name of an account, or `(bob)` for a message from an archive.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - own: the word for the reader; nil for the name of the reader's account.
  /// - Returns: a line that is harmless to draw.
  package static func name(_ message: Message, own: String? = "You") -> String {
    message.archivedSender.map(archived) ?? account(message, own)
  }

  /// The same for a message that is quoted.
  package static func name(_ original: Message.Quote.Original, own: String? = "You") -> String {
    original.archivedSender.map(archived)
      ?? account(original.senderName, isOwn: original.isOwn, own)
  }

  /// The name with that of the importer, for a list: `(bob) by You`.
  package static func short(_ message: Message, own: String? = "You") -> String {
    guard message.archivedSender != nil else { return account(message, own) }
    return name(message) + " by " + account(message, own)
  }

  /// The same for the last message of a chat.
  package static func short(_ last: ChatSummary.LastMessage, own: String? = "You") -> String {
    let account = account(last.senderName, isOwn: last.isOwn, own)
    return last.archivedSender.map { archived($0) + " by " + account } ?? account
  }

  /// `You`, the name of an account, or `(bob)`, for the last message of a chat.
  package static func name(_ last: ChatSummary.LastMessage) -> String {
    last.archivedSender.map(archived)
      ?? account(last.senderName, isOwn: last.isOwn, "You")
  }

  /// The words behind the name of a message from an archive, `from an archive, by You`; nil for all other messages.
  package static func note(_ message: Message, own: String? = "You") -> String? {
    message.archivedSender == nil ? nil : "from an archive, by " + account(message, own)
  }

  /// The name and the words behind it: `(bob) from an archive, by You`.
  package static func full(_ message: Message, own: String? = "You") -> String {
    [name(message, own: own), note(message, own: own)].compactMap(\.self).joined(separator: " ")
  }

  private static func archived(_ name: String) -> String {
    let name = DisplayText.singleLine(name)
    return name.count > archivedLimit ? "(\(name.prefix(archivedLimit - 1))…)" : "(\(name))"
  }

  private static func account(_ message: Message, _ own: String?) -> String {
    account(message.senderName, isOwn: message.isOwn, own)
  }

  private static func account(_ name: String, isOwn: Bool, _ own: String?) -> String {
    isOwn ? own ?? DisplayText.singleLine(name) : DisplayText.singleLine(name)
  }
}
