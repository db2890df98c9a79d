import Foundation

/// The rules for a chat's title; a chat without one is named after the others in it.
package enum ChatTitle {
  /// Characters.
  package static let limit = 100

  /// Bytes.
  package static let limitBytes = limit * 16

  /// The text in the place of a name while a chat has no title and nobody else is in it.
  ///
  /// No account's name has brackets.
  package static let missing = "(no title)"

  /// A title that came from elsewhere, cut to the limits; not sanitised.
  package static func bounded(_ title: String) -> String {
    guard title.utf8.count > limitBytes || title.count > limit else { return title }
    var scalars = String.UnicodeScalarView()
    var bytes = 0
    for scalar in title.unicodeScalars {
      bytes += UTF8.width(scalar)
      if bytes > limitBytes { break }
      scalars.append(scalar)
    }
    return String(String(scalars).prefix(limit))
  }

  /// Whether a title is the name of an account: the chat then has just two people.
  package static func isName(_ title: String, of account: Account) -> Bool {
    title.trimmingCharacters(in: .whitespaces).caseInsensitiveCompare(account.name) == .orderedSame
  }

  /// `title` on one line, without what cannot be shown; empty, and so no title, if nothing of it can be seen.
  ///
  /// Throws `.titleTooLong`.
  package static func validated(_ title: String) throws(ChatError) -> String {
    let trimmed = oneLine(title)
    guard isVisible(trimmed) else { return "" }
    guard trimmed.count <= limit, trimmed.utf8.count <= limitBytes else {
      throw .titleTooLong(characters: trimmed.count)
    }
    return trimmed
  }

  /// A text on one line, without what cannot be shown.
  static func oneLine(_ text: String) -> String {
    let spaced = text.map { $0.isNewline || $0 == "\t" ? " " : $0 }
    let shown = String(spaced).unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
        .paragraphSeparator:
        // Joins emoji; a title may contain a family emoji.
        scalar == "\u{200D}"
      default: true
      }
    }
    return String(String.UnicodeScalarView(shown)).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Whether a name has a visible character.
  package static func isVisible(_ name: String) -> Bool {
    !name.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
