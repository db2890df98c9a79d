package import ChatModel
package import ChatWords
import TerminalUI

/// Remembers how texts were broken into rows, because the same few dozen texts are drawn
/// repeatedly.
package final class WrapCache {
  /// Enough for the messages around the visible ones at two widths, on the largest screens.
  private static let limit = 512

  /// The most rows for the reactions to a message; the kinds that have no room are counted.
  ///
  /// The details and the command `read` have all of them.
  private static let reactionRows = 4

  private struct Key: Hashable {
    package let message: MessageID
    package let width: Int
  }

  private struct Entry {
    package let text: String?
    package let reactions: String?
    package let lines: (text: [StyledLine], reactions: [String])
  }

  private var entries: [Key: Entry] = [:]
  private let markup: MessageMarkup

  /// - Parameter reader: the account name of the reader, whose mentions stand out.
  package init(reader: String = "") { markup = MessageMarkup(reader: reader) }

  /// The rows of a message's text, and of the reactions to it.
  package func lines(of message: Message, width: Int) -> (text: [StyledLine], reactions: [String]) {
    let key = Key(message: message.id, width: width)
    let text = MessageWords.body(of: message)
    let reactions = MessageWords.reactions(to: message)
    if let entry = entries[key], entry.text == text, entry.reactions == reactions {
      return entry.lines
    }
    if entries.count >= Self.limit { entries.removeAll(keepingCapacity: true) }
    let lines = (
      MessageRows.rows(of: message, width: width, markup),
      reactions == nil ? [] : Self.rows(ofReactionsTo: message, width: width)
    )
    entries[key] = Entry(text: text, reactions: reactions, lines: lines)
    return lines
  }

  private static func rows(ofReactionsTo message: Message, width: Int) -> [String] {
    var all: [String] = []
    for kinds in stride(from: message.reactions.count, through: 1, by: -1) {
      all = TextWrap.lines(
        MessageWords.reactions(to: message, kinds: kinds) ?? "", width: width)
      if all.count <= reactionRows { return all }
    }
    // Not even one kind has room.
    var rows = Array(all.prefix(reactionRows))
    if let last = rows.popLast() { rows.append((last + " …").truncated(to: width)) }
    return rows
  }
}
