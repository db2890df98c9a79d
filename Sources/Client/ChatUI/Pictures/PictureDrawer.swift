import ChatCore
package import Foundation
package import Pictures

/// Decodes pictures outside of this process, which no file of another person can harm so.
package struct PictureDrawer: Sendable {
  private let decode: @Sendable (_ file: URL, _ limit: PixelSize) async -> PictureAnswer

  /// - Parameter decode: decodes a file to at most so many pixels; it ends soon after its task is cancelled.
  package init(decode: @escaping @Sendable (URL, PixelSize) async -> PictureAnswer) {
    self.decode = decode
  }

  func draw(_ request: PictureRequest, in repository: ChatRepository) async -> PictureAnswer {
    // A file that is not here any more, or cannot be read, has its card.
    guard let file = try? await repository.attachmentFile(of: request.message) else {
      return .refused
    }
    return await decode(file, request.pixels)
  }
}
