package import ChatWords

/// The meaning of the text in the composer when Enter is pressed.
package enum SlashInput: Equatable, Sendable {
  /// To be sent as it is; a `//` at the start has already become one slash.
  case message(String)
  case command(Action, argument: String)
  /// Looks like a command but is not one; the name without the slash.
  case unknown(String)
  /// A command with blanks before it, which nobody means to send; the name without the slash.
  case blankBefore(String)

  /// Reads a text; a command is one line that begins with one slash, and several lines are never one.
  package init(_ text: String) {
    let trimmed = text.trimmedBlanks
    if text.first?.isWhitespace == true, case .command(let action, _) = SlashInput(trimmed) {
      self = .blankBefore(action.slash?.name ?? "")
      return
    }
    guard text.hasPrefix("/") else {
      self = .message(text)
      return
    }
    if text.hasPrefix("//") {
      self = .message(String(text.dropFirst()))
      return
    }
    guard !trimmed.contains(where: \.isNewline) else {
      self = .message(text)
      return
    }
    let words = text.dropFirst().split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isWhitespace)
    let name = words.first.map { $0.lowercased() } ?? ""
    let argument = words.count > 1 ? String(words[1]).trimmedBlanks : ""
    guard let action = ActionRegistry.action(slash: name) else {
      self = .unknown(name)
      return
    }
    self = .command(action, argument: argument)
  }

  /// The reason why a command with blanks before it is neither run nor sent, and advice for the person.
  package static func refusalOfBlank(before name: String) -> String {
    "‘/\(name)’ has a blank before it. Remove the blank to run it; //\(name) sends it as text."
  }

  /// The reason why an unknown command is not run, and advice for the person.
  ///
  /// A name that people know from elsewhere leads to what has it in the palette.
  ///
  /// - Parameters:
  ///   - name: the unknown name.
  ///   - help: the way to the help.
  ///   - window: how the window was started.
  /// - Returns: some sentences.
  package static func refusal(
    of name: String, help: String, in window: WindowOptions = WindowOptions()
  ) -> String {
    let known =
      ActionMatch.isWanted(name)
      ? PaletteEntry.all.lazy.filter { $0.match(name) == .name }
        .compactMap { $0.advice(in: window) }.first : nil
    let advice = known ?? "\(help) lists the commands."
    return "There is no command ‘/\(name)’. \(advice) //\(name) sends it as text."
  }
}
