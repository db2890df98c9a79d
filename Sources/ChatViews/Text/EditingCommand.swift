package import TerminalUI

/// The effects of the editing keys in any text that a person writes.
package enum EditingCommand: Hashable, Sendable, CaseIterable {
  case left
  case right
  case up
  case down
  case wordLeft
  case wordRight
  case lineStart
  case lineEnd
  case textStart
  case textEnd
  case deleteBackward
  case deleteForward
  case deleteWordBackward
  case deleteWordForward
  case killToLineEnd
  case killToLineStart
  case yank
  case transpose

  package var keys: [KeyEvent] {
    switch self {
    case .left: [KeyEvent(.left)]
    case .right: [KeyEvent(.right)]
    case .up: [KeyEvent(.up)]
    case .down: [KeyEvent(.down)]
    case .wordLeft: [.alt("b"), KeyEvent(.left, .control), KeyEvent(.left, .alt)]
    case .wordRight: [.alt("f"), KeyEvent(.right, .control), KeyEvent(.right, .alt)]
    case .lineStart: [.control("a"), KeyEvent(.home)]
    case .lineEnd: [.control("e"), KeyEvent(.end)]
    case .textStart: [.alt("<"), KeyEvent(.home, .control)]
    case .textEnd: [.alt(">")]
    case .deleteBackward: [KeyEvent(.backspace)]
    case .deleteForward: [.control("d"), KeyEvent(.delete)]
    case .deleteWordBackward: [.control("w"), KeyEvent(.backspace, .alt)]
    case .deleteWordForward: [.alt("d")]
    case .killToLineEnd: [.control("k")]
    case .killToLineStart: [.control("u")]
    case .yank: [.control("y")]
    case .transpose: [.control("t")]
    }
  }

  package var title: String {
    switch self {
    case .left: "Go one character left"
    case .right: "Go one character right"
    case .up: "Go one row up; on the first row, show the text sent before"
    case .down: "Go one row down; on the last row, show the text sent after"
    case .wordLeft: "Go one word left"
    case .wordRight: "Go one word right"
    case .lineStart: "Go to the start of the line"
    case .lineEnd: "Go to the end of the line"
    case .textStart: "Go to the start of the text"
    case .textEnd: "Go to the end of the text"
    case .deleteBackward: "Delete the character before the cursor"
    case .deleteForward: "Delete the character after the cursor"
    case .deleteWordBackward: "Cut the word before the cursor"
    case .deleteWordForward: "Cut the word after the cursor"
    case .killToLineEnd: "Cut to the end of the line"
    case .killToLineStart: "Cut to the start of the line"
    case .yank: "Insert the cut text"
    case .transpose: "Swap two characters"
    }
  }

  private static let byKey = Dictionary(
    allCases.flatMap { command in command.keys.map { ($0, command) } },
    uniquingKeysWith: { first, _ in first })

  /// The command of a key, if it is one of these.
  package init?(_ event: KeyEvent) {
    guard let command = Self.byKey[event] else { return nil }
    self = command
  }
}
