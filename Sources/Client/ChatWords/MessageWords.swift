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
    let parts = [preface(of: message), textBehindPreface(of: message)].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// What the client says before a text: who else has changed it, and what the heading in an archive says of it besides
  /// its sender, who is named elsewhere (`SenderWords`).
  package static func preface(of message: Message) -> String? {
    guard !message.isDeleted else { return nil }
    let origin = message.archivedSender == nil ? nil : message.origin
    let parts = [
      message.changedBy.map { "(changed by \(DisplayText.singleLine($0)))" },
      origin?.changedBy.map { "(changed by \(DisplayText.singleLine($0)) in the archive)" },
      origin?.file.map { "(without its file ‘\(DisplayText.singleLine($0.name))’)" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// The rest of the body, with the notes that stand behind the text or in its place; nil if there is none.
  package static func textBehindPreface(of message: Message) -> String? {
    let text = sharedText(of: message)
    return message.isOnlyHere ? Self.text(text ?? "", noting: "(only on this device)") : text
  }

  /// The same as everybody sees it.
  private static func sharedText(of message: Message) -> String? {
    if message.isDeleted {
      return message.changedBy.map { "(removed by \(DisplayText.singleLine($0)))" } ?? "(removed)"
    }
    let isArchived = message.archivedSender != nil
    var text = isArchived ? message.bareText : message.text
    let isAlone = message.attachment == nil && preface(of: message) == nil
    if text.isEmpty, isArchived, isAlone { text = "(no text)" }
    let isEdited = message.isEdited && message.changedBy == nil
    if text.isEmpty, !isAlone, !isEdited || message.attachment?.isReplacement == true { return nil }
    return isEdited ? Self.text(text, noting: editedNote) : text
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

  /// The words behind a text that its sender has changed.
  package static let editedNote = "(edited)"

  /// An earlier version of a message: its text, and the file that it had.
  package static func text(of version: Message.Version) -> String {
    let lines = [version.text.isEmpty ? nil : version.text, version.file.map(FileWords.line)]
      .compactMap(\.self)
    return lines.isEmpty ? "(no text)" : lines.joined(separator: "\n")
  }

  /// The first line of a message's text without the marks of emphasis, or its file, for a list; of at most 200
  /// characters, and harmless to draw.
  package static func firstLine(of message: Message) -> String {
    guard let text = body(of: message) else {
      return DisplayText.singleLine(String((message.attachment?.name ?? "").prefix(200)))
    }
    let lines = text.split(whereSeparator: \.isNewline)
    // The line that begins a block of code says nothing.
    let first = lines.first { !$0.hasPrefix("```") } ?? lines.first ?? ""
    return MessageMarkup.line(of: String(first.prefix(200)))
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
