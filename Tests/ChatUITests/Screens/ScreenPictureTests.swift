import TerminalUI
import Testing

@MainActor
struct ScreenPictureTests {
  private func picture(of grid: Grid, cursor: Point? = nil) -> ScreenPicture {
    ScreenPicture(grid: grid, cursor: cursor, title: "", summary: "", colors: .dark)
  }

  @Test func `Text stands at its columns and is as wide as its cells`() {
    var grid = Grid(size: Size(width: 12, height: 2))
    grid.draw("a < b  👍 c", at: Point(column: 0, row: 1), style: .bold)
    #expect(
      picture(of: grid).cells == [
        #"""
        <text x="16" y="85" textLength="45" lengthAdjust="spacingAndGlyphs" \#
        fill="#d7dbe2" font-weight="bold">a &lt; b</text>
        """#,
        #"""
        <text x="79" y="85" textLength="18" lengthAdjust="spacingAndGlyphs" \#
        fill="#d7dbe2" font-weight="bold">👍</text>
        """#,
        #"""
        <text x="106" y="85" textLength="9" lengthAdjust="spacingAndGlyphs" \#
        fill="#d7dbe2" font-weight="bold">c</text>
        """#,
      ])
  }

  @Test func `Lines are drawn as far as they go`() {
    var grid = Grid(size: Size(width: 4, height: 2))
    grid.drawVerticalLine(in: Rect(column: 0, row: 0, width: 1, height: 2), style: .plain)
    grid.drawHorizontalLine(in: Rect(column: 1, row: 1, width: 3, height: 1), style: .plain)
    #expect(
      picture(of: grid).cells == [
        ##"<rect x="25" y="80" width="27" height="1" fill="#d7dbe2"/>"##,
        ##"<rect x="20" y="52" width="1" height="38" fill="#d7dbe2"/>"##,
      ])
  }

  @Test func `The cursor is a block, and what is reversed has a ground`() {
    var grid = Grid(size: Size(width: 4, height: 1))
    grid.draw("on", at: .origin, style: .plain.foreground(.yellow).adding(.reverse))
    #expect(
      picture(of: grid, cursor: Point(column: 3, row: 0)).cells == [
        ##"<rect x="16" y="52" width="18" height="19" fill="#f2c14e"/>"##,
        ##"<rect x="43" y="52" width="9" height="19" fill="#d7dbe2"/>"##,
        #"""
        <text x="16" y="66" textLength="18" lengthAdjust="spacingAndGlyphs" \#
        fill="#14171c">on</text>
        """#,
      ])
  }

  @Test func `Halves, quarters and corners meet their neighbours`() {
    var grid = Grid(size: Size(width: 4, height: 1))
    grid.draw("╭▀▄▎", at: .origin)
    #expect(
      picture(of: grid).cells == [
        ##"<rect x="25" y="52" width="9" height="9" fill="#d7dbe2"/>"##,
        ##"<rect x="34" y="61" width="9" height="10" fill="#d7dbe2"/>"##,
        ##"<rect x="43" y="52" width="2" height="19" fill="#d7dbe2"/>"##,
        ##"<path d="M25 61.5Q20.5 61.5 20.5 71" fill="none" stroke="#d7dbe2"/>"##,
      ])
  }

  /// Lines and bars are seen, and not read.
  private static let marks = "─━═│▌▎▏┌┐└┘╭╮╰╯├┤░▰▱"

  @Test(arguments: WindowPicture.all, [Background.dark, .light])
  func `Every text in a window has contrast enough`(
    window: WindowPicture, background: Background
  ) async throws {
    let picture = try await window.draw(on: background)
    let cells = (0..<picture.grid.size.height).flatMap { picture.grid.row($0) }
    for cell in Set(cells.filter { $0.text != " " && !$0.isContinuation }) {
      let (text, ground) = picture.colors.shown(cell.style)
      let need = Self.marks.contains(cell.text) ? 3 : 4.5
      #expect(text.contrast(to: ground) >= need, "\(cell)")
    }
  }
}
