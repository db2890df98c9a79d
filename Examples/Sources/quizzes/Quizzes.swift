import CloudKit
import LineTerminal
import QuizzesApp

@main struct Quizzes {
  /// The first argument is the file of the questions on this device; without it they last as long as the program.
  @MainActor static func main() async {
    let named = CommandLine.arguments.dropFirst().first.map { URL(fileURLWithPath: $0) }
    let file = named ?? .temporaryDirectory.appending(path: "quizzes-\(UUID().uuidString).json")
    do throws(QuizError) {
      let library = try QuestionLibrary(
        file: file, repository: CloudKitQuestionRepository(container: .default()))
      await run(EditorModel(library: library))
    } catch {
      FileHandle.standardError.write(Data((error.message.harmless + "\n").utf8))
      exit(1)
    }
    if named == nil { try? FileManager.default.removeItem(at: file) }
  }

  @MainActor private static func run(_ editor: EditorModel) async {
    var quiz: Quiz?
    let screen = LineScreen { quiz.map { QuizView(quiz: $0).text } ?? EditorView(editor).text }
    screen.say(EditorView.help)
    await editor.refresh()
    while let command = screen.nextCommand(), command.word != "quit" {
      if command.word == "take" {
        quiz = Quiz(editor.sets)
        screen.say(quiz == nil ? "There are no questions yet." : QuizView.help)
      } else if command.word == "end" {
        quiz = nil
      } else if quiz != nil {
        if !take(command, &quiz) { screen.say(QuizView.help) }
      } else if await !edit(command, editor) {
        screen.say(EditorView.help)
      }
    }
  }

  /// Does what a command says in a quiz; false if it says nothing.
  private static func take(_ command: LineCommand, _ quiz: inout Quiz?) -> Bool {
    switch (command.word, LineCommand.place(command.word, in: QuestionSet.choiceCount)) {
    case (_, let choice?): quiz?.choose(choice)
    case ("back", _): quiz?.back()
    case ("confirm", _): quiz?.confirm()
    case ("redo", _): quiz?.redo()
    default: return false
    }
    return true
  }

  /// Does what a command says in the form; false if it says nothing.
  @MainActor private static func edit(
    _ command: LineCommand, _ editor: EditorModel
  ) async -> Bool {
    switch (command.word, LineCommand.place(command.word, in: QuestionSet.choiceCount)) {
    case ("next", _): editor.next()
    case ("back", _): editor.back()
    case ("new", _): editor.new()
    case ("cancel", _): editor.cancel()
    case ("save", _): await editor.save()
    case ("delete", _): await editor.delete()
    case ("refresh", _): await editor.refresh()
    case ("question", _): editor.draft?.question = command.rest
    case ("explanation", _): editor.draft?.explanation = command.rest
    case ("right", _):
      editor.draft?.answer = LineCommand.place(command.rest, in: QuestionSet.choiceCount)
    case (_, let choice?): editor.draft?.choices[choice] = command.rest
    default: return false
    }
    return true
  }
}
