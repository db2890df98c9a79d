package import ChatModel
package import Pictures
package import TerminalUI

/// A picture that is to be drawn, because its place is in sight.
package struct PictureRequest: Hashable, Sendable {
  package var message: MessageID
  package var picture: Message.Picture
  package var way: PictureWay
  package var cells: Size
  /// The most pixels of the result.
  package var pixels: PixelSize

  package init(
    _ message: MessageID, _ picture: Message.Picture, way: PictureWay, cells: Size,
    pixels: PixelSize
  ) {
    self.message = message
    self.picture = picture
    self.way = way
    self.cells = cells
    self.pixels = pixels
  }
}
