/// A picture as pixels.
package struct PixelImage: Equatable, Sendable {
  package let size: PixelSize
  /// Four bytes for each pixel, row by row: red, green, blue, opacity.
  package let bytes: [UInt8]

  package struct Pixel: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    package var alpha: UInt8
  }

  /// Nil unless there are four bytes for each pixel, and at least one pixel.
  package init?(size: PixelSize, bytes: [UInt8]) {
    guard size.width > 0, size.height > 0, size.count * 4 == bytes.count else { return nil }
    self.size = size
    self.bytes = bytes
  }

  private init(known size: PixelSize, _ bytes: [UInt8]) {
    self.size = size
    self.bytes = bytes
  }

  /// The colour and the opacity of a pixel.
  package func pixel(column: Int, row: Int) -> Pixel {
    let place = (row * size.width + column) * 4
    return Pixel(
      red: bytes[place], green: bytes[place + 1], blue: bytes[place + 2], alpha: bytes[place + 3])
  }

  /// Whether nothing behind the picture is seen through it.
  package var isOpaque: Bool {
    stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 }
  }

  /// The picture in another size; each pixel is the mean of those that it takes the place of.
  package func scaled(to target: PixelSize) -> PixelImage {
    guard target != size, target.width > 0, target.height > 0 else { return self }
    var scaled = [UInt8](repeating: 0, count: target.count * 4)
    bytes.withUnsafeBufferPointer { source in
      for row in 0..<target.height {
        let rows = Self.range(row, of: target.height, in: size.height)
        for column in 0..<target.width {
          let columns = Self.range(column, of: target.width, in: size.width)
          var (red, green, blue, alpha) = (0, 0, 0, 0)
          for y in rows {
            var place = (y * size.width + columns.lowerBound) * 4
            for _ in columns {
              // What is seen through has less of a say.
              let opacity = Int(source[place + 3])
              red += Int(source[place]) * opacity
              green += Int(source[place + 1]) * opacity
              blue += Int(source[place + 2]) * opacity
              alpha += opacity
              place += 4
            }
          }
          guard alpha > 0 else { continue }
          let place = (row * target.width + column) * 4
          scaled[place] = UInt8(red / alpha)
          scaled[place + 1] = UInt8(green / alpha)
          scaled[place + 2] = UInt8(blue / alpha)
          scaled[place + 3] = UInt8(alpha / (rows.count * columns.count))
        }
      }
    }
    return PixelImage(known: target, scaled)
  }

  /// The picture as it was in front of a camera that was held in one of eight ways.
  ///
  /// Source: Exif 2.3, 4.6.4, the tag Orientation.
  package func upright(from orientation: Int) -> PixelImage {
    guard (2...8).contains(orientation) else { return self }
    let target = orientation >= 5 ? size.turned : size
    let (right, bottom) = (size.width - 1, size.height - 1)
    var turned: [UInt8] = []
    turned.reserveCapacity(bytes.count)
    for row in 0..<target.height {
      for column in 0..<target.width {
        let (x, y): (Int, Int) =
          switch orientation {
          case 2: (right - column, row)
          case 3: (right - column, bottom - row)
          case 4: (column, bottom - row)
          case 5: (row, column)
          case 6: (row, bottom - column)
          case 7: (right - row, bottom - column)
          default: (right - row, column)
          }
        let place = (y * size.width + x) * 4
        turned += bytes[place..<place + 4]
      }
    }
    return PixelImage(known: target, turned)
  }

  /// The pixels of one direction that a pixel of the scaled picture takes the place of; at least one.
  private static func range(_ place: Int, of count: Int, in length: Int) -> Range<Int> {
    let first = place * length / count
    return first..<max(first + 1, (place + 1) * length / count)
  }
}
