extension StringProtocol {
  /// The longest beginning that takes at most `width` columns, ending in `…` when shortened.
  package func truncated(to width: Int) -> String {
    guard width > 0 else { return "" }
    var kept = startIndex
    var total = 0
    var index = startIndex
    while index < endIndex {
      total += TextWidth.of(self[index])
      guard total <= width else { return self[..<kept] + "…" }
      formIndex(after: &index)
      if total < width {
        kept = index
      }
    }
    return String(self)
  }

  /// The longest beginning that takes at most `width` columns.
  package func prefix(columns width: Int) -> SubSequence {
    var total = 0
    var index = startIndex
    while index < endIndex {
      total += TextWidth.of(self[index])
      guard total <= width else { break }
      formIndex(after: &index)
    }
    return self[..<index]
  }

  /// The text followed by blanks up to `width` columns, shortened when it is longer.
  package func padded(to width: Int) -> String {
    let text = truncated(to: width)
    return text + String(repeating: " ", count: Swift.max(0, width - TextWidth.of(text)))
  }
}
