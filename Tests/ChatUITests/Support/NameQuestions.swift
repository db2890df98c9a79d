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
    NameQuestion(
      suggestion: suggestion,
      place: NameQuestion.Place(
        words: needsPassphrase
          ? "in the cloud at http://127.0.0.1:8080"
          : "in a cloud on this machine, which starts by itself",
        needsPassphrase: needsPassphrase, signInCommand: "zonechat account sign-in NAME"),
      keymap: keymap,
      check: { $0.allSatisfy(\.isLetter) && !$0.isEmpty ? nil : "A name has letters only." })
  }
}
