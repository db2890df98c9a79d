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
  ]

  init(
    _ name: String, needsPassphrase: Bool = false, typing keys: [KeyEvent],
    _ refusal: String? = nil
  ) {
    self.name = name
    var question = Self.question(needsPassphrase: needsPassphrase)
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
  static func server(_ signIn: NameQuestion.SignIn) -> NameQuestion.Place {
    NameQuestion.Place(
      words: "on Anna's server (chat.example)", needsPassphrase: true, signIn: signIn,
      invitation: "anna invites you to ‘Trip’ on Anna's server (chat.example).")
  }
}
