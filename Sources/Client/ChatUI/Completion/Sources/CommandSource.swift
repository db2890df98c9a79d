import ChatWords

/// Slash commands by their names: those of `ActionRegistry.commands`.
struct CommandSource: CompletionSource {
  func completion(of input: CompletionInput, with facts: CompletionFacts) -> Completion? {
    let text = input.characters
    guard text.first == "/", !text.dropFirst().contains("/"), !text.contains(where: \.isWhitespace)
    else { return nil }
    let prefix = String(text[1..<input.cursor]).lowercased()
    let commands = facts.commands.filter { $0.name.hasPrefix(prefix) }.sorted { $0.name < $1.name }
    return Completion(
      0..<input.cursor,
      commands.map { command in
        Completion.Candidate(
          "/" + command.usage, note: command.title,
          replacement: "/" + command.name + (command.argument.isEmpty ? "" : " "))
      })
  }
}

/// The words between which the argument of a command chooses: `/link open`.
struct ChoiceSource: CompletionSource {
  func completion(of input: CompletionInput, with facts: CompletionFacts) -> Completion? {
    guard let call = input.call, let command = call.command, !command.choices.isEmpty else {
      return nil
    }
    let typed = String(input.characters[call.argumentStart..<input.cursor]).lowercased()
    return Completion(
      call.argumentStart..<input.cursor,
      command.choices.filter { $0.hasPrefix(typed) && $0 != typed }
        .map { Completion.Candidate($0, replacement: $0) })
  }
}
