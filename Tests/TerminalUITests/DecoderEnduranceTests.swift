import CloudModel
import TerminalUI
import Testing

/// The decoder under masses of input.
struct DecoderEnduranceTests {
  /// Keys in every form that a terminal sends them.
  private static let keys: [(bytes: String, key: KeyEvent)] = [
    ("q", .character("q")), ("漢", .character("漢")), ("\r", KeyEvent(.enter)),
    ("\u{7F}", KeyEvent(.backspace)),
    ("\u{1B}[A", KeyEvent(.up)), ("\u{1B}OP", KeyEvent(.function(1))),
    ("\u{1B}[15~", KeyEvent(.function(5))),
    ("\u{1B}[1;5C", KeyEvent(.right, .control)), ("\u{1B}x", .alt("x")),
    ("\u{1B}[13;2u", KeyEvent(.enter, .shift)),
    ("\u{1B}[[A", KeyEvent(.function(1))), ("\u{1B}[3$", KeyEvent(.delete, .shift)),
    ("\u{3}", .control("c")),
  ]

  @Test func `a million random bytes do no harm, and every key is understood after them`() {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SplitMix64(seed: seed)
    var decoder = InputDecoder()
    var count = 0
    for round in 0..<1000 {
      let bytes = (0..<1000).map { _ in UInt8.random(in: 0...255, using: &generator) }
      count += decoder.decode(bytes).count
      // The silence after which the reader gives up on what is not whole.
      while decoder.isPending || decoder.awaitsRest { count += decoder.flush().count }
      let (text, key) = Self.keys[round % Self.keys.count]
      #expect(decoder.decode(text.utf8) == [.key(key)], "seed \(seed), round \(round)")
    }
    #expect(count <= 2_000_000, "seed \(seed): \(count) events from a million bytes")
  }

  @Test(arguments: ["\u{1B}[", "\u{1B}[1;", "\u{1B}]", "\u{1B}P", "\u{1B}O", "\u{1B}[?"])
  func `input without an end grows no buffer, and a person gets out of it`(beginning: String) {
    var decoder = InputDecoder()
    _ = decoder.decode(beginning.utf8)
    let events = decoder.decode(repeatElement(UInt8(ascii: "1"), count: 200_000))
    // Only what cannot continue a sequence is typed text.
    #expect(events.count <= 200_000)
    #expect(MemoryLayout.size(ofValue: decoder) < 1000)
    _ = decoder.decode("\u{1B}".utf8)
    _ = decoder.flush()
    #expect(decoder.decode("\u{1B}[A".utf8) == [.key(KeyEvent(.up))])
  }

  @Test
  func `a paste with an end inside, controls and ten million bytes is text and keys, no commands`()
  {
    var decoder = InputDecoder()
    // The end inside: what is behind it comes as keys, each alone, and cannot be told from typing.
    let inside = decoder.decode("\u{1B}[200~one\u{1B}[201~\rtwo\u{1B}[201~".utf8)
    #expect(inside.prefix(2) == [.paste("one"), .key(KeyEvent(.enter))])
    #expect(
      inside.dropFirst(2) == [.key(.character("t")), .key(.character("w")), .key(.character("o"))])
    let controls = decoder.decode("\u{1B}[200~a\u{0}\u{7}\u{1B}[2J\u{9B}3mb\u{1B}[201~".utf8)
    #expect(controls == [.paste("a\u{0}\u{7}\u{1B}[2J\u{9B}3mb")])
    // Of ten million bytes, no more is kept than a text field could ever refuse.
    let block = Array(String(repeating: "0123456789", count: 10_000).utf8)
    var events = decoder.decode("\u{1B}[200~".utf8)
    for _ in 0..<100 { events += decoder.decode(block) }
    events += decoder.decode("\u{1B}[201~".utf8)
    guard events.count == 1, case .paste(let text) = events[0] else {
      Issue.record("\(events.count) events")
      return
    }
    #expect(text.utf8.count == 1 << 20)
    #expect(decoder.decode("q".utf8) == [.key(.character("q"))])
  }
}
