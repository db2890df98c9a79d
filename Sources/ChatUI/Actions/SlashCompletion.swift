/// The commands that begin with what was typed so far.
package struct SlashCompletion: Equatable, Sendable {
  /// The text that was typed after the slash.
  package var prefix: String
  package var candidates: [Action]

  /// Nil if the text is not the start of a command: more than one word, a literal slash, or no such command.
  package init?(_ text: String) {
    guard text.hasPrefix("/"), !text.hasPrefix("//"), !text.contains(where: \.isWhitespace)
    else { return nil }
    prefix = text.dropFirst().lowercased()
    candidates = ActionRegistry.slashActions(startingWith: prefix)
    guard !candidates.isEmpty else { return nil }
  }

  /// The text with a candidate in it, ready for its argument.
  ///
  /// - Parameter index: which candidate; any number, which wraps around.
  /// - Returns: the new text of the composer.
  package func text(taking index: Int) -> String {
    let count = candidates.count
    guard let slash = candidates[((index % count) + count) % count].slash else {
      return "/" + prefix
    }
    return "/" + slash.name + (slash.argument.isEmpty ? "" : " ")
  }
}
