package import TerminalUI

/// The name of a key in hints and help: `Ctrl+N`, `Alt+Enter`, `F1`.
package enum KeyName {
  package static func of(_ event: KeyEvent) -> String {
    let modifiers = [
      event.modifiers.contains(.control) ? "Ctrl+" : "",
      event.modifiers.contains(.alt) ? "Alt+" : "",
      event.modifiers.contains(.shift) ? "Shift+" : "",
    ].joined()
    return modifiers + name(of: event.key, isModified: !event.modifiers.isEmpty)
  }

  private static func name(of key: Key, isModified: Bool) -> String {
    switch key {
    case .character(" "): "Space"
    case .character(let character): isModified ? character.uppercased() : String(character)
    case .enter: "Enter"
    case .tab: "Tab"
    case .backspace: "Backspace"
    case .escape: "Esc"
    case .insert: "Ins"
    case .delete: "Del"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .function(let number): "F\(number)"
    }
  }
}
