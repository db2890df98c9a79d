import TerminalUI

/// The line between messages and composer: a toast, the picked message, or the messages below.
struct StatusLineView {
  let toast: Toast?
  let picked: String?
  /// The effect of Enter on the text, if it does not send an ordinary message.
  let mode: String?
  let newerCount: Int
  let isAtEnd: Bool

  /// Rows that a toast may take from the messages.
  private static let toastRows = 3

  /// The toast in rows; one empty row when there is none.
  static func rows(of toast: Toast?, width: Int) -> [String] {
    guard let toast else { return [""] }
    let rows = TextWrap.lines(DisplayText.singleLine(toast.text), width: max(1, width - 6))
    guard rows.count > toastRows else { return rows }
    return rows.prefix(toastRows - 1) + [rows[toastRows - 1] + "…"]
  }

  func draw(into grid: inout Grid, in area: Rect) {
    let first = area.rowStrip(0)
    grid.drawHorizontalLine(in: first, style: Theme.divider)
    let inner = Rect(column: area.column + 2, row: area.row, width: area.width - 4, height: 1)
    if let toast {
      let style = toast.kind == .error ? Theme.danger : Style.bold
      for (offset, row) in Self.rows(of: toast, width: area.width).enumerated() {
        let line = area.rowStrip(offset)
        guard !line.isEmpty else { break }
        grid.draw(" " + row + " ", at: line.origin.moved(columns: 2), in: line, style: style)
      }
    } else if let picked {
      grid.draw(" " + picked.truncated(to: inner.width - 2) + " ", in: inner, style: .bold)
    } else if let mode {
      grid.draw(" " + mode.truncated(to: inner.width - 2) + " ", in: inner, style: .bold)
    } else if !isAtEnd {
      let words = newerCount > 0 ? " \(newerCount) newer ↓ " : " more below ↓ "
      grid.draw(words, in: inner, align: .trailing, style: Theme.accent)
    }
  }
}
