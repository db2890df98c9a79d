import Foundation

/// The names under which people are shown wherever their identity matters.
///
/// An account's name is unique in its cloud and comes only from the cloud. A display name is the person's own choice;
/// it is shown beside the account's name, and only if nobody could mistake it for somebody else's name.
package enum PersonName {
  /// Characters of what people call themselves.
  static let displayLimit = 40
  /// Marks upon one letter.
  private static let markLimit = 2

  /// The name under which an account is shown to a reader.
  ///
  /// If the account's name is not known, this is the start of its identifier, in a form that no account name has.
  /// Another account whose name looks like “you” is shown with an @ before it.
  package static func account(_ name: String?, of userID: String, reader: Account) -> String {
    let isOwn = userID == reader.userRecordName
    if let name, isAccountName(name) {
      return !isOwn && LookAlike.skeleton(of: name) == you ? "@" + name : name
    }
    if isOwn { return reader.name }
    let start = userID.unicodeScalars.prefix(7).filter { isNameSign($0) }
    return start.isEmpty ? "unknown" : "unknown " + String(String.UnicodeScalarView(start))
  }

  /// Whether the cloud may give an account this name: visible ASCII without quotes and brackets.
  ///
  /// So a name cannot contain anything that the program adds about people.
  static func isAccountName(_ name: String) -> Bool {
    (1...255).contains(name.utf8.count) && name.unicodeScalars.allSatisfy(isNameSign)
  }

  /// Whether a text is a result of `account` for any account: a name, a name with an @ before it, or “unknown …”.
  package static func isShownAccount(_ text: String) -> Bool {
    isAccountName(text) || isAccountName(String(text.trimmingPrefix("unknown ")))
  }

  private static func isNameSign(_ scalar: Unicode.Scalar) -> Bool {
    (0x21...0x7E).contains(scalar.value) && !"\"'`()[]{}<>,;\\".unicodeScalars.contains(scalar)
  }

  /// A display name on one line, without characters that could disguise it; nil if it is empty or the
  /// same as the account's name.
  package static func display(_ text: String?, account: String) -> String? {
    guard let text else { return nil }
    var shown = String.UnicodeScalarView()
    var marks = 0
    for scalar in text.unicodeScalars.prefix(displayLimit * 4) {
      switch scalar.properties.generalCategory {
      case _ where scalar == "\u{2019}": shown.append("'")
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: shown.append(" ")
      case .format, .surrogate, .privateUse, .unassigned, .initialPunctuation, .finalPunctuation:
        continue
      case .nonspacingMark, .enclosingMark:
        marks += 1
        if !shown.isEmpty, marks <= markLimit { shown.append(scalar) }
        continue
      default:
        if !scalar.properties.isDefaultIgnorableCodePoint, scalar != "\"" { shown.append(scalar) }
      }
      marks = 0
    }
    let words = String(shown).split(separator: " ").joined(separator: " ")
    let name = words.prefix(displayLimit).trimmingCharacters(in: .whitespaces)
    let isNews = name.lowercased() != account.lowercased()
    return name.isEmpty || !isNews ? nil : name
  }

  /// The skeletons of all account names that a reader could see in a text: each word, and words in a row.
  package static func readings(of text: String) -> Set<String> {
    var readings: Set<String> = []
    for text in [text, LookAlike.spelled(text)] {
      let words = LookAlike.words(of: text)
      for first in words.indices {
        for last in first..<words.count { readings.insert(LookAlike.joined(words[first...last])) }
      }
    }
    return readings
  }

  /// The skeletons of the words that the program itself uses about people.
  package static let reserved = Set(["you", "owner", "unknown"].map { LookAlike.skeleton(of: $0) })

  private static let you = LookAlike.skeleton(of: "you")
}
