/// The commands of the full screen only; the client recognises their words, so that nobody sends one by mistake.
///
/// `help` does not list them.
extension LineCommand {
  static let ofTheScreen =
    [
      onScreen("copy", .message, "Copy the text of a message") {
        "There is no clipboard here. read shows the messages, to select their text in the terminal; "
          + "forward \($0.isEmpty ? "NUMBER" : $0) CHAT sends one to another chat."
      },
      onScreen("pick", .number, "Pick a message") { _ in
        "Messages are picked by their numbers here: reply 3 I agree. read shows them."
      },
      onScreen("editor", .alone, "Change the text in your editor") { _ in
        "There is no editor here. Write the text as a line; draft says what you have begun."
      },
      onScreen("everything", also: ["palette"], .alone, "Show everything that can be done") { _ in
        "help lists everything that can be done."
      },
    ]
    + ["panel", "narrower", "wider", "bare", "mouse", "redraw", "suspend"].map { word in
      onScreen(word, .alone, "Change the full screen") { _ in
        "‘\(word)’ belongs to the full screen, which zonechat opens without --plain. "
          + "say \(word) sends the word."
      }
    }

  private static func onScreen(
    _ name: String, also aliases: [String] = [], _ form: Form, _ title: String,
    hint: @escaping @Sendable (String) -> String
  ) -> LineCommand {
    LineCommand(name, also: aliases, title + ", in the full screen only", form) { _, argument in
      throw LineRefusal(hint(argument))
    }
  }
}
