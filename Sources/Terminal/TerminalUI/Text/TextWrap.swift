/// Breaks text into rows that fit a width.
package enum TextWrap {
  /// The rows of a text: words are kept whole where they fit, longer ones are broken.
  ///
  /// Blanks at a break and at the end of a line vanish; those at its start and within rows stay. A
  /// newline always begins a row, and an empty text has one empty row. A break is also possible
  /// beside a wide grapheme. Linear in the length of the text.
  ///
  /// - Parameters:
  ///   - text: any text; made harmless first (`DisplayText.multiLine`).
  ///   - width: columns of a row; less than 1 counts as 1. A wider grapheme becomes U+FFFD.
  /// - Returns: rows of at most `width` columns.
  package static func lines(_ text: some StringProtocol, width: Int) -> [String] {
    let safe = DisplayText.multiLine(text)
    var rows: [String] = []
    for line in safe.split(separator: "\n", omittingEmptySubsequences: false) {
      var builder = RowBuilder(width: max(1, width))
      builder.take(line)
      rows += builder.finish()
    }
    return rows
  }
}
