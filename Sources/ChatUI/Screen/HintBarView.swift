import ChatModel
import ChatViews
import ClientSettings
import TerminalUI
import TextCompletion

/// The last line: what can be done now; the hint for help always stays.
struct HintBarView {
  let hints: [Hint]
  /// The way to the help.
  let help: String

  struct Hint: Equatable {
    var key: String
    var words: String
  }

  @MainActor
  init(_ model: AppModel) {
    let order: [Action] =
      switch model.context {
      case .composing:
        [
          .complete, .hideChat, .send, .newline, .pickMessage, .outbox, .nextNeedingMe, .goToChat,
          .invite,
          .newChat,
          .showList, .find, .palette, .members,
        ]
      case .picking:
        [
          .retry, .drop, .reply, .edit, .unsend, .react, .saveFile, .open, .unfold,
          .copyMessage, .showDetails,
          .stepBack, .pickOlder, .pickNewer,
        ]
      case .list: [.listOpen, .decline, .goToChat, .newChat, .stepBack]
      case .dialog: []
      }
    let emptiness = model.composer.isEmpty
    help = model.keymap.way(to: .help)
    hints = order.compactMap { action in
      guard let words = action.hint, model.isWorthAHint(action),
        model.reasonAgainst(action) == nil,
        let key = model.keymap.keys(of: action).first(where: {
          $0.condition == .always || emptiness
        })
      else { return nil }
      let isSaving = action == .send && model.composer.isEditing
      return Hint(key: KeyName.of(key.event), words: isSaving ? "save" : words)
    }
  }

  func draw(into grid: inout Grid, in area: Rect) {
    guard !area.isEmpty else { return }
    let help = area.width < 30 ? help : help + " help"
    var rest = Rect(column: area.column + 1, row: area.row, width: area.width - 2, height: 1)
    grid.draw(help, in: rest, align: .trailing, style: Theme.key)
    rest = rest.split(rest.width - TextWidth.of(help) - 2, from: .leading).strip
    var column = rest.column
    for (offset, hint) in hints.enumerated() {
      let needed = (offset > 0 ? 3 : 0) + TextWidth.of(hint.key) + 1 + TextWidth.of(hint.words)
      guard column + needed <= rest.columns.upperBound else { continue }
      if offset > 0, column > rest.column {
        column += grid.draw(
          " │ ", at: Point(column: column, row: rest.row), in: rest, style: Theme.rule)
      }
      column += grid.draw(
        hint.key, at: Point(column: column, row: rest.row), in: rest, style: Theme.key)
      column += grid.draw(
        " " + hint.words, at: Point(column: column, row: rest.row), in: rest, style: Theme.quiet)
    }
  }
}

extension AppModel {
  /// Whether a possible action is also a likely one now.
  fileprivate func isWorthAHint(_ action: Action) -> Bool {
    if action == .nextNeedingMe { return list.chatNeedingMe(after: openChat) != nil }
    if action == .outbox { return (connection?.failedCount ?? 0) > 0 }
    if action == .newline { return !composer.isEmpty }
    if action == .send, !composer.text.hasPrefix("/") {
      return openSummary?.access.canWrite == true
    }
    if action == .pickMessage { return composer.isEmpty }
    return action != .goToChat || list.chats.count > 1
  }
}
