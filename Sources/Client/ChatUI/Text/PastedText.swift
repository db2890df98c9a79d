/// Pasted text as it is inserted: without the sequences by which programs colour a terminal.
///
/// Without this their letters remain as text: `[31mred[0m`. Source: ECMA-48, 5.3 to 5.6.
enum PastedText {
  /// - Parameter text: as the terminal has sent it.
  /// - Returns: the text without whole escape sequences; an escape that begins none is left for the editor to remove.
  static func plain(_ text: String) -> String {
    guard text.unicodeScalars.contains(escape) else { return text }
    var rest = text.unicodeScalars[...]
    var kept = String.UnicodeScalarView()
    while let scalar = rest.first {
      if scalar == escape, let end = endOfSequence(rest) {
        rest = rest[end...]
      } else {
        kept.append(scalar)
        rest = rest.dropFirst()
      }
    }
    return String(kept)
  }

  private static let escape: Unicode.Scalar = "\u{1B}"
  private static let bell: Unicode.Scalar = "\u{7}"

  /// The place behind the sequence at the beginning; nil if it is none, or does not end.
  private static func endOfSequence(_ text: Substring.UnicodeScalarView) -> String.Index? {
    let inner = text.dropFirst()
    guard let kind = inner.first else { return nil }
    switch kind {
    case "[":
      let final = inner.dropFirst().drop { ("\u{20}"..."\u{3F}").contains($0) }
      return end(behind: final, in: "\u{40}"..."\u{7E}")
    case "]", "P", "X", "^", "_":
      let last = inner.dropFirst().drop { $0 != bell && $0 != escape && $0 != "\n" }
      if last.first == bell { return last.dropFirst().startIndex }
      return last.first == escape ? end(behind: last.dropFirst(), in: "\\"..."\\") : nil
    default:
      let final = inner.drop { ("\u{20}"..."\u{2F}").contains($0) }
      return end(behind: final, in: "\u{30}"..."\u{7E}")
    }
  }

  private static func end(
    behind final: Substring.UnicodeScalarView, in range: ClosedRange<Unicode.Scalar>
  ) -> String.Index? {
    guard let scalar = final.first, range.contains(scalar) else { return nil }
    return final.dropFirst().startIndex
  }
}
