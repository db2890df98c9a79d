import TerminalUI
import Testing

struct OverlayWriterTests {
  private func row(_ text: String, link: String? = nil, style: Style = .plain) -> Grid {
    var grid = Grid(size: Size(width: 12, height: 1))
    grid.draw(text, at: .origin, style: style, link: link)
    return grid
  }

  private func abilities(_ answers: TerminalAnswer...) -> TerminalAbilities {
    var abilities = TerminalAbilities()
    abilities.ask()
    for answer in answers { abilities.take(answer) }
    return abilities
  }

  /// The terminal gives two columns to joined emoji.
  private var joining: TerminalAbilities { abilities(.cursor(Point(column: 20, row: 1))) }

  private func overlay(_ writer: OverlayWriter, _ grid: Grid, before: Grid? = nil) -> String {
    writer.overlay(grid.row(0), before: before?.row(0), row: 0, links: grid.links)
  }

  /// The text that ncurses is given for a row.
  private func text(_ writer: OverlayWriter, _ grid: Grid) -> String {
    grid.row(0).filter { !$0.isContinuation }.map { writer.text(of: $0) }.joined()
  }

  @Test(arguments: [
    ("👩\u{200D}💻", "👩"), ("👍🏽", "👍"), ("❤\u{FE0F}", "❤ "), ("1\u{FE0F}\u{20E3}", "1\u{20E3} "),
    ("\u{1FAE8}", "\u{FFFD} "), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴"), ("👩🏽\u{200D}❤\u{FE0F}\u{200D}👨🏿", "👩"),
  ])
  func `an emoji that the terminal cannot draw is two columns wide, and marked`(
    emoji: String, careful: String
  ) {
    let grid = row(emoji + "|")
    let writer = OverlayWriter()
    #expect(grid[Point(column: 2, row: 0)].text == "|")
    #expect(text(writer, grid) == careful + "|         ")
    let isMarked = writer.style(of: grid[.origin]).attributes.contains(.underline)
    #expect(isMarked == (grid[.origin].traits != .variation))
    #expect(overlay(writer, grid).isEmpty)
  }

  @Test func `an emoji that the terminal can draw is sent whole, over two blanks`() {
    let writer = OverlayWriter(abilities: joining)
    let grid = row("a👩\u{200D}💻b")
    #expect(text(writer, grid) == "a  b        ")
    #expect(overlay(writer, grid) == "\u{1B}[1;2H\u{1B}[0m👩\u{200D}💻\u{1B}[m")
    #expect(writer.style(of: grid[Point(column: 1, row: 0)]) == .plain)
    // With a skin tone it needs more than this terminal has shown.
    #expect(overlay(writer, row("👩🏽\u{200D}💻")).isEmpty)
  }

  @Test func `text that covers an emoji is written over it`() {
    let writer = OverlayWriter(abilities: joining)
    let after = row("ab👩")
    #expect(overlay(writer, after, before: row("👩\u{200D}💻")) == "\u{1B}[1;1H\u{1B}[0mab\u{1B}[m")
    #expect(overlay(writer, after, before: row("ab👩")).isEmpty)
    // A wide grapheme that covers one half.
    let wide = overlay(writer, row("x漢"), before: row("a👩\u{200D}💻"))
    #expect(wide == "\u{1B}[1;2H\u{1B}[0m漢\u{1B}[m")
  }

  @Test func `a link is opened and closed around its text`() {
    let writer = OverlayWriter(colors: .palette, hasLinks: true)
    let grid = row("web", link: "https://example.org/ü;x", style: .underline)
    let text = overlay(writer, grid)
    #expect(text.hasPrefix("\u{1B}[1;1H\u{1B}[0;4m\u{1B}]8;id="))
    #expect(text.hasSuffix(";https://example.org/%C3%BC;x\u{1B}\\web\u{1B}]8;;\u{1B}\\\u{1B}[m"))
    #expect(overlay(OverlayWriter(colors: .palette), grid).isEmpty)
    // The cells are no link any more: they are written again without one.
    #expect(overlay(writer, row("web"), before: grid) == "\u{1B}[1;1H\u{1B}[0mweb\u{1B}[m")
  }

  @Test(arguments: [
    "javascript:alert(1)", "file:///etc/passwd", "https://", "ftp://x", "", "mailto:a@b",
    "https://" + String(repeating: "é", count: 700),
  ])
  func `only addresses that may be opened are links`(address: String) {
    #expect(Hyperlink.target(address) == nil)
    #expect(row("x", link: address).links.isEmpty)
  }

  @Test func `a link cannot carry a sequence`() {
    let target = Hyperlink.target("HTTPS://x/\u{1B}\\\u{7}\u{9C}\n y")
    #expect(target == "HTTPS://x/%1B\\%07%C2%9C%0A%20y")
    #expect(Hyperlink.target("zonechat://join/a#b") == "zonechat://join/a#b")
  }

  @Test func `links can be taken out of a picture`() {
    var grid = row("web", link: "https://example.org")
    grid.removeLinks()
    #expect(grid == row("web"))
  }

  @Test func `colours by their parts are sent where they are shown, else the nearest ones`() {
    let orange = Color.rgb(RGBColor(red: 255, green: 136, blue: 0))
    let grid = row("x", style: Style(foreground: orange, attributes: .bold))
    let able = OverlayWriter(abilities: abilities(.capability("RGB")), colors: .palette)
    #expect(overlay(able, grid) == "\u{1B}[1;1H\u{1B}[0;1;38;2;255;136;0mx\u{1B}[m")
    #expect(overlay(OverlayWriter(colors: .palette), grid).isEmpty)
    let tone = row("x", style: .bold.foreground(.tone(RGBColor(0xFF8800), palette: 166)))
    #expect(overlay(able, tone) == overlay(able, grid))
    #expect(ColorSupport.palette.number(of: orange) == 208)
    #expect(ColorSupport.sixteen.number(of: orange) == 9)
    // Without colours (`NO_COLOR`) there are none of these either.
    let mono = OverlayWriter(abilities: abilities(.capability("RGB")), colors: .none)
    #expect(overlay(mono, grid).isEmpty)
  }

  @Test func `an answer redraws only cells that look different`() {
    let colored = abilities(.capability("RGB"))
    let both = abilities(.capability("RGB"), .cursor(Point(column: 20, row: 1)))
    let orange = Style(foreground: .rgb(RGBColor(red: 255, green: 136, blue: 0)))
    let emoji = row("👩\u{200D}💻", style: orange)[.origin]
    let letter = row("x", style: orange)[.origin]
    let writer = OverlayWriter(abilities: both, colors: .palette)
    let before = OverlayWriter(abilities: colored, colors: .palette)
    #expect(writer.draws(emoji, differentlyFrom: before))
    #expect(!writer.draws(letter, differentlyFrom: before))
    #expect(before.draws(letter, differentlyFrom: OverlayWriter(colors: .palette)))
    #expect(!writer.draws(row("x")[.origin], differentlyFrom: OverlayWriter(colors: .palette)))
  }

  @Test func `every colour of the palette is the nearest one to itself`() throws {
    for index in UInt8(16)...UInt8.max {
      let color = try #require(RGBColor(paletteNumber: index))
      #expect(ColorSupport.palette.number(of: .rgb(color)) == Int32(index), "\(index)")
    }
  }
}
