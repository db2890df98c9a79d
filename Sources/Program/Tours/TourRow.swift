import CommandSupport
import TerminalUI

/// A row of what a class sees: texts with their meaning.
package typealias TourRow = [TourSpan]

/// A text in a row, with its meaning.
package struct TourSpan: Sendable, Equatable {
  package enum Meaning: Sendable, Equatable {
    case text, strong, quiet
    /// It names a zone, which has a colour of its own.
    case zone(Int)
  }

  package var text: String
  package var meaning: Meaning

  package init(_ text: String, _ meaning: Meaning = .text) {
    self.text = text
    self.meaning = meaning
  }
}

extension [TourSpan] {
  /// The row without meanings.
  package var plain: String { map(\.text).joined() }

  /// The row for a terminal, cut at a width.
  package func drawn(columns: Int, isColored: Bool) -> String {
    var room = columns
    var line = ""
    for span in self where room > 0 {
      let text = span.text.truncated(to: room)
      room -= TextWidth.of(text)
      switch span.meaning {
      case .text: line += text
      case .strong: line += "\u{1B}[1m\(text)\u{1B}[22m"
      case .quiet: line += "\u{1B}[2m\(text)\u{1B}[22m"
      case .zone(let number):
        line += isColored ? ZoneNames.colored(text, number: number) : text
      }
    }
    return line
  }
}
