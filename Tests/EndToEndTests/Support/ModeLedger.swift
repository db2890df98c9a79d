/// The modes that a program has turned on and off in a terminal, by the sequences that it has written.
struct ModeLedger {
  /// The private modes that are on.
  private(set) var modes: Set<Int> = []
  private(set) var keyboardDepth = 0
  private(set) var titleDepth = 0
  /// Whether xterm's modifyOtherKeys is on.
  private(set) var hasModifiedKeys = false
  private(set) var isLinkOpen = false
  private(set) var isCursorHidden = false
  /// The modes that were turned off, or taken from a stack, without having been turned on.
  private(set) var faults: [String] = []
  /// The number of times that each mode was turned off while it was on.
  private(set) var endings: [Int: Int] = [:]

  /// Modes of which a second reset is harmless and usual.
  private static let idempotent: Set<Int> = [1, 7, 12, 25, 1000, 1006, 2026]

  /// Whether the terminal is as it was before.
  var isClean: Bool {
    modes.isEmpty && keyboardDepth == 0 && titleDepth == 0 && !hasModifiedKeys && !isLinkOpen
      && !isCursorHidden
      && faults.isEmpty
  }

  init(_ output: [UInt8]) {
    var rest = output[...]
    while let start = rest.firstIndex(of: 0x1B) {
      rest = rest[(start + 1)...]
      guard let kind = rest.first else { return }
      if kind == UInt8(ascii: "[") {
        let parameters = rest.dropFirst().prefix { (0x20...0x3F).contains($0) }
        guard let final = rest.dropFirst(1 + parameters.count).first else { return }
        take(String(decoding: parameters, as: UTF8.self), Character(Unicode.Scalar(final)))
        rest = rest.dropFirst(2 + parameters.count)
      } else if kind == UInt8(ascii: "]") {
        let text = rest.dropFirst().prefix { $0 != 0x1B && $0 != 0x07 }
        let words = String(decoding: text, as: UTF8.self)
        if words.hasPrefix("8;") { isLinkOpen = !words.hasSuffix(";") }
        rest = rest.dropFirst(1 + text.count)
      }
    }
  }

  private mutating func take(_ parameters: String, _ final: Character) {
    switch (final, parameters.first) {
    case ("h", "?"): numbers(parameters).forEach { turnOn($0) }
    case ("l", "?"): numbers(parameters).forEach { turnOff($0) }
    case ("m", ">") where parameters.hasPrefix(">4"): hasModifiedKeys = parameters != ">4"
    case ("u", ">"): keyboardDepth += 1
    case ("u", "<"):
      keyboardDepth -= 1
      if keyboardDepth < 0 { faults.append("keyboard taken off an empty stack") }
    case ("t", _) where parameters.hasPrefix("22;"): titleDepth += 1
    case ("t", _) where parameters.hasPrefix("23;"):
      titleDepth -= 1
      if titleDepth < 0 { faults.append("title taken off an empty stack") }
    default: break
    }
  }

  private func numbers(_ parameters: String) -> [Int] {
    parameters.dropFirst().split(separator: ";").compactMap { Int($0) }
  }

  private mutating func turnOn(_ mode: Int) {
    if mode == 25 {
      isCursorHidden = false
    } else if mode != 7, mode != 12 {
      modes.insert(mode)
    }
  }

  private mutating func turnOff(_ mode: Int) {
    if mode == 25 { isCursorHidden = true }
    if modes.remove(mode) != nil {
      endings[mode, default: 0] += 1
    } else if !Self.idempotent.contains(mode) {
      faults.append("mode \(mode) turned off twice")
    }
  }
}
