package import ChatModel
import TerminalUI

/// Remembers how texts were broken into rows, because the same few dozen texts are drawn
/// repeatedly.
package final class WrapCache {
  /// Enough for the messages around the visible ones at two widths, on the largest screens.
  private static let limit = 512

  /// The most rows for the reactions to a message, of which the last one ends with `…` if there are more; the details
  /// and the command `read` have all of them.
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
      text.map { markup.rows(of: $0, width: width) } ?? [],
      reactions.map { Self.rows(ofReactions: $0, width: width) } ?? []
    )
    entries[key] = Entry(text: text, reactions: reactions, lines: lines)
    return lines
  }

  private static func rows(ofReactions text: String, width: Int) -> [String] {
    let all = TextWrap.lines(text, width: width)
    var rows = Array(all.prefix(reactionRows))
    if all.count > rows.count, let last = rows.popLast() {
      rows.append((last + " …").truncated(to: width))
    }
    return rows
  }
}
