import TerminalUI
import Testing

struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("plain", 5), ("漢字", 4), ("한글", 4), ("Ａ", 2), ("e\u{301}", 1), ("🇩🇪", 2),
    ("👍", 2), ("⌚", 2), ("☺", 1), ("…", 1), ("─", 1), ("क्ष", 2), ("ﾊﾞ", 2), ("\u{E0B0}", 1),
  ])
  func `text that terminals agree about has its usual width`(text: String, width: Int) {
    #expect(TextWidth.of(text) == width)
  }

  @Test(arguments: [
    ("🇩", "\u{FFFD}", 1), ("\u{1FAE9}", "\u{FFFD}", 1), ("\u{378}", "\u{FFFD}", 1),
    ("1\u{FE0F}", "1", 1), ("❤\u{FE0E}", "❤", 1), ("👍\u{200D}", "👍", 2), ("👍🏽🏽", "👍", 2),
    ("\u{301}", "\u{25CC}\u{301}", 1),
  ])
  func `a risky grapheme is drawn as a safe one`(text: String, drawn: String, width: Int) {
    var grid = Grid(size: Size(width: 4, height: 1))
    let columns = grid.draw(text, at: .origin)
    #expect(columns == width)
    #expect(TextWidth.of(text) == width)
    #expect(grid.text == [drawn])
  }

  @Test(arguments: [
    "❤\u{FE0F}", "1\u{FE0F}\u{20E3}", "👍🏽", "👨‍👩‍👧‍👦", "😮‍💨", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏳\u{FE0F}\u{200D}🌈", "\u{1FAE8}",
  ])
  func `an emoji of any kind takes two columns and stays whole in the picture`(text: String) {
    var grid = Grid(size: Size(width: 4, height: 1))
    #expect(grid.draw(text, at: .origin) == 2)
    #expect(TextWidth.of(text) == 2)
    #expect(grid.text == [text])
  }

  @Test func `a cell keeps at most four marks`() {
    var grid = Grid(size: Size(width: 2, height: 1))
    grid.draw("a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}", at: .origin)
    #expect(grid[.origin].text.unicodeScalars.count == 5)
  }

  @Test func `drawn text takes the columns that were counted`() {
    for text in TextCorpus.graphemes + TextCorpus.hostile {
      var grid = Grid(size: Size(width: 20, height: 1), style: .dim)
      let line = DisplayText.singleLine(text)
      let columns = grid.draw(text, at: .origin, style: .bold)
      #expect(columns == TextWidth.of(line), "\(text.debugDescription)")
      let drawn = grid.row(0).prefix { $0.style == .bold }.count
      #expect(drawn == columns, "\(text.debugDescription)")
    }
  }

  @Test(arguments: [
    ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"), ("hello", 0, ""),
    ("漢字", 3, "漢…"), ("漢字", 2, "…"), ("漢字", 4, "漢字"), ("a\u{301}b", 1, "…"),
  ])
  func `truncation never goes over the width`(text: String, width: Int, expected: String) {
    #expect(text.truncated(to: width) == expected)
  }

  @Test func `padding fills up to the width`() {
    #expect("漢".padded(to: 4) == "漢  ")
    #expect("long".padded(to: 3) == "lo…")
    #expect("漢字x".prefix(columns: 3) == "漢")
  }
}
