import ChatCore
import TerminalUI

/// Remembers how texts were broken into rows: the same few dozen are drawn again and again.
package final class WrapCache {
  /// Enough for what is near the eye at two widths, on the largest screens.
  private static let limit = 512

  private struct Key: Hashable {
    let message: MessageID
    let width: Int
  }

  private var entries: [Key: (text: String, lines: [String])] = [:]

  package init() {}

  func lines(of message: Message, width: Int) -> [String] {
    let key = Key(message: message.id, width: width)
    let text = MessageWords.text(of: message)
    if let entry = entries[key], entry.text == text { return entry.lines }
    if entries.count >= Self.limit { entries.removeAll(keepingCapacity: true) }
    let lines = TextWrap.lines(text, width: width)
    entries[key] = (text, lines)
    return lines
  }
}
