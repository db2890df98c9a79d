import TerminalUI

/// Lists, above the composer, the texts that can replace the text before the cursor.
struct CompletionView {
  let completion: Completion
  /// The candidate that Tab has inserted.
  let index: Int?

  /// Rows shown at most.
  private static let rowLimit = 8
  /// Columns of the labels: at least those of a command, at most those of a usual file name.
  private static let labelColumns = 22...40

  /// Draws the candidates above a row of the screen, as wide as the row.
  func draw(into grid: inout Grid, above row: Rect) {
    let candidates = completion.candidates
    let height = min(candidates.count, Self.rowLimit, row.row - 1)
    guard height > 0 else { return }
    let selected = index ?? 0
    let first = max(0, min(selected - height + 1, candidates.count - height))
    let shown = candidates[first..<(first + height)]
    let widest = shown.map { TextWidth.of(DisplayText.singleLine($0.label)) }.max() ?? 0
    let range = Self.labelColumns
    let labels = min(max(widest, range.lowerBound), range.upperBound, row.width - 1)
    for (offset, candidate) in shown.enumerated() {
      let area = Rect(
        column: row.column, row: row.row - height + offset, width: row.width, height: 1)
      let isSelected = index == first + offset
      grid.fill(area)
      let label = Rect(column: area.column + 1, row: area.row, width: labels, height: 1)
      grid.draw(candidate.label, in: label, style: Theme.strong)
      let note = Rect(
        column: label.columns.upperBound + 1, row: area.row, width: max(0, area.width - labels - 3),
        height: 1)
      if !note.isEmpty {
        grid.draw(candidate.note, in: note, style: isSelected ? Theme.text : Theme.quiet)
      }
      grid.lay(Theme.panel, under: area)
      if isSelected { grid.restyle(area, merging: Theme.selected) }
    }
  }
}
