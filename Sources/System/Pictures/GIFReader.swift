/// The first picture of a GIF file; the others of an animation are not read.
///
/// Every access is checked, and the table of codes is bounded, so that a hostile file can only be refused.
///
/// Source: GIF89a, with appendix F for the variable codes.
struct GIFReader {
  private let bytes: [UInt8]
  private var place = 6
  private var transparent: Int?

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func firstPicture(of bytes: [UInt8]) throws(PictureFailure) -> PixelImage {
    var reader = GIFReader(bytes)
    return try reader.read()
  }

  private mutating func read() throws(PictureFailure) -> PixelImage {
    let canvas = PixelSize(width: try word(), height: try word())
    guard canvas.width > 0, canvas.height > 0, canvas.count <= PictureHeader.pixelLimit else {
      throw .broken
    }
    let flags = try byte()
    _ = try take(2)
    let colors = try self.colors(flags)
    while true {
      switch try byte() {
      case 0x21: try readExtension()
      case 0x2C: return try readPicture(on: canvas, colors)
      default: throw .broken
      }
    }
  }

  private mutating func readExtension() throws(PictureFailure) {
    let isControl = try byte() == 0xF9
    let data = try blocks()
    if isControl, data.count >= 4, data[0] & 1 == 1 { transparent = Int(data[3]) }
  }

  private mutating func readPicture(
    on canvas: PixelSize, _ common: ArraySlice<UInt8>
  ) throws(PictureFailure) -> PixelImage {
    let (left, top) = (try word(), try word())
    let size = PixelSize(width: try word(), height: try word())
    guard left + size.width <= canvas.width, top + size.height <= canvas.height, size.count > 0
    else { throw .broken }
    let flags = try byte()
    let own = try colors(flags)
    let table = Array(own.isEmpty ? common : own)
    let codeBits = Int(try byte())
    let places = try Self.unpacked(try blocks(), codeBits: codeBits, count: size.count)
    var pixels = [UInt8](repeating: 0, count: canvas.count * 4)
    let rows = flags & 0x40 == 0 ? Array(0..<size.height) : Self.interlaced(size.height)
    for (index, row) in rows.enumerated() {
      for column in 0..<size.width {
        let color = Int(places[index * size.width + column])
        guard color != transparent else { continue }
        guard color * 3 + 2 < table.count else { throw .broken }
        let target = ((top + row) * canvas.width + left + column) * 4
        pixels[target] = table[color * 3]
        pixels[target + 1] = table[color * 3 + 1]
        pixels[target + 2] = table[color * 3 + 2]
        pixels[target + 3] = 255
      }
    }
    guard let image = PixelImage(size: canvas, bytes: pixels) else { throw .broken }
    return image
  }

  /// The rows of an interlaced picture in the order of the file.
  private static func interlaced(_ height: Int) -> [Int] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
  }

  /// The places in the table of colours, one for each pixel.
  private static func unpacked(
    _ data: [UInt8], codeBits: Int, count: Int
  ) throws(PictureFailure) -> [UInt8] {
    guard (2...8).contains(codeBits) else { throw .broken }
    let clear = 1 << codeBits
    var prefixes = [Int](repeating: 0, count: 4096)
    var suffixes = [UInt8](repeating: 0, count: 4096)
    var output: [UInt8] = []
    output.reserveCapacity(count)
    var text: [UInt8] = []
    var (bits, bitCount, width, next) = (0, 0, codeBits + 1, clear + 2)
    var previous: Int?
    var first: UInt8 = 0
    for byte in data {
      bits |= Int(byte) << bitCount
      bitCount += 8
      while bitCount >= width, output.count < count {
        let code = bits & (1 << width - 1)
        bits >>= width
        bitCount -= width
        if code == clear {
          (width, next, previous) = (codeBits + 1, clear + 2, nil)
          continue
        }
        guard code != clear + 1 else { throw .broken }
        guard let before = previous else {
          guard code < clear else { throw .broken }
          first = UInt8(code)
          output.append(first)
          previous = code
          continue
        }
        guard code < next || (code == next && next < 4096) else { throw .broken }
        text.removeAll(keepingCapacity: true)
        var rest = code
        if code == next {
          text.append(first)
          rest = before
        }
        // A prefix is always an earlier code, so this ends.
        while rest > clear {
          text.append(suffixes[rest])
          rest = prefixes[rest]
        }
        first = UInt8(rest)
        text.append(first)
        output.append(contentsOf: text.reversed())
        if next < 4096 {
          prefixes[next] = before
          suffixes[next] = first
          next += 1
          if next == 1 << width, width < 12 { width += 1 }
        }
        previous = code
      }
    }
    guard output.count >= count else { throw .broken }
    return output
  }

  // MARK: - Bytes

  private mutating func byte() throws(PictureFailure) -> UInt8 {
    guard place < bytes.count else { throw .broken }
    defer { place += 1 }
    return bytes[place]
  }

  private mutating func word() throws(PictureFailure) -> Int {
    let low = Int(try byte())
    return low | Int(try byte()) << 8
  }

  private mutating func take(_ count: Int) throws(PictureFailure) -> ArraySlice<UInt8> {
    guard bytes.count - place >= count else { throw .broken }
    defer { place += count }
    return bytes[place..<place + count]
  }

  /// A table of colours, three bytes each, if the flags say that there is one.
  private mutating func colors(_ flags: UInt8) throws(PictureFailure) -> ArraySlice<UInt8> {
    guard flags & 0x80 != 0 else { return [] }
    return try take(3 << (Int(flags & 7) + 1))
  }

  /// The data of blocks up to an empty one.
  private mutating func blocks() throws(PictureFailure) -> [UInt8] {
    var data: [UInt8] = []
    while true {
      let count = Int(try byte())
      if count == 0 { return data }
      data += try take(count)
    }
  }
}
