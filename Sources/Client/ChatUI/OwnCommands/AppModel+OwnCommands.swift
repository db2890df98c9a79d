import ChatModel
import ChatWords
import ClientSettings

/// Slash commands of the person's own.
extension AppModel {
  /// The commands that the composer completes: those of the client, and the person's own.
  var slashCommands: [ChatVerb] {
    let own = settings.commands.keys.sorted().map {
      ChatVerb($0, "Run a command of your own", argument: "[TEXT]")
    }
    return ActionRegistry.commands + own
  }

  /// Runs a command of the person's own that stands in the composer.
  ///
  /// - Returns: false if there is none of this name.
  func runOwnCommand(_ name: String) -> Bool {
    guard let words = settings.commands[name] else { return false }
    let argument = String(composer.text.dropFirst(name.count + 1)).trimmedBlanks
    composer.takeCommand()
    textChanged()
    want(
      .runCommand(
        OwnCommand(
          name: name, words: argument.isEmpty ? words : words + [argument],
          input: answeredText ?? "", chat: openChat)))
    show(.info("‘/\(name)’ is running. What it prints comes into your text."))
    return true
  }

  /// The text of the message that is being answered.
  private var answeredText: String? {
    guard case .replying(let quote) = composer.mode else { return nil }
    return conversation?.messages.first { $0.recordName == quote.recordName }?.text
      ?? quote.original?.text
  }

  /// Puts what a command has printed into the text, where the person can change it, and never sends it.
  package func take(output: String, of command: OwnCommand) {
    guard openChat == command.chat else {
      return show(
        .error("The output of ‘/\(command.name)’ is not inserted: another chat is open now."))
    }
    // Before each character of it is looked at: a program may print any amount.
    guard output.utf8.count <= Message.textLimitBytes else {
      return show(
        .error(
          "The output of ‘/\(command.name)’ is not inserted: it is longer than a message, which holds "
            + "\(Message.textLimitBytes) bytes."))
    }
    let editable = TextInput(text: PastedText.plain(output), maximumBytes: .max)
    let text = editable.text.trimmedBlanks
    guard !text.isEmpty else {
      return show(.info("‘/\(command.name)’ has ended, and has printed nothing."))
    }
    // Enter sends it, and runs it as no command.
    insert(composer.isEmpty && text.hasPrefix("/") ? "/" + text : text)
  }
}
