/// The degree to which typed words fit what can be done; a smaller one is a better fit.
enum ActionMatch: Int, Comparable {
  /// What was typed is a name of it, or a word under which people look for it.
  case name
  /// Each typed word is a word of it.
  case words
  /// Each typed word begins a word of it.
  case beginnings
  /// The letters of each typed word stand in a row in a word of it.
  case letters

  /// Fewer letters than this stand in a row in too many words.
  private static let leastLetters = 3
  /// Words that say nothing of what is looked for.
  private static let fillers: Set<String> = [
    "a", "an", "and", "for", "my", "of", "the", "this", "to",
  ]

  static func < (a: ActionMatch, b: ActionMatch) -> Bool { a.rawValue < b.rawValue }

  /// - Parameters:
  ///   - typed: what a person has typed.
  ///   - title: the effect of an action, as an order.
  ///   - names: its other names.
  /// - Returns: nil if they do not fit; nothing typed fits everything.
  static func of(_ typed: String, title: String, names: [String]) -> ActionMatch? {
    let wanted = meaning(parts(of: typed))
    guard !wanted.isEmpty else { return .name }
    let names = names.map { meaning(parts(of: $0)) }
    if names.contains(wanted) { return .name }
    let own = parts(of: title) + names.joined()
    if wanted.allSatisfy({ own.contains($0) }) { return .words }
    if wanted.allSatisfy({ word in own.contains { $0.hasPrefix(word) } }) { return .beginnings }
    let areInRow = wanted.allSatisfy { word in
      word.count >= leastLetters && own.contains { $0.contains(word) }
    }
    return areInRow ? .letters : nil
  }

  /// Whether somebody looks for something: a text without letters and digits fits everything.
  static func isWanted(_ typed: String) -> Bool { !parts(of: typed).isEmpty }

  /// Whether a name begins with what was typed, if that is something.
  static func begins(_ name: String, with typed: String) -> Bool {
    let wanted = parts(of: typed).joined(separator: " ")
    return !wanted.isEmpty && parts(of: name).joined(separator: " ").hasPrefix(wanted)
  }

  /// Whether what fits like this is offered beside something that fits better.
  func isOffered(beside best: ActionMatch) -> Bool { rawValue <= best.rawValue + 1 }

  private static func parts(of text: String) -> [String] {
    FuzzyMatch.folded(text).split { !($0.isLetter || $0.isNumber) }.map { String($0) }
  }

  private static func meaning(_ words: [String]) -> [String] {
    let meaning = words.filter { !fillers.contains($0) }
    return meaning.isEmpty ? words : meaning
  }
}
