/// The first words of a chat of two, which the invited person reads before accepting.
///
/// They travel in the title of the share, so the cloud and the invited person have them before anybody has joined.
package enum FirstWords {
  /// Characters.
  package static let limit = 120
  /// Unicode scalars that are looked at; a character may have many marks upon it.
  private static let scalarLimit = limit * 4

  /// The beginning of a text on one line, without what cannot be shown; empty if nothing of it can be seen.
  package static func of(_ text: String) -> String {
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(scalarLimit)))
    let line = ChatTitle.oneLine(start)
    guard ChatTitle.isVisible(line) else { return "" }
    let isWhole = start.unicodeScalars.count == text.unicodeScalars.count && line.count <= limit
    return isWhole ? line : String(line.prefix(limit - 1)) + "…"
  }
}
