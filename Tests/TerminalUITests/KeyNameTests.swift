import TerminalUI
import Testing

struct KeyNameTests {
  @Test(arguments: [
    ("ctrl+k", KeyEvent.control("k")), ("Ctrl+K", .control("k")), ("control+k", .control("k")),
    ("alt+enter", KeyEvent(.enter, .alt)), ("f2", KeyEvent(.function(2))),
    ("shift+tab", KeyEvent(.tab, .shift)), ("space", .character(" ")), ("é", .character("é")),
    ("g", .character("g")), ("G", .character("G")), ("shift+g", .character("G")),
    ("+", .character("+")), ("ctrl++", .control("+")), ("Alt+<", .alt("<")),
    ("ctrl+space", .control(" ")), ("pgup", KeyEvent(.pageUp)), ("PageUp", KeyEvent(.pageUp)),
    ("return", KeyEvent(.enter)), ("ctrl+alt+shift+End", KeyEvent(.end, [.control, .alt, .shift])),
    ("alt+shift+b", KeyEvent(.character("b"), [.alt, .shift])), ("ctrl+_", .control("_")),
    ("👍", .character("👍")), ("語", .character("語")),
  ])
  func `names are read as people write them`(text: String, event: KeyEvent) throws {
    #expect(try KeyName.parse(text) == event)
  }

  @Test(
    arguments: [
      ("entr", "is not the name of a key", "enter"),
      ("ctrl+pgp", "is not the name of a key", "ctrl+pgup"),
      ("ctrl+i", "is the same as Tab to a terminal", "tab"),
      ("Ctrl+[", "is the same as Esc to a terminal", "esc"),
      ("shift+1", "has Shift with a sign; name the sign that Shift gives instead", nil),
      ("f21", "is not a key; function keys are F1 to F20", nil),
      ("hyper+x", "has ‘hyper’ before the key, which is not Ctrl, Alt or Shift", nil),
      ("", "is not the name of a key", nil), ("ctrl+", "is not the name of a key", nil),
      ("\u{1B}", "is not the name of a key", nil), ("\u{202E}", "is not the name of a key", nil),
    ] as [(String, String, String?)])
  func `a text that is not a key gets a reason`(text: String, reason: String, nearest: String?) {
    #expect(throws: KeyName.Mistake(reason: reason, nearest: nearest)) {
      try KeyName.parse(text)
    }
  }

  @Test func `every key's name is read as the same key`() throws {
    let characters = (33...126).map { Key.character(Character(Unicode.Scalar($0))) }
    let others: [Key] = [
      .enter, .tab, .backspace, .escape, .insert, .delete, .up, .down, .left, .right, .home, .end,
      .pageUp, .pageDown, .character(" "), .character("é"), .character("ß"), .character("ı"),
    ]
    for key in characters + others + (1...20).map(Key.function) {
      for raw in UInt8(0)..<8 {
        let event = KeyEvent(key, KeyModifiers(rawValue: raw)).normalized
        guard let read = try? KeyName.parse(KeyName.of(event)) else {
          // Only keys that no terminal sends have names that are refused.
          guard case .character = event.key else { Issue.record("\(event)"); continue }
          continue
        }
        #expect(read == event)
      }
    }
  }

  @Test func `a capital with Alt is the same key however the terminal reports it`() {
    #expect(KeyEvent.alt("N").normalized == KeyEvent(.character("n"), [.alt, .shift]))
    #expect(KeyBinding(.alt("N")) == KeyBinding(KeyEvent(.character("n"), [.alt, .shift])))
    #expect(KeyName.of(.alt("N")) == "Alt+Shift+N")
  }

  @Test func `a binding says when it counts`() throws {
    #expect(try KeyBinding(parsing: "ctrl+k when empty") == .control("k").whenEmpty())
    #expect(KeyBinding.key(.home).whenEmpty().text == "Home when empty")
    #expect(
      try KeyBinding(parsing: KeyBinding.typed("?").whenEmpty().text) == .typed("?").whenEmpty())
  }
}
