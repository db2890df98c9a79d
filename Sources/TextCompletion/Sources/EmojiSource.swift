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

  private func canBegin(after place: Int, in characters: [Character]) -> Bool {
    guard place > 0 else { return true }
    let before = characters[place - 1]
    return before.isWhitespace || "([{\"'*_".contains(before)
      || before.unicodeScalars.first?.properties.isEmojiPresentation == true
  }
}
