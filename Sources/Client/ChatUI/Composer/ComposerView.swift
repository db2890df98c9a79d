package import TerminalUI

/// Draws the text being written behind its prompt, below the files that wait to go with it: on the column of the
/// messages' texts, so that it wraps as it will be shown.
package struct ComposerView {
  let model: ComposerModel
  /// The columns of the messages above it.
  let metrics: TimelineMetrics
  /// The reason why the person cannot write; it stands in place of a text.
  let refusal: [String]
  /// Whether the text has the keys.
  let hasFocus: Bool

  /// Rows that the files and the whole text take.
  @MainActor
  package static func rowCount(
    of model: ComposerModel, metrics: TimelineMetrics, refusal: [String]
  ) -> Int {
    let rows = model.input.layout(width: columns(metrics)).rows.count
    return WaitingFilesView(files: model.waitingFiles).rowCount + max(refusal.count, rows)
  }

  /// The columns in which the text stands.
  package static func columns(_ metrics: TimelineMetrics) -> Int { max(2, metrics.textWidth) }

  /// - Returns: where the cursor is.
  @MainActor
  package func draw(into grid: inout Grid, in area: Rect) -> Point? {
    guard !area.isEmpty else { return nil }
    let files = WaitingFilesView(files: model.waitingFiles)
    let (top, area) = area.split(min(files.rowCount, area.height - 1), from: .top)
    files.draw(into: &grid, in: top.split(metrics.indent, from: .leading).rest)
    let layout = model.input.layout(width: Self.columns(metrics))
    let shown = layout.visibleRows(height: area.height)
    let (margin, text) = area.split(metrics.indent, from: .leading)
    let gutter = margin.split(TimelineMetrics.gutter, from: .trailing).strip
    let canWrite = refusal.isEmpty || !model.isEmpty
    grid.draw(
      "❯", at: gutter.origin, in: gutter, style: hasFocus && canWrite ? Theme.cursor : Theme.faint)
    if !canWrite {
      for (offset, row) in refusal.prefix(text.height).enumerated() {
        grid.draw(row, in: text.rowStrip(offset), style: Theme.faint)
      }
    }
    for (offset, number) in shown.enumerated() {
      grid.draw(
        layout.rows[number].text, at: text.origin.moved(rows: offset), in: text, style: Theme.text)
    }
    let cursor = text.origin.moved(
      columns: layout.cursor.column, rows: layout.cursor.row - shown.lowerBound)
    if let argument = model.awaitedArgument {
      grid.draw(argument, at: cursor, in: text, style: Theme.faint)
    }
    if shown.lowerBound > 0 { grid.draw("↑", at: gutter.origin, in: gutter, style: Theme.quiet) }
    if shown.upperBound < layout.rows.count {
      grid.draw(
        "↓", at: gutter.origin.moved(rows: area.height - 1), in: gutter, style: Theme.quiet)
    }
    return cursor
  }
}
