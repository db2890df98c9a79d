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
    var page: any Page = StartView(editor: editor)
    let screen = LineScreen { page.text }
    screen.say(page.help)
    await editor.refresh()
    while let command = screen.nextCommand(), command.word != "quit" {
      switch command.word {
      case "start": page = StartView(editor: editor)
      case "questions": page = EditorView(editor: editor)
      case "take" where editor.sets.isEmpty: screen.say("There are no questions yet.")
      case "take": page = Quiz(editor.sets).map(QuizView.init) ?? page
      default: if await page.take(command) { continue }
      }
      screen.say(page.help)
    }
  }
}

/// What the screen shows, and the commands that it takes.
@MainActor protocol Page {
  var text: String { get }
  var help: String { get }
  /// Does what a command says; false if it says nothing here.
  mutating func take(_ command: LineCommand) async -> Bool
}

struct StartView: Page {
  let help = "questions (read and write them), take (a quiz), quit"
  let editor: EditorModel

  var text: String {
    (["", "QUIZZES", "Questions: \(editor.sets.count)"] + editor.messages.map(\.harmless))
      .joined(separator: "\n")
  }

  func take(_ command: LineCommand) -> Bool { false }
}
