import ChatCore
import ChatModel
import ChatUI
import Foundation
import Pictures
import TerminalUI
import TestSupport

extension Scenes {
  /// The crew of the busy account, with a picture.
  static func picture() async throws -> ChatWorld {
    let world = try await busyAccount()
    let crew = try await world.repository.chat(matching: "Release crew").id
    try await withTemporaryDirectory { folder in
      let file = folder.appending(path: "photo.png")
      try png(width: 200, height: 100).write(to: file)
      try await world.repository.send("The new sign", attaching: file, to: crew)
    }
    return world
  }

  /// The header of a PNG file, which is all that a window reads of it.
  static func png(width: UInt8, height: UInt8) -> Data {
    var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])
    file += Data("IHDR".utf8)
    file += Data([0, 0, 0, width, 0, 0, 0, height, 8, 2, 0, 0, 0, 0, 0, 0, 0])
    return file
  }
}

extension ScreenDriver {
  /// The terminal says that it shows half blocks, and the picture in sight is drawn, if there is one.
  func drawPicture() async throws {
    screen.pictureAbilities = PictureAbilities(hasBlocks: true)
    try await update()
    guard let request = drawings.last else { return }
    let size = request.pixels
    let bytes = (0..<size.count).flatMap { place -> [UInt8] in
      let (column, row) = (place % size.width, place / size.width)
      return [
        UInt8(255 * column / size.width), UInt8(255 * row / size.height), 128, 255,
      ]
    }
    guard let image = PixelImage(size: size, bytes: bytes) else { return }
    try await post(.picture(request, .picture(image)))
  }
}
