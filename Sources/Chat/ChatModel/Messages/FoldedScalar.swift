import Foundation

/// The form of a scalar in which a search compares it, without regard to case and marks.
///
/// Foundation compares in the same way, but takes milliseconds for a text of 64 KB.
package enum FoldedScalar {
  /// The scripts of East Asia begin here; they have no capital letters.
  private static let end: UInt32 = 0x2E80

  /// By the number of the scalar; made when a search first meets a text that is not ASCII.
  private static let table: [String] = {
    let scalars = (0..<end).map { Unicode.Scalar($0) ?? " " }
    let lines = scalars.map { $0 == "\n" ? " " : String($0) }.joined(separator: "\n")
    let folded = lines.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard folded.count == scalars.count else { return scalars.map { String($0) } }
    return zip(scalars, folded).map { scalar, letters in
      scalar.properties.generalCategory == .nonspacingMark ? "" : String(letters)
    }
  }()

  private static let ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]

  /// The letters without marks, in lower case; none for a mark.
  ///
  /// Several signs for one thing are one sign: apostrophes, hyphens, wide letters.
  package static func letters(of scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    switch scalar.value {
    // Keyboards that correct what is typed put one of these for an apostrophe, and a hyphen that does not break.
    case 0x2018, 0x2019, 0x02BC: return "'".unicodeScalars
    case 0x2010, 0x2011: return "-".unicodeScalars
    // Two or three letters that are written as one, and wide ones.
    case 0xFB00...0xFB06: return ligatures[Int(scalar.value - 0xFB00)].unicodeScalars
    case 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A:
      return String(lowercased(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)).unicodeScalars
    // Whether an emoji is drawn in colours.
    case 0xFE0E, 0xFE0F: return "".unicodeScalars
    default:
      let isKnown = !scalar.isASCII && scalar.value < end
      return (isKnown ? table[Int(scalar.value)] : String(lowercased(scalar))).unicodeScalars
    }
  }

  /// A letter of ASCII in lower case; everything else as it is.
  package static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard ("A"..."Z").contains(scalar) else { return scalar }
    return Unicode.Scalar(UInt8(ascii: scalar) | 0x20)
  }
}
