import ChatModel
import TerminalUI

/// A row of a message's text, and how its parts are emphasised.
package struct StyledLine: Equatable, Sendable {
  /// The reason why a part of a text looks different.
  package enum Kind: Hashable, Sendable {
    case plain
    /// `**so**`
    case strong
    /// `_so_`
    case emphasis
    /// Between back-ticks, or lines of a block between three of them.
    case code
    /// The whole address, also where a row has a part of it.
    case link(String)
    /// Somebody in the chat is named with `@`.
    case mention
    /// The reader is.
    case ownMention
    /// Parts of the card of a file, which no text has.
    case fileMark
    case fileName
    case fileNote
    case fileTrouble
    /// Words of the program behind or in place of the text: that it was edited, or removed.
    case note
  }

  /// The address that a click on a part opens.
  ///
  /// The terminal opens it without asking. So it gets no address whose host a person should see first, and none that it
  /// would drop.
  package static func address(of kind: Kind) -> String? {
    guard case .link(let address) = kind, Hyperlink.isShort(address),
      LinkHost(of: address)?.isDoubtful != true
    else { return nil }
    return address
  }

  /// Neighbouring characters of one kind.
  package struct Run: Equatable, Sendable {
    package var text: String
    package var kind: Kind

    package init(text: String, kind: Kind) {
      self.text = text
      self.kind = kind
    }
  }

  package var runs: [Run]
  /// Whether the row belongs to a block of code, which stands on a surface of its own.
  package var isCode = false
  /// Whether the row belongs to a line of the text that names the reader.
  package var namesReader = false

  /// Whether the row is the client's and not a person's, so that it begins in the column left of all texts.
  package var isOfClient = false

  package init(_ text: String, kind: Kind = .plain) {
    runs = text.isEmpty ? [] : [Run(text: text, kind: kind)]
  }

  /// A row of what the client says about a message, in its place among the rows of the text.
  package init(ofClient words: String) {
    self.init(words, kind: .note)
    isOfClient = true
  }

  package init(_ characters: some Sequence<(Character, Kind)>) {
    runs = []
    for (character, kind) in characters {
      if runs.last?.kind == kind {
        runs[runs.count - 1].text.append(character)
      } else {
        runs.append(Run(text: String(character), kind: kind))
      }
    }
  }

  package var text: String { runs.map(\.text).joined() }
}
