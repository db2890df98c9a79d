import Foundation

/// What people are called where it matters who they are.
///
/// An account's name is unique in its cloud and nothing but the cloud can say it. What people call
/// themselves is their own choice; it stands beside the account's name, and only where nobody could take it
/// for the name of somebody else.
enum PersonName {
  /// Characters of what people call themselves.
  static let displayLimit = 40
  /// Marks upon one letter.
  private static let markLimit = 2

  /// What a reader is shown of somebody's account: its name, or where that is not known, the start of the
  /// identifier, in a form that no name of an account has.
  ///
  /// The word for oneself stands for nobody else.
  static func account(_ name: String?, of userID: String, reader: Account) -> String {
    let isOwn = userID == reader.userRecordName
    if let name, isAccountName(name) {
      return !isOwn && LookAlike.skeleton(of: name) == you ? "@" + name : name
    }
    if isOwn { return reader.name }
    let start = userID.unicodeScalars.prefix(7).filter { isNameSign($0) }
    return start.isEmpty ? "unknown" : "unknown " + String(String.UnicodeScalarView(start))
  }

  /// A name as the cloud may give one to an account: visible ASCII without quotes and brackets, so that
  /// nothing that is said about people can stand in it.
  static func isAccountName(_ name: String) -> Bool {
    (1...255).contains(name.utf8.count) && name.unicodeScalars.allSatisfy(isNameSign)
  }

  private static func isNameSign(_ scalar: Unicode.Scalar) -> Bool {
    (0x21...0x7E).contains(scalar.value) && !"\"'`()[]{}<>,;\\".unicodeScalars.contains(scalar)
  }

  /// What somebody calls themselves, on one line and without anything that could disguise it; nil where
  /// that is nothing, or what the account is called anyway.
  static func display(_ text: String?, account: String) -> String? {
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

  /// Every account's name, as it looks, that a reader could see in a text: each word and words in a row.
  static func readings(of text: String) -> Set<String> {
    var readings: Set<String> = []
    for text in [text, LookAlike.spelled(text)] {
      let words = LookAlike.words(of: text)
      for first in words.indices {
        for last in first..<words.count { readings.insert(LookAlike.joined(words[first...last])) }
      }
    }
    return readings
  }

  /// What looks like a word that the program says about people.
  static let reserved = Set(["you", "owner", "unknown"].map { LookAlike.skeleton(of: $0) })

  private static let you = LookAlike.skeleton(of: "you")
}
