package import ChatModel
import TerminalUI

/// The part of a message that a search has found, in one line that is harmless to draw.
package struct SearchSnippet: Sendable, Equatable {
  /// The text before the match; begins with `…` where the message has more.
  package var before: String
  /// Empty where the place is not known; then `after` is the beginning of the text.
  package var match: String
  package var after: String

  /// Characters before and behind the match; more than a row has room for.
  private static let before = 80
  private static let after = 200

  /// The snippet of a message's text without its marks of emphasis, or of the name of its file where the text does not
  /// have the words.
  ///
  /// - Parameters:
  ///   - message: a message that was found.
  ///   - words: the words of the search.
  ///   - findsLinks: whether the search was for links, so that the first one is shown where no word is.
  package init(_ message: Message, _ words: SearchedWords, findsLinks: Bool = false) {
    let text = message.bareText
    let plain = Self.unmarked(text)
    // A search for signs may have found the marks themselves.
    let texts = [plain, text, message.attachment?.name ?? ""].filter { !$0.isEmpty }
    for text in texts {
      guard let match = words.firstMatch(in: text) ?? (findsLinks ? Self.link(in: text) : nil)
      else { continue }
      let start =
        text.index(match.lowerBound, offsetBy: -Self.before, limitedBy: text.startIndex)
        ?? text.startIndex
      before =
        (start == text.startIndex ? "" : "…")
        + DisplayText.singleLine(String(text[start..<match.lowerBound]))
      self.match = DisplayText.singleLine(String(text[match]))
      after = DisplayText.singleLine(String(text[match.upperBound...].prefix(Self.after)))
      return
    }
    (before, match) = ("", "")
    after = DisplayText.singleLine(String((texts.first ?? "").prefix(Self.after)))
  }

  private static func link(in text: String) -> Range<String.Index>? {
    let part = MessageSyntax.parts(of: text).first { $0.kind == .link }
    return part.map { $0.text.startIndex..<$0.text.endIndex }
  }

  /// A text without the marks of emphasis and the lines around a block of code.
  private static func unmarked(_ text: String) -> String {
    guard text.utf8.contains(where: { "*_`".utf8.contains($0) }) else { return text }
    return MessageSyntax.lines(of: text).compactMap { line -> String? in
      switch line {
      case .fence: return nil
      case .code(let line): return String(line)
      case .text(let parts): return parts.map { String($0.text) }.joined()
      }
    }.joined(separator: "\n")
  }

  /// The snippet for a row, from whose beginning so much is left out that the match is seen.
  ///
  /// - Parameter columns: the columns of the row.
  /// - Returns: with a third of the columns at most before the match, if the row is too short for all.
  package func fitted(to columns: Int) -> SearchSnippet {
    let wanted = TextWidth.of(match) + min(TextWidth.of(after), columns / 3)
    let room = max(columns / 3, columns - wanted)
    guard TextWidth.of(before) > room else { return self }
    var snippet = self
    var (kept, width) = (Substring(before).suffix(0), 1)
    for index in before.indices.reversed() {
      width += TextWidth.of(before[index])
      guard width <= room else { break }
      kept = before[index...]
    }
    snippet.before = "…" + kept
    return snippet
  }
}
