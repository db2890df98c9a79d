import Pictures

extension Grid {
  /// Draws one row of a picture.
  ///
  /// - Parameters:
  ///   - row: the row of the picture, from 0.
  ///   - picture: its pixels and its place.
  ///   - point: the first cell.
  ///   - rect: the area it is clipped to; the whole grid when nil.
  package mutating func draw(
    row: Int, of picture: GridPicture, at point: Point, in rect: Rect? = nil
  ) {
    let area = (rect ?? bounds).intersection(bounds)
    guard (0..<picture.cells.height).contains(row), area.rows.contains(point.row) else { return }
    for column in 0..<picture.cells.width {
      let place = point.moved(columns: column)
      guard area.contains(place) else { continue }
      switch picture.way {
      case .kitty: put(KittyGraphics.cell(column: column, row: row, of: picture), at: place)
      case .blocks: put(Self.block(column: column, row: row, of: picture), at: place)
      }
    }
    if picture.way == .kitty { note(picture) }
  }

  /// Two pixels of a picture, one above the other; what is seen through has the colour of the terminal.
  private static func block(column: Int, row: Int, of picture: GridPicture) -> Cell {
    let upper = color(column, row * 2, of: picture)
    let lower = color(column, row * 2 + 1, of: picture)
    func cell(_ text: String, _ style: Style) -> Cell {
      Cell(text: text, style: style, width: 1, part: .block)
    }
    return switch (upper, lower) {
    case (nil, nil): cell(" ", .plain)
    case (let upper?, nil): cell("▀", Style(foreground: upper))
    case (nil, let lower?): cell("▄", Style(foreground: lower))
    case (let upper?, let lower?): cell("▀", Style(foreground: upper, background: lower))
    }
  }

  private static func color(_ column: Int, _ row: Int, of picture: GridPicture) -> Color? {
    let image = picture.image
    // A picture is smaller than its place by less than a cell; its last pixels fill that.
    let x = column * image.size.width / picture.cells.width
    let y = row * image.size.height / (picture.cells.height * 2)
    let pixel = image.pixel(
      column: min(x, image.size.width - 1), row: min(y, image.size.height - 1))
    guard pixel.alpha >= 128 else { return nil }
    return .rgb(RGBColor(red: pixel.red, green: pixel.green, blue: pixel.blue))
  }
}
