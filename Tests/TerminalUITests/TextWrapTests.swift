import CloudModel
import TerminalUI
import Testing

struct TextWrapTests {
  @Test(arguments: [
    ("", 10, [""]), ("one two", 10, ["one two"]), ("one two", 6, ["one", "two"]),
    ("one two", 7, ["one two"]), ("a\n\nb", 5, ["a", "", "b"]), ("a\n", 5, ["a", ""]),
    ("abcdefgh", 3, ["abc", "def", "gh"]), ("x abcdefgh", 4, ["x", "abcd", "efgh"]),
    ("  indented text", 10, ["  indented", "text"]), ("漢字漢字", 5, ["漢字", "漢字"]),
    ("ab漢字", 3, ["ab", "漢", "字"]), ("漢", 1, ["\u{FFFD}"]), ("a  b", 3, ["a", "b"]),
    ("abc", 0, ["a", "b", "c"]), ("a b   ", 10, ["a b"]),
  ])
  func `text breaks into rows`(text: String, width: Int, rows: [String]) {
    #expect(TextWrap.lines(text, width: width) == rows)
  }

  @Test func `rows keep the content and never go over the width`() {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SplitMix64(seed: seed)
    for _ in 0..<2000 {
      let width = Int.random(in: 6...40, using: &generator)
      let length = Int.random(in: 0...120, using: &generator)
      let text = TextCorpus.text(length: length, using: &generator)
      let rows = TextWrap.lines(text, width: width)
      let widest = rows.map { TextWidth.of($0) }.max() ?? 0
      #expect(widest <= width, "seed \(seed)")
      let safe = DisplayText.multiLine(text)
      #expect(content(rows.joined()) == content(safe), "seed \(seed)")
      #expect(rows.count >= safe.count { $0 == "\n" } + 1, "seed \(seed)")
    }
  }

  @Test func `a megabyte of one word, of blanks or of marks is wrapped`() {
    let size = 1 << 20
    #expect(TextWrap.lines(String(repeating: "x", count: size), width: 64).count == size / 64)
    #expect(TextWrap.lines(String(repeating: " ", count: size), width: 64).joined().isEmpty)
    let marks = "a" + String(repeating: "\u{301}", count: size / 2)
    #expect(TextWrap.lines(marks, width: 1).count == 1)
  }

  private func content(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { $0 != " " && $0 != "\n" }
  }
}
