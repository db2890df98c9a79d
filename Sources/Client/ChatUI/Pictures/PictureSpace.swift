package import ChatModel
package import ClientSettings
package import Pictures
package import TerminalUI

/// The room that pictures take between the messages of a pane.
///
/// It follows from the size that the first bytes of a file claim, so that nothing moves when the picture is drawn.
package struct PictureSpace: Equatable, Sendable {
  /// Our choice: the most rows of a picture; a third of the pane, if that is less.
  private static let mostRows = 12
  /// A pane with less room for a picture shows none.
  private static let fewestRows = 3
  /// Our choice: the most columns of a picture.
  private static let mostColumns = 40

  package let way: PictureWay
  /// The pixels of one cell.
  package let cell: PixelSize
  private let rows: Int
  /// The pictures that cannot be drawn.
  private let refusals: PictureRefusals

  /// Nil where pictures are not shown.
  ///
  /// - Parameters:
  ///   - choice: what the person wants.
  ///   - abilities: what the terminal can do.
  ///   - height: the rows of the pane.
  ///   - refusals: the pictures that cannot be drawn.
  package init?(
    _ choice: PictureChoice, _ abilities: PictureAbilities, height: Int,
    refusals: PictureRefusals = PictureRefusals()
  ) {
    rows = min(Self.mostRows, height / 3)
    guard let way = Self.way(choice, abilities), rows >= Self.fewestRows else { return nil }
    self.way = way
    cell = abilities.cell
    self.refusals = refusals
  }

  private static func way(_ choice: PictureChoice, _ abilities: PictureAbilities) -> PictureWay? {
    guard abilities.hasBlocks else { return nil }
    return switch choice {
    case .auto where abilities.isFar: nil
    case .auto: abilities.hasKitty ? .kitty : .blocks
    case .kitty: .kitty
    case .blocks: .blocks
    case .off: nil
    }
  }

  /// The cells of a message's picture, whose shape is kept; nil if it shows none.
  package func size(of message: Message, columns: Int) -> Size? {
    guard let picture = message.attachment?.picture, !message.isDeleted,
      !refusals.has(picture)
    else { return nil }
    return size(of: picture.header.size, columns: columns)
  }

  /// The cells of a picture; never more than its pixels need.
  package func size(of picture: PixelSize, columns: Int) -> Size {
    let most = Size(width: max(1, min(Self.mostColumns, columns)), height: rows)
    let (width, height) = (Double(picture.width), Double(picture.height))
    let scale = min(
      1, Double(most.width * cell.width) / width, Double(most.height * cell.height) / height)
    func cells(_ pixels: Double, _ each: Int, _ most: Int) -> Int {
      min(most, max(1, Int((pixels * scale / Double(each)).rounded())))
    }
    return Size(
      width: cells(width, cell.width, most.width), height: cells(height, cell.height, most.height))
  }
}

/// The pictures that cannot be drawn: their messages show the card alone.
package struct PictureRefusals: Equatable, Sendable {
  /// Broken, or more than a decoder is given.
  package var files: Set<AssetDigest> = []
  /// Those whose library is not on this machine.
  package var kinds: Set<PictureHeader.Kind> = []

  package init() {}

  func has(_ picture: Message.Picture) -> Bool {
    files.contains(picture.file) || kinds.contains(picture.header.kind)
  }
}
