package import Foundation

/// Something that was pasted, to be made a file.
package enum PastedContent: Sendable, Equatable {
  case text(String)
  /// The picture that is in the desktop's clipboard.
  case clipboardPicture
}

extension FileRequests {
  /// Makes a file of what was pasted.
  ///
  /// - Parameters:
  ///   - content: what was pasted.
  ///   - moment: the time in words, for the name of the file.
  /// - Returns: the file, in a folder of its own.
  /// - Throws: `ExternalPrograms.Failure`.
  package func makeFile(of content: PastedContent, at moment: String) async throws -> URL {
    // A colon is not allowed in the names of some systems.
    let moment = moment.replacing(":", with: ".")
    switch content {
    case .text(let text): return try places.keepPasted(Data(text.utf8), "text \(moment).txt")
    case .clipboardPicture:
      guard let picture = try await programs?.clipboardPicture() else {
        throw ExternalPrograms.Failure(
          "The clipboard cannot be read here. /attach FILE sends a file.")
      }
      return try places.keepPasted(picture.bytes, "picture \(moment).\(picture.pathExtension)")
    }
  }
}
