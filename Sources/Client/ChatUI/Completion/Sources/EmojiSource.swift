import ChatModel
import ChatWords

/// Emoji by their names behind a colon: `:thu`.
///
/// Offered from two characters on, and only where a word can begin: not in `12:30`, not in a web address.
struct EmojiSource: CompletionSource {
  private static let leastCharacters = 2
  /// Characters of the longest name that is typed.
  private static let reach = 40

  func completion(of input: CompletionInput, with facts: CompletionFacts) -> Completion? {
    var end = input
    // The colon that ends a whole name belongs to it.
    let isWhole = input.cursor > 1 && input.characters[input.cursor - 1] == ":"
    if isWhole {
      end = CompletionInput(input.characters, cursor: input.cursor - 1, commands: [])
    }
    guard
      let (start, typed) = end.word(
        after: ":", within: Self.reach,
        of: { $0.isASCII && ($0.isLetter || $0.isNumber || "_-+".contains($0)) }),
      typed.count >= Self.leastCharacters, canBegin(after: start, in: input.characters)
    else { return nil }
    let found = EmojiNames.matching(typed, limit: Completion.limit)
      .filter { !isWhole || $0.name == EmojiNames.folded(typed) }
    return Completion(
      start..<input.cursor,
      found.map {
        Completion.Candidate("\($0.emoji) :\($0.name):", replacement: $0.emoji)
      })
  }

  /// The emoji whose whole name, in colons, ends at the cursor; nil in code and in a path.
  static func named(
    at input: CompletionInput
  ) -> (range: Range<Int>, emoji: String)? {
    guard input.cursor > 0, input.characters[input.cursor - 1] == ":" else { return nil }
    switch input.call?.command?.kind {
    case .file, .folder: return nil
    default: break
    }
    let found = EmojiSource().completion(of: input, with: CompletionFacts(commands: []))
    guard let found, !isInCode(found.range.lowerBound, of: input.characters) else { return nil }
    return (found.range, found.candidates[0].replacement)
  }

  /// Whether backticks, of a span or of a block, are open before a place.
  private static func isInCode(_ place: Int, of characters: [Character]) -> Bool {
    let ticks = characters[..<place].indices.filter {
      characters[$0] == "`" && ($0 == 0 || characters[$0 - 1] != "`")
    }
    return !ticks.count.isMultiple(of: 2)
  }

  private func canBegin(after place: Int, in characters: [Character]) -> Bool {
    guard place > 0 else { return true }
    let before = characters[place - 1]
    return before.isWhitespace || "([{\"'*_".contains(before) || UnspacedScript.contains(before)
      || before.unicodeScalars.first?.properties.isEmojiPresentation == true
  }
}
