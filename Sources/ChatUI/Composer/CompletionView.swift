import ChatCore
import ChatViews
import TerminalUI

/// Lists, above the composer, the commands that begin with what was typed so far.
struct CompletionView {
  let completion: SlashCompletion
  let index: Int?

  /// Rows shown at most.
  private static let rowLimit = 8

  func draw(into grid: inout Grid, above line: Int, in screen: Rect) {
    let actions = completion.candidates
    let height = min(actions.count, Self.rowLimit, line - 1)
    guard height > 0 else { return }
    let selected = index ?? 0
    let first = max(0, min(selected - height + 1, actions.count - height))
    let width = screen.width
    for offset in 0..<height {
      let action = actions[first + offset]
      let area = Rect(column: 0, row: line - height + offset, width: width, height: 1)
      let isSelected = index == first + offset
      let style = isSelected ? Theme.selected : Style.plain
      grid.fill(area, style: style)
      let slash = Rect(column: 1, row: area.row, width: min(22, width - 1), height: 1)
      grid.draw(action.slashText ?? "", in: slash, style: style.adding(.bold))
      let title = Rect(column: 24, row: area.row, width: max(0, width - 25), height: 1)
      if !title.isEmpty { grid.draw(action.title, in: title, style: style) }
    }
  }
}
