import TerminalUI
import Testing

/// Pastes that the terminal does not mark.
struct PasteDetectorTests {
  /// The events of some reads that make up one burst.
  private func events(_ reads: String...) -> [InputEvent] {
    var decoder = InputDecoder()
    var pastes = PasteDetector()
    var events: [InputEvent] = []
    for read in reads { events += pastes.take(decoder.decode(read.utf8)) }
    return events + pastes.silence()
  }

  private func keys(_ text: String) -> [InputEvent] {
    text.map { $0 == "\r" ? .key(KeyEvent(.enter)) : .key(.character($0)) }
  }

  @Test(arguments: [
    (
      "my notes:\r/delete\r\rthe rest of the notes\r",
      "my notes:\n/delete\n\nthe rest of the notes\n"
    ),
    ("alpha\n/rename By screen\nomega", "alpha\n/rename By screen\nomega"),
    ("/delete\r\r", "/delete\n\n"), ("\r/delete\r", "\n/delete\n"), ("a\r\nb\r\n", "a\nb\n"),
    ("name\tvalue\rx\ty", "name\tvalue\nx\ty"), ("page\r\u{C}/quit\r", "page\n/quit\n"),
    ("да\r/quit\r漢", "да\n/quit\n漢"),
    ("\u{B}/archive\r/rename x\r", "\n/archive\n/rename x\n"),
    ("Agenda\r\u{B}/archive\r", "Agenda\n/archive\n"),
    ("Agenda\u{B}/archive\r", "Agenda\n/archive\n"),
  ])
  func `several lines in one burst are one paste`(bytes: String, text: String) {
    #expect(events(bytes) == [.paste(text)])
  }

  @Test(arguments: [
    "hello\r", "/quit\r", "two thousand plain characters", "\r", "\r\r", "k", "a\t",
  ])
  func `one line is keys, and its Enter too`(bytes: String) {
    let expected = bytes.map { character -> InputEvent in
      switch character {
      case "\r": .key(KeyEvent(.enter))
      case "\t": .key(KeyEvent(.tab))
      default: .key(.character(character))
      }
    }
    #expect(events(bytes) == expected)
  }

  @Test func `a line that ends in CR and LF is sent`() {
    #expect(events("hello\r\n") == keys("hello\r") + [.key(.control("j"))])
  }

  @Test func `keys around a text stay keys`() {
    // Go to a chat and write there, as a program does it.
    #expect(
      events("\u{1B}OQfind\rtext\r")
        == [.key(KeyEvent(.function(2)))] + keys("find\rtext\r"))
    #expect(events("\u{7}find\r") == [.key(.control("g"))] + keys("find\r"))
    // Send, then go to the next chat.
    #expect(events("hello\r\u{1B}[1;3B") == keys("hello\r") + [.key(KeyEvent(.down, .alt))])
    #expect(events("hello\r\u{E}") == keys("hello\r") + [.key(.control("n"))])
    #expect(events("\u{1B}[A\u{1B}[Ar") == [.key(KeyEvent(.up)), .key(KeyEvent(.up))] + keys("r"))
    #expect(
      events("one\u{1B}[27;2;13~two\r")
        == keys("one") + [.key(KeyEvent(.enter, .shift))] + keys("two\r"))
    #expect(events("\u{1B}\rx") == [.key(KeyEvent(.enter, .alt))] + keys("x"))
    #expect(
      events("one\u{1B}\rtwo\r")
        == keys("one") + [.key(KeyEvent(.enter, .alt))] + keys("two\r"))
    #expect(events("one\r\u{1B}[Atwo\r") == keys("one\r") + [.key(KeyEvent(.up))] + keys("two\r"))
  }

  @Test(arguments: [
    ("one\r\u{7}two\r/delete\r\r", "one\ntwo\n/delete\n\n"),
    ("\u{7}find\rtext\r", "find\ntext\n"), ("\u{15}/delete\r\rrest\r", "/delete\n\nrest\n"),
    ("\u{8}/delete\r\r", "/delete\n\n"), ("\u{7F}/delete\r\r", "/delete\n\n"),
    ("\0/delete\r\r", "/delete\n\n"), ("a\r\u{1B}(B/delete\r", "a\nB/delete\n"),
    ("a\rb\u{1B}\rc", "a\nb\nc"), ("a\rb\u{11}", "a\nb"),
  ])
  func `controls in a text are neither commands nor text`(bytes: String, text: String) {
    #expect(events(bytes) == [.paste(text)])
  }

  @Test func `controls behind a line do not wait without an end`() {
    var pastes = PasteDetector()
    let controls = [InputEvent](repeating: .key(.control("x")), count: 4096)
    #expect(pastes.take(keys("hello\r") + controls).isEmpty)
    for _ in 0..<9 { #expect(pastes.take(controls).isEmpty) }
    #expect(pastes.silence() == [.paste("hello\n")])
  }

  @Test func `text after a marked paste is no command either`() {
    let end = "\u{1B}[201~"
    #expect(events("\u{1B}[200~x\(end)\r") == [.paste("x")] + keys("\r"))
    #expect(events("\u{1B}[200~x\(end)\r/quit\r\(end)") == [.paste("x"), .paste("\n/quit\n")])
  }

  @Test func `the focus, which comes when tmux closes its list, does not change what a text is`() {
    #expect(events("\u{1B}[Ia\r/quit\r") == [.focusGained, .paste("a\n/quit\n")])
    #expect(events("a\r/q\u{1B}[Iuit\r") == [.focusGained, .paste("a\n/quit\n")])
  }

  @Test func `reads split a burst anywhere`() {
    let text = "my notes:\r/delete\r\rthe rest"
    for place in 1..<text.count {
      let (first, rest) = (String(text.prefix(place)), String(text.dropFirst(place)))
      let pasted = "my notes:\n/delete\n\nthe rest"
      // A single key is handed on before anything follows it.
      let expected: [InputEvent] =
        place == 1 ? keys("m") + [.paste(String(pasted.dropFirst()))] : [.paste(pasted)]
      #expect(events(first, rest) == expected, "split at \(place)")
    }
  }

  @Test func `a slow line that brings each byte alone brings a paste`() {
    var decoder = InputDecoder()
    var pastes = PasteDetector()
    var events: [InputEvent] = []
    for byte in "notes\r/delete\r\r".utf8 { events += pastes.take(decoder.decode([byte])) }
    #expect(events == keys("n"))
    #expect(pastes.silence() == [.paste("otes\n/delete\n\n")])
  }

  @Test func `a key that comes alone never waits`() {
    var pastes = PasteDetector()
    for key in [KeyEvent.character("a"), KeyEvent(.enter), .control("j"), KeyEvent(.up)] {
      #expect(pastes.take([.key(key)]) == [.key(key)])
      #expect(pastes.awaitsSilence)
      #expect(pastes.silence().isEmpty)
      #expect(!pastes.awaitsSilence)
    }
  }

  @Test(arguments: [KeyEvent.character("x"), KeyEvent(.backspace), .control("n"), KeyEvent(.up)])
  func `a key that is held never waits, however fast it repeats`(key: KeyEvent) {
    var pastes = PasteDetector()
    for count in [1, 1, 2, 1, 3] {
      let read = [InputEvent](repeating: .key(key), count: count)
      #expect(pastes.take(read) == read)
    }
    #expect(pastes.silence().isEmpty)
  }

  @Test func `a letter that begins a text twice makes no commands of the rest`() {
    var pastes = PasteDetector()
    #expect(pastes.take(keys("a")) == keys("a"))
    #expect(pastes.take(keys("a")) == keys("a"))
    for key in keys("h\r/quit\r") { #expect(pastes.take([key]).isEmpty) }
    #expect(pastes.silence() == [.paste("h\n/quit\n")])
  }

  @Test func `silence ends a program's input, and later input is judged anew`() {
    var pastes = PasteDetector()
    let typed: [InputEvent] = [.key(KeyEvent(.end))] + keys("a\rb\r")
    #expect(pastes.take(typed) == typed)
    #expect(pastes.silence().isEmpty)
    #expect(pastes.take(keys("a\rb\r")).isEmpty)
    #expect(pastes.silence() == [.paste("a\nb\n")])
  }

  @Test func `the waiting input is bounded`() {
    var pastes = PasteDetector()
    let read = keys(String(repeating: "xy", count: 2048))
    var count = 0
    for _ in 0..<9 {
      let given = pastes.take(read).count
      #expect(given == 0 || given == 2 * 4096)
      count += given
    }
    count += pastes.silence().count
    #expect(count == 9 * 4096)
    _ = pastes.take(keys("x\ry"))
    let wide = keys(String(repeating: "👍", count: 4096))
    for _ in 0..<70 { #expect(pastes.take(wide).isEmpty) }
    guard case .paste(let text)? = pastes.silence().first else {
      Issue.record("no paste")
      return
    }
    // The last character may be cut.
    #expect(((1 << 20)...((1 << 20) + 3)).contains(text.utf8.count))
  }

  @Test func `a line longer than a read is not sent before its end is known`() {
    var pastes = PasteDetector()
    var events = pastes.take(keys(String(repeating: "x", count: 4096)))
    events += pastes.take(keys("y\r"))
    events += pastes.take(keys("/delete\r\r"))
    events += pastes.silence()
    #expect(!events.contains(.key(KeyEvent(.enter))))
  }
}
