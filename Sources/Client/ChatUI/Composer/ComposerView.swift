package import TerminalUI

/// Draws the text being written behind its prompt.
package struct ComposerView {
  let model: ComposerModel

  /// The columns in which the text stands, behind its prompt, on a screen of some width.
  package static func textColumns(_ width: Int) -> Int { max(2, width - 3) }

  /// Rows that the whole text takes.
  @MainActor
  package static func rowCount(of model: ComposerModel, width: Int) -> Int {
    model.input.layout(width: Self.textColumns(width)).rows.count
  }

  /// - Returns: where the cursor is.
  @MainActor
  package func draw(into grid: inout Grid, in area: Rect) -> Point? {
    guard !area.isEmpty else { return nil }
    let layout = model.input.layout(width: Self.textColumns(area.width))
    let shown = layout.visibleRows(height: area.height)
    grid.draw(">", at: area.origin, in: area, style: Theme.strong)
    let text = area.split(area.width - 2, from: .trailing).strip
    for (offset, number) in shown.enumerated() {
      grid.draw(layout.rows[number].text, at: text.origin.moved(rows: offset), in: text)
    }
    if shown.lowerBound > 0 { grid.draw("↑", at: area.origin, in: area, style: Theme.quiet) }
    if shown.upperBound < layout.rows.count {
      grid.draw(
        "↓", at: area.origin.moved(rows: area.height - 1), in: area, style: Theme.quiet)
    }
    return text.origin.moved(
      columns: layout.cursor.column, rows: layout.cursor.row - shown.lowerBound)
  }
}
