import LineTerminal
import QuizzesApp

struct EditorView: Page {
  let help = """
    next, back, new, edit, question TEXT, 1 TEXT to 4 TEXT, right NUMBER, explanation TEXT,
    save, cancel, delete, refresh, start (the start screen), quit
    """

  let editor: EditorModel

  var text: String {
    ([heading + mode] + form + editor.messages.map(\.harmless)).joined(separator: "\n")
  }

  private var heading: String {
    switch editor.place {
    case .empty: "\nTHERE ARE NO QUESTIONS YET. ‘new’ begins one."
    case .saved(let index): "\nQUESTION \(index + 1) OF \(editor.sets.count)"
    case .new: "\nNEW QUESTION"
    }
  }

  private var mode: String {
    switch editor.mode {
    case .reading: ""
    case .editing: editor.isEdited ? " (editing, not saved)" : " (editing)"
    case .saved: " (saved)"
    }
  }

  private var form: [String] {
    guard let draft = editor.draft else { return [] }
    return ["Question: " + draft.question.harmless]
      + draft.choices.enumerated().map { index, choice in
        "\(index + 1). \(choice.harmless)" + (index == draft.answer ? "  (right)" : "")
      } + ["Explanation: " + draft.explanation.harmless]
  }

  func take(_ command: LineCommand) async -> Bool {
    let text = command.rest
    switch (command.word, LineCommand.place(command.word, in: QuestionSet.choiceCount)) {
    case ("next", _): editor.next()
    case ("back", _): editor.back()
    case ("new", _): editor.new()
    case ("edit", _): editor.edit()
    case ("cancel", _): editor.cancel()
    case ("save", _): await editor.save()
    case ("delete", _): await editor.delete()
    case ("refresh", _): await editor.refresh()
    case ("question", _): editor.change { $0.question = text }
    case ("explanation", _): editor.change { $0.explanation = text }
    case ("right", _):
      editor.change { $0.answer = LineCommand.place(text, in: QuestionSet.choiceCount) }
    case (_, let choice?): editor.change { $0.choices[choice] = text }
    default: return false
    }
    return true
  }
}
