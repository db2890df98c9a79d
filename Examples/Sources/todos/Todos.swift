import CloudKit
import LineTerminal
import TodosApp

@main struct Todos {
  private static let help = "add TITLE, delete NUMBER, refresh, quit"

  @MainActor static func main() async {
    let model = TodoListModel(repository: CloudKitTodoRepository(container: .default()))
    let screen = LineScreen { TodoListView(model: model).text }
    screen.say(help)
    screen.show()
    await model.refresh()
    while let command = screen.nextCommand(), command.word != "quit" {
      switch (command.word, command.item(of: model.items)) {
      case ("refresh", _): await model.refresh()
      case _ where model.phase != .ready: screen.say("Refresh first.")
      case ("add", _): await model.add(command.rest)
      case ("delete", let item?): await model.delete(item)
      default: screen.say(help)
      }
    }
  }
}
