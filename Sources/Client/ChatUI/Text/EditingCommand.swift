package import ClientSettings
package import TerminalUI

/// The effects of the editing keys in any text that a person writes; settings have them under these names.
package enum EditingCommand: String, Hashable, Sendable, CaseIterable {
  case left
  case right
  case up
  case down
  case wordLeft = "word-left"
  case wordRight = "word-right"
  case lineStart = "line-start"
  case lineEnd = "line-end"
  case textStart = "text-start"
  case textEnd = "text-end"
  case deleteBackward = "delete-backward"
  case deleteForward = "delete-forward"
  case deleteWordBackward = "cut-word-backward"
  case deleteWordForward = "cut-word-forward"
  case killToLineEnd = "cut-to-line-end"
  case killToLineStart = "cut-to-line-start"
  case yank
  case transpose

  /// The keys where the settings say nothing else; `Keymap.keys(of:)` has the keys that count.
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
}

extension Keymap {
  /// The keys of an editing command, the most important one first.
  package func keys(of command: EditingCommand) -> [KeyBinding] {
    keys(of: command.rawValue, standard: command.keys.map { KeyBinding($0) })
  }

  /// The effect of a key in a text; nil for a key that does not edit.
  package func editingCommand(of event: KeyEvent) -> EditingCommand? {
    let binding = KeyBinding(event)
    return EditingCommand.allCases.first { keys(of: $0).contains(binding) }
  }
}
