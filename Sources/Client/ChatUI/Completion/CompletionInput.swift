package import ChatWords

/// The text that is being written, and the cursor in it.
package struct CompletionInput: Sendable {
  /// The graphemes of the text.
  package let characters: [Character]
  /// Graphemes before the cursor.
  package let cursor: Int
  /// The slash command that the text calls, and where its argument begins; nil for a message.
  let call: Call?

  struct Call: Sendable {
    /// Nil for a command that does not exist.
    var command: ChatVerb?
    var argumentStart: Int
  }

  /// - Parameters:
  ///   - characters: the graphemes of the text.
  ///   - cursor: how many of them stand before the cursor.
  ///   - commands: the slash commands that there are.
  package init(_ characters: [Character], cursor: Int, commands: [ChatVerb]) {
    self.characters = characters
    self.cursor = cursor
    guard characters.first == "/", characters.dropFirst().first != "/",
      let blank = characters.firstIndex(where: \.isWhitespace), blank < cursor,
      !characters.contains(where: \.isNewline)
    else {
      call = nil
      return
    }
    let name = String(characters[1..<blank]).lowercased()
    let start = characters[blank..<cursor].firstIndex { !$0.isWhitespace } ?? cursor
    call = Call(command: commands.first { $0.name == name }, argumentStart: start)
  }

  /// The argument of a command that has none yet, as the help shows it: `FILE`; nil elsewhere.
  var awaitedArgument: String? {
    guard let call, let argument = call.command?.argument, !argument.isEmpty,
      call.argumentStart == characters.count, cursor == characters.count
    else { return nil }
    return argument
  }

  /// Whether no word continues after the cursor; only then something is completed.
  var isAtWordEnd: Bool {
    cursor == characters.count || characters[cursor].isWhitespace
  }

  /// The beginning of a word that a sign begins, for example `@`, and the text between the sign and the cursor.
  ///
  /// - Parameters:
  ///   - sign: the character at the beginning.
  ///   - limit: the characters before the cursor in which the sign is looked for.
  ///   - fits: whether the word may contain a character.
  /// - Returns: nil if the cursor is in no such word.
  func word(
    after sign: Character, within limit: Int, of fits: (Character) -> Bool
  ) -> (start: Int, text: String)? {
    var place = cursor - 1
    while place >= max(0, cursor - limit) {
      if characters[place] == sign { return (place, String(characters[(place + 1)..<cursor])) }
      guard fits(characters[place]) else { return nil }
      place -= 1
    }
    return nil
  }
}
