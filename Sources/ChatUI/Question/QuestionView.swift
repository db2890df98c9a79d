import TerminalUI

/// Draws a question with what follows from yes.
enum QuestionView {
  @MainActor
  static func dialog(_ model: QuestionModel) -> Dialog {
    Dialog(
      title: model.title, rows: [], scrolling: model.lines.map { .text($0, .plain) },
      footer: "Enter \(model.verb) │ Esc cancel")
  }
}
