import TerminalUI
import Testing

struct TerminalModesTests {
  private static let types = [
    "xterm-256color", "tmux-256color", "xterm-kitty", "foot", "linux", "",
  ]

  /// The numbers of the private modes that a sequence sets (`h`) or resets (`l`).
  private func modes(_ sequence: String, _ final: Character) -> Set<String> {
    var found: Set<String> = []
    for part in sequence.split(separator: "\u{1B}[?") {
      let number = part.prefix { $0.isNumber }
      if part.dropFirst(number.count).first == final { found.insert(String(number)) }
    }
    return found
  }

  @Test(arguments: types)
  func `what is turned on is turned off`(type: String) {
    let modes = TerminalModes(terminalType: type)
    let on = self.modes(modes.enter + modes.mouse(.reported), "h")
    #expect(on == ["2004", "1004", "1000", "1006"])
    #expect(self.modes(modes.leave, "l") == on)
    #expect(modes.enter.contains("[>1u") == modes.leave.contains("[<u"))
    #expect(modes.enter.contains("[22;2t") == modes.leave.contains("[23;2t"))
  }

  @Test func `a title cannot carry a sequence`() {
    let modes = TerminalModes(terminalType: "xterm")
    #expect(modes.title("a\u{1B}\\b\u{7}\n") == "\u{1B}]2;a␛\\b␇ \u{1B}\\")
    #expect(TerminalModes(terminalType: "linux").title("a") == nil)
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("foobar", "Zm9vYmFy"), ("漢", "5ryi"),
  ])
  func `the clipboard gets Base64`(text: String, encoded: String) {
    #expect(Base64.encode(text.utf8) == encoded)
    #expect(
      TerminalModes(terminalType: "xterm").copy(text) == "\u{1B}]52;c;\(encoded)\u{1B}\\")
  }
}
