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

  @Test(arguments: [Background.dark, .light])
  func `Every text in the window has contrast enough`(background: Background) async throws {
    let picture = try await ScreenPicture.window(on: background)
    let cells = (0..<picture.grid.size.height).flatMap { picture.grid.row($0) }
    for style in Set(cells.filter { $0.text != " " }.map(\.style)) {
      let (text, ground) = picture.colors.shown(style)
      #expect(text.contrast(to: ground) >= 4.5, "\(style)")
    }
  }
}
