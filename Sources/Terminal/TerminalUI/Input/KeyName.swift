import TOMLText

/// The names of keys: `Ctrl+N`, `Alt+Enter`, `F1`, `é`.
///
/// `of` writes a name and `parse` reads it: `parse(of(event))` is the event in its normal form. Capitals
/// count only in a name of one character without Ctrl and Alt: `g` and `G` are two keys, `ctrl+n` and `Ctrl+N`
/// one.
package enum KeyName {
  /// The reason why a text does not name a key.
  package struct Mistake: Error, Equatable, Sendable {
    /// The problem, as the end of a sentence that begins with the text: "is not a key".
    package var reason: String
    /// A name that is like the text.
    package var nearest: String?

    package init(reason: String, nearest: String?) {
      self.reason = reason
      self.nearest = nearest
    }
  }

  /// The name of a key, as help and hints show it.
  package static func of(_ event: KeyEvent) -> String {
    let event = event.normalized
    let modifiers = [
      event.modifiers.contains(.control) ? "Ctrl+" : "",
      event.modifiers.contains(.alt) ? "Alt+" : "",
      event.modifiers.contains(.shift) ? "Shift+" : "",
    ].joined()
    return modifiers + name(of: event.key, isModified: !event.modifiers.isEmpty)
  }

  /// The key with a name, in its normal form.
  package static func parse(_ text: String) throws(Mistake) -> KeyEvent {
    var words = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    // The key may be the plus itself: `+`, `ctrl++`.
    if words.count > 1, words.suffix(2) == ["", ""] {
      words.replaceSubrange((words.count - 2)..., with: ["+"])
    }
    let last = words.removeLast()
    var modifiers: KeyModifiers = []
    for word in words {
      guard let modifier = Self.modifiers[word.lowercased()] else {
        throw Mistake(
          reason: "has ‘\(word)’ before the key, which is not Ctrl, Alt or Shift", nearest: nil)
      }
      modifiers.formUnion(modifier)
    }
    var key = try key(last, in: text)
    if !modifiers.isDisjoint(with: [.control, .alt]), case .character(let character) = key,
      let lower = KeyEvent.single(character.lowercased())
    {
      key = .character(lower)
    }
    let event = KeyEvent(key, modifiers).normalized
    try check(event)
    return event
  }

  private static func key(_ word: String, in text: String) throws(Mistake) -> Key {
    if let key = keys[word.lowercased()] { return key }
    if word.count == 1, let character = word.first, isPrintable(character) {
      return .character(character)
    }
    if word.lowercased().hasPrefix("f"), let number = Int(word.dropFirst()) {
      guard functionKeys.contains(number) else {
        throw Mistake(reason: "is not a key; function keys are F1 to F20", nearest: nil)
      }
      return .function(number)
    }
    let near = NearestWord.of(word.lowercased(), among: keys.keys.sorted())
    throw Mistake(
      reason: "is not the name of a key",
      nearest: near.map { String(text.dropLast(word.count)) + $0 })
  }

  /// Refuses keys that no terminal can send: binding them would do nothing.
  private static func check(_ event: KeyEvent) throws(Mistake) {
    guard case .character(let character) = event.key else { return }
    if event.modifiers == .control, let twin = controlTwins[character] {
      throw Mistake(
        reason: "is the same as \(twin) to a terminal", nearest: twin.lowercased())
    }
    if event.modifiers.contains(.shift), character.lowercased() == character.uppercased(),
      character != " "
    {
      throw Mistake(
        reason: "has Shift with a sign; name the sign that Shift gives instead", nearest: nil)
    }
  }

  private static func isPrintable(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
        .paragraphSeparator, .spaceSeparator:
        false
      default: true
      }
    }
  }

  /// The function keys that the decoder knows.
  private static let functionKeys = 1...20

  /// Source: ASCII; Ctrl clears the upper bits of a letter.
  private static let controlTwins: [Character: String] = [
    "i": "Tab", "m": "Enter", "[": "Esc", "h": "Backspace",
  ]

  private static let modifiers: [String: KeyModifiers] = [
    "ctrl": .control, "control": .control, "alt": .alt, "meta": .alt, "option": .alt,
    "shift": .shift,
  ]

  /// Every name that is not a character, in lower case; several for some keys.
  private static let keys: [String: Key] = [
    "space": .character(" "), "enter": .enter, "return": .enter, "tab": .tab,
    "backspace": .backspace, "esc": .escape, "escape": .escape, "ins": .insert, "insert": .insert,
    "del": .delete, "delete": .delete, "up": .up, "down": .down, "left": .left, "right": .right,
    "home": .home, "end": .end, "pgup": .pageUp, "pageup": .pageUp, "pgdn": .pageDown,
    "pagedown": .pageDown,
  ]

  private static func name(of key: Key, isModified: Bool) -> String {
    switch key {
    case .character(" "): "Space"
    case .character(let character): isModified ? capital(of: character) : String(character)
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

extension KeyName {
  /// The capital of a letter, if the letter can be told from it again.
  private static func capital(of character: Character) -> String {
    let upper = character.uppercased()
    return upper.count == 1 && upper.lowercased() == String(character) ? upper : String(character)
  }
}

extension KeyEvent {
  /// The same key in one form: terminals report a capital with Alt as itself or as its letter with Shift, and a key
  /// with Ctrl or Alt by the letter of the keyboard's script.
  package var normalized: KeyEvent {
    guard case .character(let character) = key else { return self }
    guard modifiers.isDisjoint(with: [.control, .alt]) else {
      return KeyPlace.command(character, modifiers)
    }
    if modifiers.contains(.shift), character.isLowercase,
      let upper = Self.single(character.uppercased())
    {
      return .character(upper)
    }
    return self
  }

  static func single(_ text: String) -> Character? {
    text.count == 1 ? text.first : nil
  }
}
