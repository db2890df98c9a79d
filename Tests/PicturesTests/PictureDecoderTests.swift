import Foundation
import Pictures
import Testing

/// Pictures from hostile hands; what a crash does is for the process that decodes.
struct PictureDecoderTests {
  /// Four columns and two rows: red above, green and blue below.
  private static let gif: [UInt8] = [
    71, 73, 70, 56, 57, 97, 4, 0, 2, 0, 129, 0, 0, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 33,
    249, 4, 1, 0, 0, 0, 0, 44, 0, 0, 0, 0, 4, 0, 2, 0, 0, 2, 4, 140, 35, 50, 83, 0, 59,
  ]
  /// Two columns and two rows: red at the left, green at the right.
  private static let png = [UInt8](
    Data(
      base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR4nGP4z8DA8B+MgBgAHfAD"
        + "/dPQfSYAAAAASUVORK5CYII=") ?? Data())

  private static let (red, green, blue): ([UInt8], [UInt8], [UInt8]) = (
    [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]
  )

  private static var hasLibPNG: Bool {
    PictureDecoder.answer(png, atMost: PixelSize(width: 2, height: 2))
      != .missing(library: "libpng16-16")
  }

  private func image(_ width: Int, _ height: Int, _ pixels: [[UInt8]]) throws -> PictureAnswer {
    .picture(
      try #require(
        PixelImage(size: PixelSize(width: width, height: height), bytes: pixels.flatMap(\.self))))
  }

  private func answer(_ bytes: some Sequence<UInt8>, _ width: Int, _ height: Int) -> PictureAnswer {
    PictureDecoder.answer(Array(bytes), atMost: PixelSize(width: width, height: height))
  }

  @Test func `the first picture of a GIF file is decoded`() throws {
    let (red, green, blue) = (Self.red, Self.green, Self.blue)
    let whole = try image(4, 2, [red, red, red, red, green, green, blue, blue])
    #expect(answer(Self.gif, 4, 2) == whole)
    #expect(answer(Self.gif, 100, 100) == whole, "no picture is made larger")
  }

  @Test func `a picture that is made smaller has the mean colours, and its shape`() throws {
    let half = try image(2, 1, [[127, 127, 0, 255], [127, 0, 127, 255]])
    #expect(answer(Self.gif, 2, 1) == half)
    #expect(answer(Self.gif, 2, 50) == half)
  }

  @Test(.enabled(if: hasLibPNG, "libpng16-16 is not on this machine"))
  func `a PNG file is decoded by the library`() throws {
    let (red, green) = (Self.red, Self.green)
    let whole = try image(2, 2, [red, green, red, green])
    #expect(answer(Self.png, 8, 8) == whole)
    // The header is whole, and the pixels are not.
    #expect(answer(Self.png.prefix(45), 8, 8) == .refused)
  }

  @Test func `a file that ends early is refused`() {
    // The last byte only says that no other picture follows.
    for count in 0..<Self.gif.count - 1 {
      #expect(answer(Self.gif.prefix(count), 4, 2) == .refused, "\(count)")
    }
  }

  @Test func `no byte of a file leads outside of the picture that was asked for`() {
    for place in Self.gif.indices {
      for change in [0x01, 0x80, 0xFF] as [UInt8] {
        var bytes = Self.gif
        bytes[place] ^= change
        guard case .picture(let image) = answer(bytes, 4, 2) else { continue }
        #expect(image.size.width <= 4 && image.size.height <= 2, "\(place), \(change)")
      }
    }
  }

  @Test func `the size stands in the first bytes of each kind`() {
    let size = PixelSize(width: 0x102, height: 0x304)
    func isRead(_ start: String, _ rest: [UInt8], as kind: PictureHeader.Kind) -> Bool {
      var bytes = Array(start.utf8)
      bytes += rest
      bytes += [UInt8](repeating: 0, count: 30)
      return PictureHeader(bytes) == PictureHeader(kind: kind, size: size)
    }
    #expect(isRead("GIF87a", [2, 1, 4, 3], as: .gif))
    #expect(
      isRead(
        "", [0xFF, 0xD8, 0xFF, 0xE1, 0, 4, 9, 9, 0xFF, 0xFF, 0xC2, 0, 17, 8, 3, 4, 1, 2], as: .jpeg)
    )
    #expect(isRead("RIFF....WEBPVP8X", [10, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 3, 3, 0], as: .webp))
    #expect(
      isRead("RIFF....WEBPVP8 ", [0, 0, 0, 0, 0, 0, 0, 0x9D, 0x01, 0x2A, 2, 1, 4, 3], as: .webp))
    let bits = UInt32(size.width - 1) | UInt32(size.height - 1) << 14
    let packed = (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt32($0))) }
    #expect(isRead("RIFF....WEBPVP8L", [0, 0, 0, 0, 0x2F] + packed, as: .webp))
    let png = PictureHeader(kind: .png, size: PixelSize(width: 2, height: 2))
    #expect(PictureHeader(Self.png) == png)
  }

  @Test func `a picture of a camera that was held sideways is upright`() throws {
    let exif: [UInt8] = [
      0xFF, 0xD8, 0xFF, 0xE1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0,
      1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
    ]
    let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 8, 3, 4, 1, 2]
    let upright = PixelSize(width: 0x304, height: 0x102)
    #expect(
      PictureHeader(exif + frame) == PictureHeader(kind: .jpeg, size: upright, orientation: 6))
    // The letters a to f in two rows, as their red parts.
    func text(_ orientation: Int) throws -> [String] {
      let pixels = "abcdef".utf8.flatMap { [$0, 0, 0, 255] as [UInt8] }
      let stored = try #require(
        PixelImage(size: PixelSize(width: 3, height: 2), bytes: pixels))
      let image = stored.upright(from: orientation)
      return (0..<image.size.height).map { row in
        let letters = (0..<image.size.width).map { image.pixel(column: $0, row: row).red }
        return String(decoding: letters, as: UTF8.self)
      }
    }
    #expect(try text(1) == ["abc", "def"])
    #expect(try text(2) == ["cba", "fed"])
    #expect(try text(3) == ["fed", "cba"])
    #expect(try text(4) == ["def", "abc"])
    #expect(try text(5) == ["ad", "be", "cf"])
    #expect(try text(6) == ["da", "eb", "fc"])
    #expect(try text(7) == ["fc", "eb", "da"])
    #expect(try text(8) == ["cf", "be", "ad"])
  }

  @Test func `a header that claims too much, or nothing, is none`() {
    var png = Self.png
    png.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
    #expect(PictureHeader(png) == nil, "60000 × 60000")
    png.replaceSubrange(16..<24, with: [UInt8](repeating: 0xFF, count: 8))
    #expect(PictureHeader(png) == nil)
    png.replaceSubrange(16..<24, with: [0, 0, 0, 0, 0, 0, 0, 9])
    #expect(PictureHeader(png) == nil)
    #expect(PictureHeader(Array("This is no picture, whatever its name says.".utf8)) == nil)
    #expect(PictureHeader([]) == nil)
    #expect(PictureHeader([0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 4000)) == nil)
    #expect(PictureHeader(path: "/") == nil)
  }

  @Test func `an answer of the decoder is taken only if it is what was asked for`() throws {
    let size = PixelSize(width: 4, height: 2)
    let answer = answer(Self.gif, 4, 2)
    #expect(answer.line.utf8.count <= PictureAnswer.byteLimit(size))
    #expect(PictureAnswer(line: answer.line + "\n", atMost: size) == answer)
    #expect(PictureAnswer(line: answer.line, atMost: PixelSize(width: 3, height: 2)) == .refused)
    #expect(
      PictureAnswer(line: String(answer.line.dropLast(8)), atMost: size) == .refused,
      "fewer pixels than it says")
    let missing = PictureAnswer.missing(library: "libwebp7")
    #expect(PictureAnswer(line: missing.line, atMost: size) == missing)
    let hostile = ["missing \u{1B}]0;x\u{7}", "missing " + String(repeating: "a", count: 65)]
    let others = ["", "picture", "picture 0 0 ", "picture -1 -1 AAAA", "zonechat: killed"]
    for line in others + hostile {
      #expect(PictureAnswer(line: line, atMost: size) == .refused, "\(line)")
    }
  }
}
