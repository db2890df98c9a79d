package import Pictures

/// The way in which a terminal shows pictures.
package enum PictureWay: Hashable, Sendable {
  /// As pixels, in kitty's graphics protocol.
  case kitty
  /// As half blocks, two coloured squares in each cell.
  case blocks

  /// The pixels of a picture in so many cells.
  ///
  /// - Parameters:
  ///   - cells: its place.
  ///   - cell: the pixels of one cell of the terminal.
  /// - Returns: what a picture in this place can show.
  package func pixels(of cells: Size, cell: PixelSize) -> PixelSize {
    switch self {
    case .kitty: PixelSize(width: cells.width * cell.width, height: cells.height * cell.height)
    case .blocks: PixelSize(width: cells.width, height: cells.height * 2)
    }
  }
}

/// The abilities of a terminal for pictures.
package struct PictureAbilities: Hashable, Sendable {
  /// Whether it shows enough colours for half blocks.
  package var hasBlocks: Bool
  /// Whether it has said that it knows kitty's graphics protocol.
  package var hasKitty: Bool
  /// Whether the bytes go over a network, which may be slow.
  package var isFar: Bool
  /// The pixels of one cell.
  package var cell: PixelSize

  package init(
    hasBlocks: Bool = false, hasKitty: Bool = false, isFar: Bool = false,
    cell: PixelSize = PictureAbilities.usualCell
  ) {
    self.hasBlocks = hasBlocks
    self.hasKitty = hasKitty
    self.isFar = isFar
    self.cell = cell
  }

  /// The shape of a cell where a terminal does not tell: twice as high as it is wide.
  package static let usualCell = PixelSize(width: 10, height: 20)
  /// Our choice: of larger cells not all pixels are used, so that a picture takes no more bytes.
  private static let largestCell = PixelSize(width: 16, height: 32)

  /// A cell of the same shape that is not larger.
  static func limited(_ cell: PixelSize) -> PixelSize {
    guard cell.width > largestCell.width || cell.height > largestCell.height else { return cell }
    let (width, height) = (largestCell.width, largestCell.height)
    return cell.width * height > cell.height * width
      ? PixelSize(width: width, height: max(1, cell.height * width / cell.width))
      : PixelSize(width: max(1, cell.width * height / cell.height), height: height)
  }
}

/// A picture in a grid.
package struct GridPicture: Hashable, Sendable {
  /// The number under which terminals know it: a place in the palette, and not one of the named colours.
  package let number: UInt8
  package let way: PictureWay
  package let cells: Size
  package let image: PixelImage

  /// The numbers that pictures may have.
  package static let numbers: ClosedRange<UInt8> = 16...255
  /// The most columns and rows; kitty's marks for more are not in our table.
  package static let largest = Size(width: 60, height: 60)

  /// - Parameters:
  ///   - number: not that of another picture in the same grid.
  ///   - way: how it is shown.
  ///   - cells: its place, at most `largest`.
  ///   - image: its pixels.
  package init(number: UInt8, way: PictureWay, cells: Size, image: PixelImage) {
    precondition(Self.numbers.contains(number), "a picture has the number of a named colour")
    self.number = number
    self.way = way
    self.cells = Size(
      width: min(cells.width, Self.largest.width), height: min(cells.height, Self.largest.height))
    self.image = image
  }

  /// Pictures with one number are the same one: comparing pixels would take long.
  package static func == (one: GridPicture, other: GridPicture) -> Bool {
    (one.number, one.way, one.cells) == (other.number, other.way, other.cells)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(way)
    hasher.combine(cells)
  }
}
