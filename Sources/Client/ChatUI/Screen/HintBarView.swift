import ChatModel
import ClientSettings
import TerminalUI

/// The last line: the actions that are possible now; the hint for help always stays.
struct HintBarView {
  let hints: [AppModel.Hint]
  /// The way to the help.
  let help: String

  @MainActor
  init(_ model: AppModel) {
    hints = model.hints
    help = model.keymap.way(to: .help)
  }

  func draw(into grid: inout Grid, in area: Rect) {
    guard !area.isEmpty else { return }
    let help = area.width < 30 ? help : help + " help"
    var rest = Rect(column: area.column + 1, row: area.row, width: area.width - 2, height: 1)
    grid.draw(help, in: rest, align: .trailing, style: Theme.strong)
    rest = rest.split(rest.width - TextWidth.of(help) - 2, from: .leading).strip
    var column = rest.column
    for (offset, hint) in hints.enumerated() {
      let needed = (offset > 0 ? 3 : 0) + TextWidth.of(hint.key) + 1 + TextWidth.of(hint.words)
      guard column + needed <= rest.columns.upperBound else { continue }
      if offset > 0, column > rest.column {
        column += grid.draw(
          " │ ", at: Point(column: column, row: rest.row), in: rest, style: Theme.divider)
      }
      column += grid.draw(
        hint.key, at: Point(column: column, row: rest.row), in: rest, style: Theme.strong)
      column += grid.draw(
        " " + hint.words, at: Point(column: column, row: rest.row), in: rest, style: Theme.quiet)
    }
  }
}
