import LineTerminal
import QuizzesApp

@MainActor struct EditorView {
  static let help = """
    new, question TEXT, 1 TEXT to 4 TEXT, right NUMBER, explanation TEXT, save, cancel,
    next, back, delete, refresh, take (a quiz), quit
    """

  let editor: EditorModel

  init(_ editor: EditorModel) { self.editor = editor }

  var text: String {
    var lines = [""]
    switch editor.place {
    case .empty: lines.append("THERE ARE NO QUESTIONS YET. ‘new’ begins one.")
    case .saved(let index): lines.append("QUESTION \(index + 1) OF \(editor.sets.count)")
    case .new: lines.append("NEW QUESTION")
    }
    if editor.isEdited { lines[1] += " (not saved)" }
    lines += form
    return (lines + editor.messages.map(\.harmless)).joined(separator: "\n")
  }

  private var form: [String] {
    guard let draft = editor.draft else { return [] }
    return ["Question: " + draft.question.harmless]
      + draft.choices.enumerated().map { index, choice in
        "\(index + 1). \(choice.harmless)" + (index == draft.answer ? "  (right)" : "")
      } + ["Explanation: " + draft.explanation.harmless]
  }
}
