/// A key pressed, with the modifiers that the terminal reported.
package struct KeyEvent: Hashable, Sendable {
  package var key: Key
  package var modifiers: KeyModifiers

  package init(_ key: Key, _ modifiers: KeyModifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// A character without modifiers.
  package static func character(_ character: Character) -> KeyEvent {
    KeyEvent(.character(character))
  }

  /// A character with Ctrl; `Ctrl+J` is the byte LF, while CR is `enter`.
  package static func control(_ character: Character) -> KeyEvent {
    KeyEvent(.character(character), .control)
  }

  /// A character with Alt.
  package static func alt(_ character: Character) -> KeyEvent {
    KeyEvent(.character(character), .alt)
  }

  /// The character to insert into text, when the key is one without Ctrl and Alt.
  package var typedCharacter: Character? {
    guard case .character(let character) = key, modifiers.isDisjoint(with: [.control, .alt])
    else { return nil }
    return character
  }

  /// The character of a key that is a command and no text, such as `r` for “reply”; on a keyboard of another script,
  /// the one at its place on a US keyboard.
  package var commandCharacter: Character? {
    typedCharacter.map { KeyPlace.latin($0) ?? $0 }
  }
}

/// Keys held down with another one.
package struct KeyModifiers: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Implied by characters such as `A`, and only reported with other modifiers or special keys.
  package static let shift = KeyModifiers(rawValue: 1 << 0)
  package static let alt = KeyModifiers(rawValue: 1 << 1)
  package static let control = KeyModifiers(rawValue: 1 << 2)
}
