import TerminalUI

/// A terminal's window as an SVG: its bar with a title, and below it the cells of a screen.
///
/// Each text stands at its column and is made as wide as its cells, so that the columns are right in every font. Lines
/// and blocks are drawn as rectangles, as terminals do it, so that neighbours meet.
struct ScreenPicture {
  let grid: Grid
  let cursor: Point?
  /// The words in the bar.
  let title: String
  /// What is seen, for those who cannot see it.
  let summary: String
  let colors: PictureColors

  // All measures are pixels. In most monospaced fonts a character is 0.6 times as wide as the font's size.
  private static let fontSize = 15
  private static let cellWidth = 9
  private static let cellHeight = 19
  /// From the top of a row to the foot of its letters.
  private static let baseline = 14
  private static let barHeight = 36
  private static let margin = 16
  private static let cornerRadius = 10
  private static let fonts = """
    ui-monospace, Menlo, Consolas, 'Cascadia Mono', 'DejaVu Sans Mono', 'Liberation Mono', \
    monospace
    """

  /// The picture, one element in each line.
  var svg: String {
    let width = grid.size.width * Self.cellWidth + 2 * Self.margin
    let height = Self.barHeight + grid.size.height * Self.cellHeight + 2 * Self.margin
    var lines = [
      #"""
      <svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" \#
      viewBox="0 0 \#(width) \#(height)" role="img" aria-labelledby="summary">
      """#,
      #"<title id="summary">\#(Self.escaped(summary))</title>"#,
      #"<g font-family="\#(Self.fonts)" font-size="\#(Self.fontSize)" xml:space="preserve">"#,
    ]
    lines += frame(width: width, height: height)
    lines += cells
    lines += ["</g>", "</svg>", ""]
    return lines.joined(separator: "\n")
  }

  /// The elements of the screen: what is behind the text, lines, and the text.
  var cells: [String] {
    let rows = 0..<grid.size.height
    let columns = 0..<grid.size.width
    var elements = rows.flatMap { grounds(row: $0) }
    elements += rows.flatMap { horizontalShapes(row: $0) }
    elements += columns.flatMap { verticalShapes(column: $0) }
    elements += rows.flatMap { cornerPaths(row: $0) }
    elements += rows.flatMap { texts(row: $0) }
    return elements
  }

  /// The window, with three discs and the title in its bar.
  private func frame(width: Int, height: Int) -> [String] {
    let (right, bottom, top) = (width - 1, height - 1, Self.barHeight)
    let (edge, radius) = (colors.edge.hexadecimal, Self.cornerRadius)
    let arc = "a\(radius - 1) \(radius - 1) 0 0 1"
    var elements = [
      #"""
      <rect x="0.5" y="0.5" width="\#(right)" height="\#(bottom)" rx="\#(radius)" \#
      fill="\#(colors.bar.hexadecimal)" stroke="\#(edge)"/>
      """#,
      #"""
      <path d="M1 \#(top)H\#(right)V\#(bottom - radius + 1)\#(arc) \#(1 - radius) \#(radius - 1)\#
      H\#(radius)\#(arc) \#(1 - radius) \#(1 - radius)z" fill="\#(colors.background.hexadecimal)"/>
      """#,
    ]
    for x in [20, 38, 56] {
      elements.append(#"<circle cx="\#(x)" cy="\#(top / 2)" r="5" fill="\#(edge)"/>"#)
    }
    elements.append(
      #"""
      <text x="\#(width / 2)" y="\#(top / 2 + 5)" text-anchor="middle" \#
      fill="\#(colors.foreground.hexadecimal)">\#(Self.escaped(title))</text>
      """#)
    return elements
  }

  // MARK: - Cells

  /// What terminals draw themselves, because it meets its neighbours.
  private enum Shape: String {
    case line = "─"
    case heavyLine = "━"
    case doubleLine = "═"
    case block = "█"
    case upperHalf = "▀"
    case lowerHalf = "▄"
    case upright = "│"
    case halfBlock = "▌"
    case quarterBlock = "▎"
    case eighthBlock = "▏"

    /// Whether it goes on in the next row, and not in the next column.
    var isVertical: Bool {
      switch self {
      case .upright, .halfBlock, .quarterBlock, .eighthBlock: true
      case .line, .heavyLine, .doubleLine, .block, .upperHalf, .lowerHalf: false
      }
    }
  }

  /// The sides of a cell that lines go to from its middle.
  private enum Side {
    case left
    case right
    case up
    case down
  }

  /// Where lines meet.
  private static let sidesOfCorners: [String: [Side]] = [
    "┌": [.right, .down], "┐": [.left, .down], "└": [.right, .up], "┘": [.left, .up],
    "╭": [.right, .down], "╮": [.left, .down], "╰": [.right, .up], "╯": [.left, .up],
    "├": [.up, .down, .right], "┤": [.up, .down, .left],
  ]
  private static let roundCorners: Set<String> = ["╭", "╮", "╰", "╯"]

  /// What is drawn in a cell, and how.
  private struct Ink: Equatable {
    enum Form: Equatable {
      case text
      /// A grapheme of two cells, the first of which is in that column.
      case wide(column: Int)
      case shape(Shape)
      /// A key of `sidesOfCorners`.
      case corner(String)
    }

    var form: Form
    var color: RGBColor
    var attributes: TextAttributes
  }

  private func style(at point: Point) -> Style {
    var style = grid[point].style
    if let cursor, cursor == point { style.attributes.formSymmetricDifference(.reverse) }
    return style
  }

  /// Nil for a blank.
  private func ink(at point: Point) -> Ink? {
    let cell = grid[point]
    let cellStyle = style(at: point)
    let form: Ink.Form
    if cell.isContinuation {
      form = .wide(column: point.column - 1)
    } else if cell.width == 2 {
      form = .wide(column: point.column)
    } else if let shape = Shape(rawValue: cell.text) {
      form = .shape(shape)
    } else if Self.sidesOfCorners[cell.text] != nil {
      form = .corner(cell.text)
    } else if cell.text == " ", !cellStyle.attributes.contains(.underline) {
      return nil
    } else {
      form = .text
    }
    return Ink(
      form: form, color: colors.shown(cellStyle).text,
      attributes: cellStyle.attributes.intersection([.bold, .italic, .underline]))
  }

  private func inks(row: Int) -> [Ink?] {
    var inks = (0..<grid.size.width).map { ink(at: Point(column: $0, row: row)) }
    // A blank between two words belongs to their text.
    for column in inks.indices.dropFirst().dropLast() where inks[column] == nil {
      guard let word = inks[column - 1], word.form == .text, inks[column + 1] == word else {
        continue
      }
      inks[column] = word
    }
    return inks
  }

  private func grounds(row: Int) -> [String] {
    let grounds = (0..<grid.size.width).map { column in
      colors.shown(style(at: Point(column: column, row: row))).ground
    }
    return grounds.runs().filter { $0.value != colors.background }.map { run in
      rectangle(run.offsets, row..<(row + 1), run.value)
    }
  }

  private func horizontalShapes(row: Int) -> [String] {
    inks(row: row).runs().flatMap { run -> [String] in
      guard let ink = run.value, case .shape(let shape) = ink.form, !shape.isVertical else {
        return []
      }
      return rectangles(of: shape, run.offsets, row..<(row + 1), ink.color)
    }
  }

  private func verticalShapes(column: Int) -> [String] {
    let inks = (0..<grid.size.height).map { ink(at: Point(column: column, row: $0)) }
    return inks.runs().flatMap { run -> [String] in
      guard let ink = run.value, case .shape(let shape) = ink.form, shape.isVertical else {
        return []
      }
      return rectangles(of: shape, column..<(column + 1), run.offsets, ink.color)
    }
  }

  private func cornerPaths(row: Int) -> [String] {
    inks(row: row).enumerated().compactMap { column, ink -> String? in
      guard let ink, case .corner(let text) = ink.form, let sides = Self.sidesOfCorners[text] else {
        return nil
      }
      let ends = sides.map { Self.end(at: $0, column: column, row: row) }
      let middle = Self.middle(column: column, row: row)
      let path =
        Self.roundCorners.contains(text)
        ? "M\(ends[0])Q\(middle) \(ends[1])" : ends.map { "M\(middle)L\($0)" }.joined()
      return #"<path d="\#(path)" fill="none" stroke="\#(ink.color.hexadecimal)"/>"#
    }
  }

  private func texts(row: Int) -> [String] {
    inks(row: row).runs().compactMap { run -> String? in
      guard let ink = run.value else { return nil }
      switch ink.form {
      case .shape, .corner: return nil
      case .text, .wide: break
      }
      let text = run.offsets.map { grid[Point(column: $0, row: row)].text }.joined()
      let (x, y) = Self.corner(column: run.offsets.lowerBound, row: row)
      return #"""
        <text x="\#(x)" y="\#(y + Self.baseline)" \#
        textLength="\#(run.offsets.count * Self.cellWidth)" lengthAdjust="spacingAndGlyphs" \#
        fill="\#(ink.color.hexadecimal)"\#(Self.font(ink.attributes))>\#(Self.escaped(text))</text>
        """#
    }
  }

  // MARK: - Elements

  /// The upper left corner of a cell.
  private static func corner(column: Int, row: Int) -> (x: Int, y: Int) {
    (margin + column * cellWidth, barHeight + margin + row * cellHeight)
  }

  /// The middle of a cell, where lines meet.
  private static func middle(column: Int, row: Int) -> String {
    let (x, y) = corner(column: column, row: row)
    return "\(x + cellWidth / 2).5 \(y + cellHeight / 2).5"
  }

  /// The place at the edge of a cell that a line from its middle goes to.
  private static func end(at side: Side, column: Int, row: Int) -> String {
    let (x, y) = corner(column: column, row: row)
    return switch side {
    case .left: "\(x) \(y + cellHeight / 2).5"
    case .right: "\(x + cellWidth) \(y + cellHeight / 2).5"
    case .up: "\(x + cellWidth / 2).5 \(y)"
    case .down: "\(x + cellWidth / 2).5 \(y + cellHeight)"
    }
  }

  private static func font(_ attributes: TextAttributes) -> String {
    let known: [(TextAttributes, String)] = [
      (.bold, #" font-weight="bold""#), (.italic, #" font-style="italic""#),
      (.underline, #" text-decoration="underline""#),
    ]
    return known.filter { attributes.contains($0.0) }.map(\.1).joined()
  }

  private func rectangles(
    of shape: Shape, _ columns: Range<Int>, _ rows: Range<Int>, _ color: RGBColor
  ) -> [String] {
    let (middle, center) = (Self.cellHeight / 2, Self.cellWidth / 2)
    switch shape {
    case .line: return [rectangle(columns, rows, color, y: middle, height: 1)]
    case .heavyLine: return [rectangle(columns, rows, color, y: middle - 1, height: 2)]
    case .block: return [rectangle(columns, rows, color)]
    case .upperHalf: return [rectangle(columns, rows, color, height: middle)]
    case .lowerHalf:
      return [rectangle(columns, rows, color, y: middle, height: Self.cellHeight - middle)]
    case .doubleLine:
      return [middle - 1, middle + 2].map { rectangle(columns, rows, color, y: $0, height: 1) }
    case .upright: return [rectangle(columns, rows, color, x: center, width: 1)]
    case .halfBlock: return [rectangle(columns, rows, color, width: center)]
    case .quarterBlock: return [rectangle(columns, rows, color, width: 2)]
    case .eighthBlock: return [rectangle(columns, rows, color, width: 1)]
    }
  }

  /// A rectangle that fills cells, or a part of them, from their left and upper edges.
  private func rectangle(
    _ columns: Range<Int>, _ rows: Range<Int>, _ color: RGBColor, x: Int = 0, y: Int = 0,
    width: Int? = nil, height: Int? = nil
  ) -> String {
    let (left, top) = Self.corner(column: columns.lowerBound, row: rows.lowerBound)
    let fullWidth = columns.count * Self.cellWidth
    let fullHeight = rows.count * Self.cellHeight
    return #"""
      <rect x="\#(left + x)" y="\#(top + y)" width="\#(width ?? fullWidth)" \#
      height="\#(height ?? fullHeight)" fill="\#(color.hexadecimal)"/>
      """#
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
