/// An answer of the terminal about itself, after `TerminalQuestions`.
///
/// Source: xterm's control sequences; the kitty keyboard protocol; the synchronized output specification.
package enum TerminalAnswer: Hashable, Sendable {
  /// The terminal knows the kitty keyboard protocol (`CSI ? flags u`).
  case keyboard
  /// The primary device attributes, which every terminal knows (`CSI ? … c`).
  case attributes
  /// A private mode, and whether it can be changed (`CSI ? mode ; value $ y`).
  case mode(Int, isChangeable: Bool)
  /// The colour behind everything (`OSC 11`).
  case background(RGBColor)
  /// The position of the cursor (`CSI row ; column R`).
  case cursor(Point)
  /// A capability that the terminal has, by its name (`DCS 1 + r name`).
  case capability(String)
  /// The terminal's name and version (`DCS > | text`).
  case name(String)
  /// The terminal knows kitty's graphics protocol (`APC G i = number ; OK`).
  case graphics

  /// The answer in a control sequence; nil for any other sequence.
  init?(final: UInt8, parameters: [UInt8]) {
    let isPrivate = parameters.first == UInt8(ascii: "?")
    let numbers = SequenceParameters(isPrivate ? parameters.dropFirst() : parameters[...])
    switch (Character(Unicode.Scalar(final)), isPrivate) {
    case ("u", true): self = .keyboard
    case ("c", true): self = .attributes
    case ("y", true) where parameters.last == UInt8(ascii: "$"):
      // 1 and 2 are on and off; 3 and 4 cannot be changed; 0 is unknown.
      self = .mode(numbers[0] ?? 0, isChangeable: numbers[1] == 1 || numbers[1] == 2)
    // With row 1 it would be a key; see `InputDecoder.csiKey`.
    case ("R", false):
      guard let row = numbers[0], row > 1, let column = numbers[1], column > 0 else { return nil }
      self = .cursor(Point(column: column - 1, row: row - 1))
    default: return nil
    }
  }

  /// The answer in a control string; nil for any other string.
  ///
  /// - Parameters:
  ///   - introducer: `]`, `P` or `_`.
  ///   - text: the text between the introducer and the end.
  init?(introducer: UInt8, text: String) {
    if introducer == UInt8(ascii: "]"), text.hasPrefix("11;") {
      guard let color = RGBColor(text.dropFirst(3)) else { return nil }
      self = .background(color)
    } else if introducer == UInt8(ascii: "P"), text.hasPrefix("1+r") {
      let name = text.dropFirst(3).prefix { $0 != "=" }
      guard let decoded = Self.unhexed(name) else { return nil }
      self = .capability(decoded)
    } else if introducer == UInt8(ascii: "P"), text.hasPrefix(">|") {
      self = .name(String(text.dropFirst(2)))
    } else if introducer == UInt8(ascii: "_"), text == KittyGraphics.answer {
      self = .graphics
    } else {
      return nil
    }
  }

  private static func unhexed(_ text: Substring) -> String? {
    let digits = text.compactMap(\.hexDigitValue)
    guard !digits.isEmpty, digits.count == text.count, digits.count % 2 == 0 else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
