/// The form of names that people choose freely and others read: of persons, devices and servers.
package enum VisibleName {
  package static let characters = 64
  package static let bytes = 255

  package static func isValid(_ name: String) -> Bool {
    (1...characters).contains(name.count)
      && name.utf8.count <= bytes
      && name.first != " " && name.last != " "
      && name.unicodeScalars.allSatisfy(isVisible)
  }

  /// Whether a character is visible and does not change the display of its neighbours.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      false
    case .spaceSeparator: scalar == " "
    default: !blankLetters.contains(scalar)
    }
  }

  /// Letters and symbols that are drawn as nothing: fillers of Hangul, and the empty Braille pattern.
  private static let blankLetters: Set<Unicode.Scalar> = [
    "\u{115F}", "\u{1160}", "\u{2800}", "\u{3164}", "\u{FFA0}",
  ]
}
