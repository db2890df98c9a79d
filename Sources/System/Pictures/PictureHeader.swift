#if canImport(Glibc)
import Glibc
#endif

/// The width and the height of a picture in pixels.
package struct PixelSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  package var count: Int { width * height }

  /// The size of a picture that lies on its side.
  var turned: PixelSize { PixelSize(width: height, height: width) }
}

/// The kind and the size of a picture, as the first bytes of its file claim them.
///
/// Source: the PNG specification, 11.2.2; GIF89a, 18; ITU-T T.81, B.2.2; Exif 2.3, 4.6; the WebP container
/// specification.
package struct PictureHeader: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case gif
    case jpeg
    case png
    case webp
  }

  /// Our choice: more pixels are not decoded; the largest cameras of phones have as many.
  package static let pixelLimit = 50_000_000

  package var kind: Kind
  /// The size in which people see it.
  package var size: PixelSize
  /// The way in which a camera was held: 1 for upright, up to 8.
  package var orientation: Int

  package init(kind: Kind, size: PixelSize, orientation: Int = 1) {
    self.kind = kind
    self.size = size
    self.orientation = orientation
  }

  /// Whether the rows of the file are columns for people.
  var liesOnItsSide: Bool { orientation >= 5 }

  /// Reads the header of a file; nil if it is no picture of a known kind, is too large or cannot be read.
  ///
  /// Only some dozen bytes are read, whatever the size of the file is.
  package init?(path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    self.init { place, count in
      var bytes = [UInt8](repeating: 0, count: count)
      let read = pread(descriptor, &bytes, count, off_t(place))
      return Array(bytes.prefix(max(0, read)))
    }
  }

  /// The same for bytes in memory.
  package init?(_ bytes: [UInt8]) {
    self.init { place, count in Array(bytes.dropFirst(place).prefix(count)) }
  }

  /// - Parameter read: gives so many bytes from a place on, or fewer at the end.
  private init?(_ read: (_ place: Int, _ count: Int) -> [UInt8]) {
    let start = read(0, Self.startBytes)
    guard let header = Self.header(in: start, read), header.size.width > 0,
      header.size.height > 0, header.size.height <= Self.pixelLimit / header.size.width
    else { return nil }
    self.init(kind: header.kind, size: header.size, orientation: header.orientation)
  }

  /// The bytes in which all kinds but JPEG have their size.
  private static let startBytes = 30

  private static func header(
    in start: [UInt8], _ read: (Int, Int) -> [UInt8]
  ) -> PictureHeader? {
    if start.starts(with: [0xFF, 0xD8]) { return jpeg(read) }
    guard start.count == startBytes || (start.count >= 13 && has("GIF8", at: 0, in: start)) else {
      return nil
    }
    if has("GIF87a", at: 0, in: start) || has("GIF89a", at: 0, in: start) {
      let size = PixelSize(width: little(start, 6, 2), height: little(start, 8, 2))
      return PictureHeader(kind: .gif, size: size)
    }
    guard start.count == startBytes else { return nil }
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
      has("IHDR", at: 12, in: start)
    {
      let size = PixelSize(width: big(start, 16, 4), height: big(start, 20, 4))
      return PictureHeader(kind: .png, size: size)
    }
    guard has("RIFF", at: 0, in: start), has("WEBP", at: 8, in: start) else { return nil }
    return webp(start).map { PictureHeader(kind: .webp, size: $0) }
  }

  private static func webp(_ start: [UInt8]) -> PixelSize? {
    if has("VP8X", at: 12, in: start) {
      return PixelSize(width: little(start, 24, 3) + 1, height: little(start, 27, 3) + 1)
    }
    if has("VP8L", at: 12, in: start), start[20] == 0x2F {
      let bits = little(start, 21, 4)
      return PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    }
    guard has("VP8 ", at: 12, in: start), Array(start[23...25]) == [0x9D, 0x01, 0x2A] else {
      return nil
    }
    return PixelSize(width: little(start, 26, 2) & 0x3FFF, height: little(start, 28, 2) & 0x3FFF)
  }

  /// Our choice: the segments of a JPEG file before its size; cameras write about ten.
  private static let segmentLimit = 100

  private static func jpeg(_ read: (Int, Int) -> [UInt8]) -> PictureHeader? {
    var place = 2
    var orientation = 1
    for _ in 0..<segmentLimit {
      let segment = read(place, 9)
      guard segment.count == 9, segment[0] == 0xFF else { return nil }
      let marker = segment[1]
      if marker == 0xFF {
        // A byte that fills.
        place += 1
      } else if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        let stored = PixelSize(width: big(segment, 7, 2), height: big(segment, 5, 2))
        return PictureHeader(
          kind: .jpeg, size: orientation >= 5 ? stored.turned : stored, orientation: orientation)
      } else {
        if marker == 0xE1 {
          let data = read(place + 4, min(big(segment, 2, 2), exifBytes))
          orientation = Self.orientation(in: data) ?? orientation
        }
        place += 2 + max(2, big(segment, 2, 2))
      }
    }
    return nil
  }

  /// Our choice: the bytes of a camera's notes that are read; the orientation stands among the first.
  private static let exifBytes = 1024

  /// The orientation in a camera's notes; nil if they tell none.
  private static func orientation(in data: [UInt8]) -> Int? {
    guard has("Exif", at: 0, in: data) else { return nil }
    let notes = Array(data.dropFirst(6))
    let isLittle = notes.first == UInt8(ascii: "I")
    func number(_ place: Int, _ count: Int) -> Int? {
      guard place + count <= notes.count else { return nil }
      return isLittle ? little(notes, place, count) : big(notes, place, count)
    }
    guard let start = number(4, 4), let entryCount = number(start, 2) else { return nil }
    for entry in 0..<entryCount {
      let place = start + 2 + entry * 12
      guard let tag = number(place, 2), let value = number(place + 8, 2) else { return nil }
      if tag == 0x0112 { return (1...8).contains(value) ? value : nil }
    }
    return nil
  }

  private static func has(_ text: String, at place: Int, in bytes: [UInt8]) -> Bool {
    bytes.dropFirst(place).starts(with: text.utf8)
  }

  private static func big(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
    bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func little(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
    bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
