extension InputDecoder {
  /// The key of a control byte; Backspace comes as DEL or as BS.
  static func controlKey(_ byte: UInt8, _ modifiers: KeyModifiers) -> KeyEvent {
    switch byte {
    case 0x09: KeyEvent(.tab, modifiers)
    case 0x0D: KeyEvent(.enter, modifiers)
    case 0x08, 0x7F: KeyEvent(.backspace, modifiers)
    case 0x1B: KeyEvent(.escape, modifiers)
    case 0x00: KeyEvent(.character(" "), modifiers.union(.control))
    case 0x01...0x1A:
      KeyEvent(.character(Character(Unicode.Scalar(byte + 0x60))), modifiers.union(.control))
    default:
      KeyEvent(.character(Character(Unicode.Scalar(byte + 0x40))), modifiers.union(.control))
    }
  }

  static func csiKey(
    final: UInt8, numbers: SequenceParameters, _ modifiers: KeyModifiers
  ) -> KeyEvent? {
    switch Character(Unicode.Scalar(final)) {
    case "~": tildeKey(numbers, modifiers)
    case "$": numberedKey(numbers[0] ?? 0).map { KeyEvent($0, modifiers.union(.shift)) }
    case "^": numberedKey(numbers[0] ?? 0).map { KeyEvent($0, modifiers.union(.control)) }
    case "@":
      numberedKey(numbers[0] ?? 0).map { KeyEvent($0, modifiers.union([.control, .shift])) }
    case "u":
      codeKey(
        numbers[0] ?? 0, modifiers, shifted: numbers.part(1, of: 0), base: numbers.part(2, of: 0))
    case "Z": KeyEvent(.tab, modifiers.union(.shift))
    case "a": KeyEvent(.up, modifiers.union(.shift))
    case "b": KeyEvent(.down, modifiers.union(.shift))
    case "c": KeyEvent(.right, modifiers.union(.shift))
    case "d": KeyEvent(.left, modifiers.union(.shift))
    // F3 and a cursor report both end in R; nobody asks for the cursor in row 1, which F3 has before it.
    case "R" where (numbers[0] ?? 0) > 1: nil
    default: letterKey(final).map { KeyEvent($0, modifiers) }
    }
  }

  static func ss3Key(_ final: UInt8, _ modifiers: KeyModifiers) -> KeyEvent? {
    switch Character(Unicode.Scalar(final)) {
    case "a": KeyEvent(.up, modifiers.union(.control))
    case "b": KeyEvent(.down, modifiers.union(.control))
    case "c": KeyEvent(.right, modifiers.union(.control))
    case "d": KeyEvent(.left, modifiers.union(.control))
    case "M": KeyEvent(.enter, modifiers)
    case "I": KeyEvent(.tab, modifiers)
    case "X": KeyEvent(.character("="), modifiers)
    // The keypad in application mode: j is *, p is 0, y is 9.
    case "j"..."y": KeyEvent(.character(Character(Unicode.Scalar(final - 0x40))), modifiers)
    default: letterKey(final).map { KeyEvent($0, modifiers) }
    }
  }

  private static func letterKey(_ final: UInt8) -> Key? {
    switch Character(Unicode.Scalar(final)) {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "H": .home
    case "F": .end
    case "P": .function(1)
    case "Q": .function(2)
    case "R": .function(3)
    case "S": .function(4)
    default: nil
    }
  }

  private static func tildeKey(
    _ numbers: SequenceParameters, _ modifiers: KeyModifiers
  ) -> KeyEvent? {
    // xterm's modifyOtherKeys: `CSI 27 ; modifiers ; code ~`.
    if numbers[0] == 27, let code = numbers[2] { return codeKey(code, modifiers) }
    return numberedKey(numbers[0] ?? 0).map { KeyEvent($0, modifiers) }
  }

  private static func numberedKey(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28, 29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }

  /// The key of a Unicode code point, or of one of the kitty protocol's private ones.
  ///
  /// - Parameters:
  ///   - code: the code that the key gives without Shift.
  ///   - modifiers: the keys held down with it.
  ///   - shifted: the code that it gives with Shift, if the terminal says it.
  ///   - base: the code that the key at its place gives on a US keyboard, if the terminal says it.
  /// - Returns: nil for a key that the client does not know.
  private static func codeKey(
    _ code: Int, _ modifiers: KeyModifiers, shifted: Int? = nil, base: Int? = nil
  ) -> KeyEvent? {
    switch code {
    case 9: return KeyEvent(.tab, modifiers)
    case 13, 57414: return KeyEvent(.enter, modifiers)
    case 27: return KeyEvent(.escape, modifiers)
    case 8, 127: return KeyEvent(.backspace, modifiers)
    case 57399...57408: return KeyEvent(.character(digit(code - 57399)), modifiers)
    case 57417: return KeyEvent(.left, modifiers)
    case 57418: return KeyEvent(.right, modifiers)
    case 57419: return KeyEvent(.up, modifiers)
    case 57420: return KeyEvent(.down, modifiers)
    case 57421: return KeyEvent(.pageUp, modifiers)
    case 57422: return KeyEvent(.pageDown, modifiers)
    case 57423: return KeyEvent(.home, modifiers)
    case 57424: return KeyEvent(.end, modifiers)
    case 57425: return KeyEvent(.insert, modifiers)
    case 57426: return KeyEvent(.delete, modifiers)
    case ..<32, 128..<160, 0xE000...0xF8FF: return nil
    default:
      return characterKey(
        code, modifiers, shifted: shifted.flatMap(character), base: base.flatMap(character))
    }
  }

  private static func characterKey(
    _ code: Int, _ modifiers: KeyModifiers, shifted: Character?, base: Character?
  ) -> KeyEvent? {
    guard let character = character(code) else { return nil }
    guard modifiers.isDisjoint(with: [.control, .alt]) else {
      return KeyPlace.command(character, modifiers, shifted: shifted, base: base)
    }
    guard modifiers.contains(.shift) else { return KeyEvent(.character(character)) }
    return KeyEvent(.character(shifted ?? character.uppercased().first ?? character))
  }

  private static func character(_ code: Int) -> Character? {
    UInt32(exactly: code).flatMap(Unicode.Scalar.init).map(Character.init)
  }

  private static func digit(_ value: Int) -> Character {
    Character(Unicode.Scalar(UInt8(0x30 + value)))
  }
}
