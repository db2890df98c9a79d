import LineTerminal
import TodosApp

@MainActor struct TodoListView {
  let model: TodoListModel

  var text: String {
    var lines = ["", "TO-DOS"]
    switch model.phase {
    case .loading: lines += ["1. ░░░░░░░░", "2. ░░░░░"]
    case .unavailable(let sentence): lines.append(sentence)
    case .ready:
      if model.items.isEmpty { lines.append("There is nothing to do.") }
      for (index, item) in model.items.enumerated() {
        lines.append("\(index + 1). \(item.title.harmless)")
      }
    }
    if let message = model.message { lines.append(message.harmless) }
    return lines.joined(separator: "\n")
  }
}
