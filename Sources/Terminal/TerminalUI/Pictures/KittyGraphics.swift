import Pictures

/// Kitty's graphics protocol: a picture is sent once under a number, and shown where cells with that number are.
///
/// The cells are ordinary text (Unicode placeholders), so whatever moves or covers text does so with pictures.
///
/// Source: sw.kovidgoyal.net/kitty/graphics-protocol: “The transmission”, “Unicode placeholders”, “Deleting images”.
package enum KittyGraphics {
  /// The character of a cell that shows a part of a picture; no text of a person may hold it.
  static let placeholder: Unicode.Scalar = "\u{10EEEE}"

  /// The question whether a terminal knows the protocol: a picture of one pixel, which is not shown.
  package static let question = "\u{1B}_Gi=\(questionNumber),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
  /// The answer of a terminal that knows it, behind its introducer.
  static let answer = "Gi=\(questionNumber);OK"
  private static let questionNumber = 31

  /// The longest part of a picture in one sequence.
  ///
  /// Source: the same page, “Remote client”: at most 4096 bytes, all but the last a multiple of four.
  private static let chunkBytes = 4096

  /// The sequences that give a picture to the terminal, which shows it where its cells are.
  package static func transmission(of picture: GridPicture) -> [String] {
    let image = picture.image
    let isOpaque = image.isOpaque
    let format = isOpaque ? 24 : 32
    let data = Array(Base64.encode(isOpaque ? image.colors : image.bytes).utf8)
    let head =
      "a=T,U=1,q=2,t=d,i=\(picture.number),f=\(format),s=\(image.size.width),"
      + "v=\(image.size.height),c=\(picture.cells.width),r=\(picture.cells.height),"
    return stride(from: 0, to: data.count, by: chunkBytes).map { start in
      let end = min(start + chunkBytes, data.count)
      let chunk = String(decoding: data[start..<end], as: UTF8.self)
      return "\u{1B}_G\(start == 0 ? head : "q=2,")m=\(end < data.count ? 1 : 0);\(chunk)\u{1B}\\"
    }
  }

  /// The sequence that makes the terminal forget a picture.
  package static func deletion(of number: UInt8) -> String {
    "\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\"
  }

  /// The cell that shows one part of a picture; its colour is the picture's number.
  static func cell(column: Int, row: Int, of picture: GridPicture) -> Cell {
    var text = String.UnicodeScalarView([placeholder])
    text.append(marks[row])
    text.append(marks[column])
    return Cell(
      text: String(text), style: Style(foreground: .palette(picture.number)), width: 1,
      part: .placeholder)
  }

  /// The marks over a placeholder that count its row and column, from 0.
  ///
  /// Source: kitty's rowcolumn-diacritics.txt; the first ones are enough for `GridPicture.largest`.
  private static let marks = markRanges.flatMap { $0.compactMap { Unicode.Scalar($0) } }
  private static let markRanges: [ClosedRange<UInt32>] = [
    0x305...0x305, 0x30D...0x30E, 0x310...0x310, 0x312...0x312, 0x33D...0x33F, 0x346...0x346,
    0x34A...0x34C, 0x350...0x352, 0x357...0x357, 0x35B...0x35B, 0x363...0x36F, 0x483...0x487,
    0x592...0x595, 0x597...0x599, 0x59C...0x5A1, 0x5A8...0x5A9, 0x5AB...0x5AC, 0x5AF...0x5AF,
    0x5C4...0x5C4, 0x610...0x617,
  ]
}

extension PixelImage {
  /// The colours without the opacity, three bytes for each pixel.
  fileprivate var colors: [UInt8] {
    var colors: [UInt8] = []
    colors.reserveCapacity(size.count * 3)
    for place in stride(from: 0, to: bytes.count, by: 4) { colors += bytes[place..<place + 3] }
    return colors
  }
}
