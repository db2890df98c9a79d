import CloudModel
import TerminalUI
import Testing

struct DisplayTextTests {
  @Test(arguments: [
    ("\u{1B}[31mred", "␛[31mred"), ("a\u{0}b", "a␀b"), ("bell\u{7}", "bell␇"), ("\u{7F}", "␡"),
    ("\u{9B}2J", "\u{FFFD}2J"), ("a\u{202E}cba", "acba"), ("\u{2066}x\u{2069}", "x"),
    ("\u{200E}\u{200F}x", "x"), ("\u{FEFF}x", "x"), ("co\u{AD}op", "coop"), ("a\u{E0041}", "a"),
    ("\u{FFFE}", "\u{FFFD}"), ("a\tb", "a b"), ("a\nb", "a b"), ("a\r\nb", "a b"),
    ("a\rb", "a b"), ("a\u{2028}b", "a b"), ("a\u{85}b", "a b"), ("ni\u{200C}ce", "ni\u{200C}ce"),
  ])
  func `hostile text becomes one harmless line`(text: String, expected: String) {
    #expect(DisplayText.singleLine(text) == expected)
  }

  @Test func `a letter keeps thirty marks`() {
    let marks = { String(repeating: "\u{301}", count: $0) }
    #expect(DisplayText.singleLine("ae" + marks(32_000) + "b") == "ae" + marks(30) + "b")
    #expect(
      DisplayText.multiLine("a" + marks(31) + "\ne" + marks(30)) == "a" + marks(30) + "\ne"
        + marks(30))
    // A family and a flag are written with few, and each letter counts anew.
    let text = String(repeating: "👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿ẹ́한", count: 40)
    #expect(DisplayText.singleLine(text) == text)
  }

  @Test(arguments: [
    ("a\r\nb\rc\u{2029}d", "a\nb\nc\nd"), ("a\tb", "a   b"), ("abcd\te", "abcd    e"),
    ("漢\tx", "漢  x"), ("a\n\tb", "a\n    b"), ("\u{1B}c", "␛c"),
  ])
  func `lines stay lines and tabs become blanks`(text: String, expected: String) {
    #expect(DisplayText.multiLine(text) == expected)
  }

  @Test func `no control or direction character is left of random scalars`() {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SplitMix64(seed: seed)
    for _ in 0..<500 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<40 {
        let value = UInt32.random(in: 0...0x10FFFF, using: &generator)
        if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
        scalars.append(
          contentsOf: (TextCorpus.hostile.randomElement(using: &generator) ?? "").unicodeScalars)
      }
      let clean = DisplayText.singleLine(String(scalars))
      let isClean = clean.unicodeScalars.allSatisfy { scalar in
        scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl
          && !scalar.properties.isNoncharacterCodePoint
      }
      #expect(isClean, "seed \(seed): \(clean.debugDescription)")
      #expect(DisplayText.singleLine(clean) == clean, "seed \(seed)")
    }
  }
}
