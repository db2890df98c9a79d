import Foundation

/// The outcome of decoding a picture, as the process that decodes it prints it in one line.
package enum PictureAnswer: Equatable, Sendable {
  case picture(PixelImage)
  /// A library for this kind is not on this machine.
  case missing(library: String)
  /// The file is no picture, is broken, or needs more than it is given.
  case refused

  /// The most bytes that an answer takes for a picture of so many pixels.
  package static func byteLimit(_ size: PixelSize) -> Int { (size.count * 4 + 2) / 3 * 4 + 64 }

  package var line: String {
    switch self {
    case .picture(let image):
      "picture \(image.size.width) \(image.size.height) \(Data(image.bytes).base64EncodedString())"
    case .missing(let library): "missing \(library)"
    case .refused: "refused"
    }
  }

  /// Reads an answer; anything that is none, or a picture larger than was asked for, is `refused`.
  package init(line: String, atMost limit: PixelSize) {
    let words = line.split { $0 == " " || $0 == "\n" }
    self = .refused
    switch words.first {
    case "missing"? where words.count == 2 && Self.isLibrary(words[1]):
      self = .missing(library: String(words[1]))
    case "picture"? where words.count == 4:
      guard let width = Int(words[1]), let height = Int(words[2]),
        (1...max(1, limit.width)).contains(width), (1...max(1, limit.height)).contains(height),
        let data = Data(base64Encoded: String(words[3])),
        let image = PixelImage(size: PixelSize(width: width, height: height), bytes: [UInt8](data))
      else { return }
      self = .picture(image)
    default: return
    }
  }

  /// Whether a word can be the name of a package; a hostile file may have taken the decoder over.
  private static func isLibrary(_ word: Substring) -> Bool {
    word.utf8.count <= 64
      && word.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || "+-.".utf8.contains($0)
      }
  }
}
