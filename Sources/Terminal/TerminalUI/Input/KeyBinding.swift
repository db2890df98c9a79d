/// A key that starts an action, and when it does.
package struct KeyBinding: Hashable, Sendable {
  package enum Condition: Hashable, Sendable {
    case always
    /// Wins over the key's other meaning while nothing is typed.
    case emptyComposer
  }

  package var event: KeyEvent
  package var condition: Condition

  package init(_ event: KeyEvent, _ condition: Condition = .always) {
    self.event = event.normalized
    self.condition = condition
  }

  package static func key(_ key: Key, _ modifiers: KeyModifiers = []) -> KeyBinding {
    KeyBinding(KeyEvent(key, modifiers))
  }

  package static func control(_ character: Character) -> KeyBinding {
    KeyBinding(.control(character))
  }

  package static func alt(_ character: Character) -> KeyBinding { KeyBinding(.alt(character)) }

  package static func typed(_ character: Character) -> KeyBinding {
    KeyBinding(.character(character))
  }

  package func whenEmpty() -> KeyBinding { KeyBinding(event, .emptyComposer) }
}

extension KeyBinding {
  private static let emptyWords = " when empty"

  /// The binding as settings have it: `Ctrl+G`, `Ctrl+K when empty`.
  package var text: String {
    KeyName.of(event) + (condition == .emptyComposer ? Self.emptyWords : "")
  }

  /// Reads what `text` writes; capitals do not matter, except in a name of one character.
  package init(parsing text: String) throws(KeyName.Mistake) {
    let isConditional = text.lowercased().hasSuffix(Self.emptyWords)
    let name = isConditional ? String(text.dropLast(Self.emptyWords.count)) : text
    self.init(try KeyName.parse(name), isConditional ? .emptyComposer : .always)
  }
}
