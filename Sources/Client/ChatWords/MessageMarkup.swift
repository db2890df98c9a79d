import ChatModel
import TerminalUI

/// The emphasis in a message's text: the parts that `MessageSyntax` finds, as rows.
///
/// The marks of emphasis are left out where they have a counterpart in the same line, and so are the lines that begin
/// and end a block of code, which stands on a surface of its own; everything else is shown as it was written.
package struct MessageMarkup {
  /// The reader's account name.
  private let reader: String

  package init(reader: String) { self.reader = reader }

  /// The rows of a text at a width.
  package func rows(of text: String, width: Int) -> [StyledLine] {
    let lines = MessageSyntax.lines(of: DisplayText.multiLine(text))
    let hasCode = lines.contains { if case .code = $0 { true } else { false } }
    return lines.flatMap { line -> [StyledLine] in
      switch line {
      case .fence where hasCode: []
      case .fence(let line): [StyledLine(String(line.prefix(width)), kind: .code)]
      case .code(let line): code(line, width: width)
      case .text(let parts): wrapped(styled(parts), width: width)
      }
    }
  }

  /// The rows of a line of code, with a column of their surface free on each side.
  private func code(_ line: Substring, width: Int) -> [StyledLine] {
    TextWrap.lines(line, width: max(1, width - 2)).map {
      var row = StyledLine($0, kind: .code)
      row.isCode = true
      return row
    }
  }

  /// The beginning of a text in one line, without the marks of emphasis.
  ///
  /// - Parameters:
  ///   - text: the text that somebody wrote.
  ///   - count: the characters that are looked at.
  /// - Returns: a line that is harmless to draw.
  package static func line(of text: String, count: Int = 200) -> String {
    let line = DisplayText.singleLine(String(text.prefix(count)))
    return MessageSyntax.parts(ofLine: line[...]).map { String($0.text) }.joined()
  }

  /// Breaks a line into rows, which keep the kinds of its characters.
  private func wrapped(_ line: [(Character, StyledLine.Kind)], width: Int) -> [StyledLine] {
    let rows = TextWrap.lines(String(line.map(\.0)), width: width)
    guard line.contains(where: { $0.1 != .plain }) else { return rows.map { StyledLine($0) } }
    let namesReader = line.contains { $0.1 == .ownMention }
    var rest = line[...]
    return rows.map { row in
      var styled = StyledLine(
        row.map { character in
          // Blanks at a break are not in the rows.
          while let next = rest.first, next.0 != character, next.0 == " " { rest.removeFirst() }
          return (character, rest.popFirst()?.1 ?? .plain)
        })
      styled.namesReader = namesReader
      return styled
    }
  }

  private func styled(_ parts: [MessageSyntax.Part]) -> [(Character, StyledLine.Kind)] {
    parts.flatMap { part in
      let kind = kind(of: part)
      return part.text.map { ($0, kind) }
    }
  }

  private func kind(of part: MessageSyntax.Part) -> StyledLine.Kind {
    switch part.kind {
    case .plain: .plain
    case .strong: .strong
    case .emphasis: .emphasis
    case .code: .code
    case .link: .link(String(part.text))
    case .mention: Mention.isName(part.text, of: reader) ? .ownMention : .mention
    }
  }
}
