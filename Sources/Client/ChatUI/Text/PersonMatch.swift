import ChatModel
import Foundation

/// The rules for comparing letters with people.
enum PersonMatch {
  /// Whether the person's account is known by a name; the text for an account without one has a blank in it.
  static func isNamed(_ person: Person) -> Bool {
    !person.account.isEmpty && !person.account.hasPrefix("@")
      && !person.account.contains(where: \.isWhitespace)
  }

  /// Whether the account's name, or the display name from any of its words on, begins with the letters.
  static func fits(_ typed: String, _ person: Person) -> Bool {
    isAccount(typed, person) || starts(of: person).contains { $0.hasPrefix(folded(typed)) }
  }

  static func sorted(_ people: [Person], by typed: String) -> [Person] {
    people.sorted {
      (isAccount(typed, $0) ? 0 : 1, $0.account.lowercased())
        < (isAccount(typed, $1) ? 0 : 1, $1.account.lowercased())
    }
  }

  private static func isAccount(_ typed: String, _ person: Person) -> Bool {
    folded(person.account).hasPrefix(folded(typed))
  }

  private static func starts(of person: Person) -> [Substring] {
    guard let name = person.displayName.map(folded) else { return [] }
    let words = name.indices.filter {
      $0 == name.startIndex || name[name.index(before: $0)].isWhitespace
    }
    return words.map { name[$0...] }
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
