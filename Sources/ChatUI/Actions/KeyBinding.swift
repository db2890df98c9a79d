package import TerminalUI

/// A key that starts an action.
package struct KeyBinding: Hashable, Sendable {
  package enum Condition: Hashable, Sendable {
    case always
    /// Wins over the key's other meaning while nothing is typed.
    case emptyComposer
  }

  package var event: KeyEvent
  package var condition: Condition

  package init(_ event: KeyEvent, _ condition: Condition = .always) {
    self.event = event
    self.condition = condition
  }

  static func key(_ key: Key, _ modifiers: KeyModifiers = []) -> KeyBinding {
    KeyBinding(KeyEvent(key, modifiers))
  }

  static func control(_ character: Character) -> KeyBinding { KeyBinding(.control(character)) }

  static func alt(_ character: Character) -> KeyBinding { KeyBinding(.alt(character)) }

  static func typed(_ character: Character) -> KeyBinding { KeyBinding(.character(character)) }

  func whenEmpty() -> KeyBinding { KeyBinding(event, .emptyComposer) }
}
