/// A picture of a screen: rows of cells.
///
/// Invariants:
/// 1. A cell of width 2 is followed in its row by its continuation; no other continuation exists.
/// 2. A cell's text is a `TerminalText.Piece`, or a part of a picture, so it takes `width` columns everywhere.
package struct Grid: Hashable, Sendable {
  package let size: Size
  private var cells: [Cell]
  /// The targets of the links in the picture.
  package private(set) var links: [String] = []
  /// The pictures that the terminal has to have for the cells that show them.
  package private(set) var pictures: [GridPicture] = []

  /// A grid of blanks.
  package init(size: Size, style: Style = .plain) {
    self.size = size
    cells = Array(repeating: .blank(style), count: size.width * size.height)
  }

  /// The whole area, for drawing into.
  package var bounds: Rect { Rect(size) }

  /// The cell at a place; a blank outside the grid.
  package subscript(_ point: Point) -> Cell {
    guard bounds.contains(point) else { return .blank() }
    return cells[point.row * size.width + point.column]
  }

  /// The cells of one row, from the left.
  package func row(_ row: Int) -> ArraySlice<Cell> {
    guard row >= 0, row < size.height else { return [] }
    return cells[(row * size.width)..<((row + 1) * size.width)]
  }

  /// The rows as text, without the blanks at their ends.
  package var text: [String] {
    (0..<size.height).map { index in
      var line: String = row(index).map(\.text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Puts a piece of text into its one or two cells; a wide grapheme that it cuts in half becomes blank.
  ///
  /// - Parameters:
  ///   - piece: the text.
  ///   - point: the first cell.
  ///   - style: the style of its cells.
  ///   - area: where it may be, inside `bounds`.
  ///   - link: its link's place in `links`, from 1.
  /// - Returns: false when it would not fit wholly inside `area`.
  @discardableResult
  mutating func put(
    _ piece: TerminalText.Piece, at point: Point, style: Style, area: Rect, link: UInt16 = 0
  ) -> Bool {
    guard area.contains(point), point.column + piece.width <= area.columns.upperBound else {
      return false
    }
    precondition(piece.width == 1 || piece.width == 2, "Grid 1: a piece fits one cell or two")
    let index = point.row * size.width + point.column
    releaseWide(at: index)
    cells[index] = Cell(
      text: piece.text, style: style, width: Int8(piece.width), traits: piece.traits, link: link)
    if piece.width == 2 {
      releaseWide(at: index + 1)
      cells[index + 1] = .continuation(style, link: link)
    }
    return true
  }

  /// Puts a part of a picture, one column wide, into a cell of the grid.
  mutating func put(_ part: Cell, at point: Point) {
    precondition(bounds.contains(point) && part.width == 1, "Grid 1: a part fits one cell")
    let index = point.row * size.width + point.column
    releaseWide(at: index)
    cells[index] = part
  }

  /// Notes a picture that the terminal has to have.
  mutating func note(_ picture: GridPicture) {
    if !pictures.contains(picture) { pictures.append(picture) }
  }

  /// The number of a link's target; 0 if it may not be opened.
  mutating func number(ofLink address: String) -> UInt16 {
    guard let target = Hyperlink.target(address) else { return 0 }
    if let index = links.firstIndex(of: target) { return UInt16(index + 1) }
    guard links.count < Int(UInt16.max) else { return 0 }
    links.append(target)
    return UInt16(links.count)
  }

  /// Makes links ordinary text.
  package mutating func removeLinks() {
    guard !links.isEmpty else { return }
    links = []
    for index in cells.indices { cells[index].link = 0 }
  }

  /// Lays a style over the cells of an area, keeping their text and the colours of pictures.
  ///
  /// A background fills the whole area.
  package mutating func restyle(_ rect: Rect, merging style: Style) {
    let area = rect.intersection(bounds)
    for row in area.rows {
      for column in area.columns {
        let index = row * size.width + column
        guard cells[index].part == .text else { continue }
        cells[index].style = cells[index].style.covered(by: style)
      }
    }
  }

  /// Lays a style under the cells of an area: it shows where theirs says nothing.
  package mutating func lay(_ surface: Style, under rect: Rect) {
    let area = rect.intersection(bounds)
    for row in area.rows {
      for column in area.columns {
        let index = row * size.width + column
        cells[index].style = surface.merging(cells[index].style)
      }
    }
  }

  /// Blanks the other half of a wide grapheme that is about to lose the cell at `index`.
  private mutating func releaseWide(at index: Int) {
    switch cells[index].width {
    case 0:
      precondition(cells[index - 1].width == 2, "Grid 1: a continuation has no wide cell")
      cells[index - 1] = .blank(cells[index - 1].style)
    case 2:
      precondition(cells[index + 1].isContinuation, "Grid 1: a wide cell has no continuation")
      cells[index + 1] = .blank(cells[index + 1].style)
    default: break
    }
  }
}
