import ChatWords

/// The commands of the full screen only; the client recognises their words, so that nobody sends one by mistake.
///
/// `help` does not list them.
extension LineCommand {
  static let ofTheScreen: [LineCommand] =
    [
      onScreen(.copy, .message) {
        "There is no clipboard here. read shows the messages, to select their text in the terminal; "
          + "forward \($0.isEmpty ? "NUMBER" : $0) CHAT sends one to another chat."
      },
      onScreen(.paste, .alone) { _ in
        "The clipboard is not read here. attach FILE sends a picture that is a file."
      },
      onScreen(.pick, .number) { _ in
        "Messages are picked by their numbers here: reply 3 I agree. read shows them."
      },
      onScreen(.editor, .alone) { _ in
        "There is no editor here. Write the text as a line; draft says what you have begun."
      },
      onScreen(.everything, also: ["palette"], .alone) { _ in
        "help lists everything that can be done."
      },
    ]
    + [
      ChatVerb.thread, .panel, .about, .beside, .other, .narrower, .wider, .bare, .mouse, .redraw,
      .suspend,
    ].map { verb in
      onScreen(verb, .alone) { _ in
        "‘\(verb.name)’ belongs to the full screen, which zonechat opens without --plain. "
          + "say \(verb.name) sends the word."
      }
    }

  private static func onScreen(
    _ verb: ChatVerb, also aliases: [String] = [], _ form: Form,
    hint: @escaping @Sendable (String) -> String
  ) -> LineCommand {
    LineCommand(
      verb.name, also: aliases, verb.title + " (in the full screen only)", form
    ) { _, argument in
      throw LineRefusal(hint(argument))
    }
  }
}
