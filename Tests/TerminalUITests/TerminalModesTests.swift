import TerminalUI
import Testing

struct TerminalModesTests {
  /// The numbers of the private modes that a sequence sets (`h`) or resets (`l`).
  private func modes(_ sequence: String, _ final: Character) -> Set<String> {
    var found: Set<String> = []
    for part in sequence.split(separator: "\u{1B}[?") {
      let number = part.prefix { $0.isNumber }
      if part.dropFirst(number.count).first == final { found.insert(String(number)) }
    }
    return found
  }

  @Test(arguments: [true, false], [true, false])
  func `modes that are turned on are turned off`(hasStrings: Bool, hasKeyboard: Bool) {
    var modes = TerminalModes(hasStrings: hasStrings)
    modes.hasPushedKeyboard = hasKeyboard
    let on = self.modes(modes.enter + modes.mouse(.reported), "h")
    #expect(on == ["2004", "1004", "1000", "1006"])
    #expect(self.modes(modes.leave, "l").subtracting(["2026"]) == on)
    #expect(modes.leave.contains("[<u") == hasKeyboard)
    #expect(modes.enter.contains("[22;2t") == modes.leave.contains("[23;2t"))
  }

  @Test func `the keyboard is asked for the places of its keys`() {
    // 1 tells keys apart, 4 reports what else a key gives.
    #expect(TerminalModes.pushKeyboard == "\u{1B}[>5u")
  }

  @Test func `a terminal without control strings gets none`() {
    let modes = TerminalModes(hasStrings: false)
    for text in [modes.enter, modes.leave] {
      #expect(!text.contains("\u{1B}]") && !text.contains("\u{1B}P") && !text.contains("[<"))
    }
    #expect(modes.title("a") == nil && modes.copy("a") == nil)
    #expect(modes.notify(.osc9, title: "a", body: "b") == nil)
  }

  @Test func `a title cannot carry a sequence`() {
    let modes = TerminalModes(hasStrings: true)
    #expect(modes.title("a\u{1B}\\b\u{7}\n") == "\u{1B}]2;a␛\\b␇ \u{1B}\\")
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("foobar", "Zm9vYmFy"), ("漢", "5ryi"),
  ])
  func `the clipboard gets Base64`(text: String, encoded: String) {
    #expect(Base64.encode(text.utf8) == encoded)
    #expect(TerminalModes(hasStrings: true).copy(text) == "\u{1B}]52;c;\(encoded)\u{1B}\\")
  }
}
