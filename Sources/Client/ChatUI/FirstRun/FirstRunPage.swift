import TerminalUI

/// The layout of a question of the first run: rows in the middle of the screen.
struct FirstRunPage {
  enum Row {
    case text(String, Style)
    /// Where the person types.
    case field
    case blank
  }

  /// The preferred width of the text.
  private static let columns = 60
  /// Below this there is no room for a label, a field and a word about it.
  private static let smallest = Size(width: 20, height: 5)

  /// The whole screen with the rows for a width, and where `drawField` has put the cursor.
  static func picture(
    size: Size, rows makeRows: (Int) -> [Row],
    drawField: (inout Grid, Rect) -> Point? = { _, _ in nil }
  ) -> (grid: Grid, cursor: Point?) {
    var grid = Grid(size: size)
    guard size.width >= smallest.width, size.height >= smallest.height else {
      grid.draw("too small", in: grid.bounds.rowStrip(size.height / 2), align: .center)
      return (grid, nil)
    }
    let width = min(columns, size.width - 2)
    var rows = makeRows(width)
    // Where there is little room, blank rows go first, and then what stands below the field.
    if rows.count > size.height { rows.removeAll { if case .blank = $0 { true } else { false } } }
    let area = grid.bounds.centered(Size(width: width, height: min(rows.count, size.height)))
    var cursor: Point?
    for (offset, row) in rows.prefix(area.height).enumerated() {
      let line = area.rowStrip(offset)
      switch row {
      case .blank: break
      case .text(let text, let style): grid.draw(text, in: line, style: style)
      case .field: cursor = drawField(&grid, line)
      }
    }
    return (grid, cursor)
  }

  static func wrapped(_ text: String, width: Int, _ style: Style) -> [Row] {
    TextWrap.lines(text, width: width).map { .text($0, style) }
  }
}
