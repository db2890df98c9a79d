package import ChatModel
import TerminalUI

/// The words that are shown for a message.
package enum MessageWords {
  /// The text as readers are to understand it, and the file.
  ///
  /// A text that somebody else has changed is marked, so that it does not pass for the sender's.
  package static func text(of message: Message) -> String {
    var lines = [body(of: message)].compactMap(\.self)
    if let file = message.attachment, !message.isDeleted { lines.append(FileWords.line(file)) }
    return lines.joined(separator: "\n")
  }

  /// The text without the file; nil for a message that is nothing but a file, as it was sent.
  package static func body(of message: Message) -> String? {
    let body = sharedBody(of: message)
    return message.isOnlyHere ? text(body ?? "", noting: "(only on this device)") : body
  }

  /// A text with a note behind it.
  ///
  /// Behind the line that ends a block of code, which is not shown, the note has a line of its own: otherwise a sender
  /// could hide it.
  private static func text(_ text: String, noting note: String) -> String {
    guard !text.isEmpty else { return note }
    if case .fence? = MessageSyntax.lines(of: text).last { return text + "\n" + note }
    return text + " " + note
  }

  /// The text as everybody sees it.
  private static func sharedBody(of message: Message) -> String? {
    if message.isDeleted {
      return message.changedBy.map { "(removed by \(DisplayText.singleLine($0)))" } ?? "(removed)"
    }
    let text = writtenText(of: message)
    if let name = message.changedBy {
      return "(changed by \(DisplayText.singleLine(name))) " + text
    }
    if text.isEmpty, let file = message.attachment {
      return message.isEdited && !file.isReplacement ? "(edited)" : nil
    }
    return message.isEdited ? Self.text(text, noting: editedNote) : text
  }

  /// The text of the person who wrote it; one from an archive without its heading, whose sender is named elsewhere
  /// (`SenderWords`), and with what else the heading says.
  private static func writtenText(of message: Message) -> String {
    guard message.archivedSender != nil, let origin = message.origin else { return message.text }
    let parts = [
      origin.changedBy.map { "(changed by \(DisplayText.singleLine($0)) in the archive)" },
      origin.file.map { "(without its file ‘\(DisplayText.singleLine($0.name))’)" },
      message.bareText,
    ].compactMap(\.self).filter { !$0.isEmpty }
    return parts.isEmpty && message.attachment == nil ? "(no text)" : parts.joined(separator: " ")
  }

  /// The words behind a text that its sender has changed.
  package static let editedNote = "(edited)"

  /// An earlier version of a message: its text, and the file that it had.
  package static func text(of version: Message.Version) -> String {
    let lines = [version.text.isEmpty ? nil : version.text, version.file.map(FileWords.line)]
      .compactMap(\.self)
    return lines.isEmpty ? "(no text)" : lines.joined(separator: "\n")
  }

  /// The first line of a message's text, or its file, for a list; at most 200 characters.
  package static func firstLine(of message: Message) -> String {
    let text = body(of: message) ?? message.attachment?.name ?? ""
    return String((text.split(whereSeparator: \.isNewline).first ?? "").prefix(200))
  }

  /// The message that another one answers, in one line: `│ Ada: Shall we tag it?`.
  package static func quote(_ quote: Message.Quote) -> String {
    let (name, text) = quoteParts(quote)
    return DisplayText.singleLine("│ " + (name.map { $0 + ": " } ?? "") + text)
  }

  /// The sender of the message that another one answers, and its text in one line; no name where words stand for both.
  package static func quoteParts(_ quote: Message.Quote) -> (name: String?, text: String) {
    guard let original = quote.original else { return (nil, "a message that is not here") }
    if original.isOfBlockedPerson {
      return (nil, DisplayText.singleLine(BlockWords.message(of: original.senderName)))
    }
    let text =
      original.isDeleted
      ? "(removed)"
      : original.text.isEmpty
        ? "[\(original.fileName ?? "")]" : MessageMarkup.line(of: original.text)
    return (SenderWords.name(original), DisplayText.singleLine(text))
  }

  /// The number of names shown for a kind of reaction; the others are counted.
  private static let reactionNames = 3

  /// The people who have reacted to a message, with their reactions, in one line; nil if nobody has reacted.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - limit: the number of kinds that are named at most; the others are counted.
  /// - Returns: the line.
  package static func reactions(to message: Message, kinds limit: Int = .max) -> String? {
    guard !message.reactions.isEmpty, !message.isDeleted else { return nil }
    var kinds = message.reactions.prefix(limit).map { "\($0.emoji) \(people(of: $0))" }
    let more = message.moreReactions + message.reactions.count - kinds.count
    if more > 0 {
      let isAll = message.moreReactions < Message.Reaction.countLimit
      kinds.append("and \(more)\(isAll ? "" : " or more") other \(more == 1 ? "kind" : "kinds")")
    }
    return DisplayText.singleLine(kinds.joined(separator: "  "))
  }

  private static func people(of reaction: Message.Reaction) -> String {
    var names = reaction.names.prefix(reactionNames).map(\.self)
    if reaction.isOwn, !names.isEmpty { names[0] = "you" }
    let rest = reaction.count - names.count
    guard rest <= 0 else { return names.joined(separator: ", ") + " and \(rest) more" }
    guard names.count > 1, let last = names.popLast() else { return names.first ?? "" }
    return names.joined(separator: ", ") + " and " + last
  }

  /// `1 answer`, `3 answers`, or `999+ answers` where more were not counted.
  package static func answers(_ count: Int) -> String {
    if count >= Message.answerCountLimit { return "\(Message.answerCountLimit - 1)+ answers" }
    return count == 1 ? "1 answer" : "\(count) answers"
  }

  /// The delivery state of a message behind its text, as a sign; nil if there is nothing to say.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - isShort: whether there is room for a few columns only.
  ///   - time: writes times.
  /// - Returns: the sign.
  package static func state(of message: Message, isShort: Bool, time: TimeText) -> String? {
    switch message.delivery {
    case .received: nil
    case .queued(let place): "·\(place)"
    case .sending: "↑"
    case .waiting(let until, _): isShort ? "·" : "· until \(time.clock(until))"
    case .sent: "✓"
    case .read(let count, let others):
      count >= others || isShort ? "✓✓" : "✓✓ \(count)/\(others)"
    case .failed: isShort ? "!" : "! failed"
    }
  }
}
