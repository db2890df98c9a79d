import CloudModel
import TerminalUI
import Testing

struct GridTests {
  private func grid(_ width: Int, _ height: Int = 1) -> Grid {
    Grid(size: Size(width: width, height: height))
  }

  @Test func `overwriting half a wide grapheme blanks the other half`() {
    var left = grid(4)
    left.draw("漢字", at: .origin)
    left.draw("x", at: .origin)
    #expect(left.text == ["x 字"])
    var right = grid(4)
    right.draw("漢字", at: .origin)
    right.draw("x", at: Point(column: 1, row: 0))
    #expect(right.text == [" x字"])
    var both = grid(4)
    both.draw("漢字", at: .origin)
    both.draw("語", at: Point(column: 1, row: 0))
    #expect(both.text == [" 語"])
    #expect(both[Point(column: 3, row: 0)] == .blank())
  }

  @Test func `a wide grapheme is not cut at an edge`() {
    var grid = grid(3)
    #expect(grid.draw("漢字", at: .origin) == 2)
    #expect(grid.text == ["漢"])
    grid.draw("字", at: Point(column: -1, row: 0))
    #expect(grid.text == ["漢"])
  }

  @Test func `drawing stays inside its area`() {
    var grid = grid(8, 3)
    let area = Rect(column: 2, row: 1, width: 3, height: 1)
    #expect(grid.draw("abcdef", at: area.origin, in: area) == 3)
    grid.draw("never", at: Point(column: 2, row: 0), in: area)
    grid.draw("xyz", at: Point(column: 1, row: 1), in: area)
    #expect(grid.text == ["", "  yzc", ""])
    grid.draw("far", at: Point(column: 100, row: 100))
    grid.draw("far", at: Point(column: -100, row: -1))
    #expect(grid.text == ["", "  yzc", ""])
  }

  @Test func `aligned text is shortened to its area`() {
    var grid = grid(10, 4)
    let rect = { Rect(column: 1, row: $0, width: 8, height: 1) }
    let covered = grid.draw("end", in: rect(0), align: .trailing)
    grid.draw("mid", in: rect(1), align: .center)
    grid.draw("much too long", in: rect(2))
    grid.draw("much too long", in: rect(3), align: .trailing)
    #expect(grid.text == ["      end", "   mid", " much to…", " much to…"])
    #expect(covered == Rect(column: 6, row: 0, width: 3, height: 1))
  }

  @Test func `lines and boxes join`() {
    var grid = grid(12, 4)
    let inner = grid.drawBox(in: Rect(column: 0, row: 0, width: 10, height: 4), title: "Find me")
    grid.drawHorizontalLine(in: inner)
    grid.drawVerticalLine(in: Rect(column: 11, row: 0, width: 1, height: 4))
    #expect(
      grid.text == [
        "╭─ Fin… ─╮ │",
        "│────────│ │",
        "│        │ │",
        "╰────────╯ │",
      ])
  }

  @Test func `filling with a wide character leaves no half`() {
    var grid = grid(5)
    grid.fill(grid.bounds, with: "漢")
    #expect(grid.text == ["漢漢"])
    grid.restyle(Rect(column: 0, row: 0, width: 2, height: 1), merging: .reverse)
    #expect(grid[.origin].style == .reverse)
    #expect(grid[Point(column: 2, row: 0)].style == .plain)
  }

  @Test func `a row that has the keys has one background, and no patches`() {
    let row = Style(foreground: .white, background: .blue)
    #expect(Style.bold.foreground(.green).covered(by: row) == row.adding(.bold))
    let mention = Style(foreground: .black, background: .yellow, attributes: .underline)
    #expect(mention.covered(by: row) == row.adding(.underline))
    #expect(Style.dim.covered(by: .reverse) == .reverse)
    #expect(
      Style(foreground: .yellow, attributes: [.reverse, .bold]).covered(by: .reverse)
        == Style(attributes: [.reverse, .bold]))
    // A surface that names no colour of text leaves each text its own, but not one that was chosen for a background.
    let surface = Style(background: .brightBlack)
    let green = Style.bold.foreground(.green)
    #expect(green.covered(by: surface) == green.background(.brightBlack))
    #expect(mention.covered(by: surface) == surface.adding(.underline))
    #expect(Style.dim.covered(by: .bold) == .dim.adding(.bold))
  }

  @Test func `a terminal without UTF-8 gets a letter for each sign of the interface`() {
    var grid = grid(19)
    grid.draw("▌▎│─━╭╯❯✓↑↓○×·…é漢", at: .origin)
    let bytes = grid.row(0).flatMap { PlainText.bytes(of: $0) }
    #expect(String(decoding: bytes, as: UTF8.self) == ">||-=++>v^vox..??? ")
  }

  @Test func `no size is too small`() {
    for size in [Size(width: 0, height: 0), Size(width: 1, height: 1), Size(width: 0, height: 9)] {
      var grid = Grid(size: size)
      grid.draw("漢x", at: .origin)
      grid.draw("text", in: grid.bounds, align: .trailing)
      grid.drawBox(in: grid.bounds, title: "title")
      grid.fill(Rect(column: -3, row: -3, width: 99, height: 99), with: "漢")
      #expect(grid.text.count == size.height)
    }
  }

  @Test func `random drawing keeps wide graphemes whole`() {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SplitMix64(seed: seed)
    var grid = grid(17, 5)
    for _ in 0..<5000 {
      let place = Point(
        column: Int.random(in: -5...20, using: &generator),
        row: Int.random(in: -1...5, using: &generator))
      let length = Int.random(in: 1...6, using: &generator)
      grid.draw(TextCorpus.text(length: length, using: &generator), at: place)
      let row = Array(grid.row(min(max(place.row, 0), 4)))
      for (column, cell) in row.enumerated() {
        let next: Cell? = column + 1 < row.count ? row[column + 1] : nil
        #expect((cell.width == 2) == (next?.isContinuation ?? false), "seed \(seed)")
      }
      #expect(row.first?.isContinuation == false, "seed \(seed)")
    }
  }
}
