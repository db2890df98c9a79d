import ChatUI
import ClientSettings
import TerminalUI

/// The question of the first run, in the states that have a picture.
struct NameQuestions: Sendable {
  let name: String
  let question: NameQuestion

  static let all = [
    NameQuestions("name", typing: []),
    NameQuestions("name-wrong", typing: [.character("!")]),
    NameQuestions(
      "name-taken", typing: [KeyEvent(.enter)],
      "There is an account ‘anna’ already. Choose another name."),
    NameQuestions("name-creating", typing: [KeyEvent(.enter)]),
    NameQuestions(
      "name-passphrase", needsPassphrase: true, typing: [KeyEvent(.enter), .character("x")]),
    NameQuestions(
      "name-passphrase-shown", needsPassphrase: true,
      typing: [KeyEvent(.enter), .character("x"), .control("r")]),
    NameQuestions("name-server", at: server(.here), typing: []),
    NameQuestions(
      "name-sign-in-only",
      at: server(
        .only(
          because:
            "New accounts here need an invitation. Sign in, or ask the administrator of the server for one."
        )), typing: []),
    NameQuestions(
      "name-new-passphrase",
      at: server(
        .newPassphrase(of: "anna"),
        "This link sets a new passphrase for the account ‘anna’ on Anna's server (chat.example)."),
      typing: [.character("x")]),
  ]

  init(
    _ name: String, needsPassphrase: Bool = false, typing keys: [KeyEvent],
    _ refusal: String? = nil
  ) {
    self.init(name, at: Self.place(needsPassphrase: needsPassphrase), typing: keys, refusal)
  }

  init(
    _ name: String, at place: NameQuestion.Place, typing keys: [KeyEvent],
    _ refusal: String? = nil
  ) {
    self.name = name
    var question = Self.question(at: place)
    for key in keys { _ = question.take(.key(key)) }
    if let refusal { question.refuse(refusal) }
    self.question = question
  }

  /// Suggests ‘anna’; takes letters only.
  static func question(
    suggestion: String = "anna", needsPassphrase: Bool = false, keymap: Keymap = Keymap()
  ) -> NameQuestion {
    question(
      suggestion: suggestion, keymap: keymap,
      at: place(needsPassphrase: needsPassphrase))
  }

  static func question(
    suggestion: String = "anna", keymap: Keymap = Keymap(), at place: NameQuestion.Place
  ) -> NameQuestion {
    NameQuestion(
      suggestion: suggestion, place: place, keymap: keymap,
      check: { $0.allSatisfy(\.isLetter) && !$0.isEmpty ? nil : "A name has letters only." })
  }

  static func place(needsPassphrase: Bool = false) -> NameQuestion.Place {
    NameQuestion.Place(
      words: needsPassphrase
        ? "in the cloud at http://127.0.0.1:8080"
        : "in a cloud on this machine, which starts by itself",
      needsPassphrase: needsPassphrase, signIn: .byCommand("zonechat account sign-in NAME"))
  }

  /// The server of a link.
  static func server(
    _ signIn: NameQuestion.SignIn,
    _ invitation: String = "anna invites you to ‘Trip’ on Anna's server (chat.example)."
  ) -> NameQuestion.Place {
    NameQuestion.Place(
      words: "on Anna's server (chat.example)", needsPassphrase: true, signIn: signIn,
      invitation: invitation)
  }
}

/// The questions that have no field, in the states that have a picture.
struct ChoiceQuestions: Sendable {
  let name: String
  let question: ChoiceQuestion

  static let all = [
    ChoiceQuestions(
      "choice-server", "Welcome to ZoneChat",
      "This leads to the server chat.example, which you have not used here."),
    ChoiceQuestions(
      "choice-device", "Welcome to ZoneChat",
      "This link signs in the account ‘anna’ of Anna's server (chat.example) on this device. Go on only if the account is "
        + "yours."),
    ChoiceQuestions(
      "choice-profile-of-server", "Which profile?", "Several of your profiles use this server.",
      ["home (anna)", "work (berit)"]),
    ChoiceQuestions(
      "choice-profile", "Which profile?", "Several profiles of this machine are signed in.",
      [
        "work: berit on chat.example, used 2026-11-19 14:02", "home: anna on this machine",
      ], always: "always open this one; ‘zonechat --choose’ asks again"),
  ]

  init(
    _ name: String, _ title: String, _ text: String, _ choices: [String] = [""],
    always: String? = nil
  ) {
    self.name = name
    question = ChoiceQuestion(
      title: title, text: text, choices: choices, work: "Asking …", always: always)
  }
}
