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
    case "missing"? where words.count == 2: self = .missing(library: String(words[1]))
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
}
