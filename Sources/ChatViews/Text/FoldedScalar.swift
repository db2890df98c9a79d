import Foundation

/// What a scalar of a text is to somebody who searches without regard to case and marks.
///
/// Foundation compares so too, but takes milliseconds for a text of 64 KB.
enum FoldedScalar {
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

  /// The letters without marks, in lower case; none for a mark.
  static func letters(of scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    let isKnown = !scalar.isASCII && scalar.value < end
    return (isKnown ? table[Int(scalar.value)] : String(lowercased(scalar))).unicodeScalars
  }

  /// A letter of ASCII in lower case; everything else as it is.
  static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard ("A"..."Z").contains(scalar) else { return scalar }
    return Unicode.Scalar(UInt8(ascii: scalar) | 0x20)
  }
}
