import ChatModel
import TerminalUI

/// The rule row between messages and composer: a toast, the picked message, or what Enter will do; and at its right end
/// what is not sent, and the messages below.
struct StatusLineView {
  /// Words of which the beginning is cut, and never the end.
  struct Mode: Equatable {
    var words: String
    /// The way out, in keys.
    var instruction: String
  }

  let toast: Toast?
  /// The picked message: who and when, and its state.
  let picked: (head: String, state: String)?
  /// The effect of Enter on the text, if it does not send an ordinary message.
  let mode: Mode?
  /// The changes that wait or failed.
  let outbox: ConnectionWords.Part?
  /// What has come in above the end of the chat, and the way there; nil where nothing has.
  let above: String?
  let below: Below
  let isAtEnd: Bool
  /// Whether a message below may need the person.
  let rings: Bool

  /// The messages below the view.
  struct Below: Equatable {
    /// All that lie entirely below it, counted up to `ChatSummary.unreadCountLimit` or a little further.
    var count: Int
    /// Those of the chat that are unread, counted up to `ChatSummary.unreadCountLimit`.
    var unread: Int

    /// Counts what is new there; only where nothing is, all of it.
    var words: String {
      if let new = ChatSummary.unreadText(min(unread, count)) { return "↓ \(new) new" }
      return "↓ \(ChatSummary.unreadText(count) ?? "more") below"
    }
  }

  /// Narrower rows have signs instead of words for what is not sent.
  static let wordColumns = 40
  /// Rows that a toast may take from the messages.
  private static let toastRows = 3
  /// Columns of the rule before words, and behind them.
  private static let margin = 2

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
    var inner = first.inset(columns: Self.margin)
    if let toast {
      let style = toast.kind == .error ? Theme.danger : Theme.strong
      for (offset, row) in Self.rows(of: toast, width: area.width).enumerated() {
        let line = area.rowStrip(offset)
        guard !line.isEmpty else { break }
        grid.draw(
          " " + row + " ", at: line.origin.moved(columns: Self.margin), in: line, style: style)
      }
    } else if let picked {
      let head = grid.draw(
        " " + picked.head.truncated(to: max(1, inner.width - 2)) + " ", in: inner,
        style: Theme.strong)
      _ = inner.remove(head.width, from: .leading)
      guard inner.width > 2 else { return }
      grid.draw(
        " " + picked.state.truncated(to: inner.width - 2) + " ", in: inner, style: Theme.quiet)
    } else if let mode {
      draw(mode, into: &grid, in: inner)
    } else {
      drawEnd(into: &grid, in: inner)
    }
  }

  /// The words make room for the instruction.
  private func draw(_ mode: Mode, into grid: inout Grid, in inner: Rect) {
    var rest = inner
    let instruction = " " + mode.instruction.truncated(to: max(1, inner.width - 2)) + " "
    let room = inner.width - TextWidth.of(instruction)
    if room > 6 {
      let words = grid.draw(
        " " + mode.words.truncated(to: room - 2) + " ", in: rest, style: Theme.strong)
      _ = rest.remove(words.width, from: .leading)
    }
    grid.draw(instruction, at: rest.origin, in: rest, style: Theme.quiet)
  }

  private func drawEnd(into grid: inout Grid, in inner: Rect) {
    var rest = inner
    var parts = [outbox].compactMap(\.self)
    if let news = isAtEnd ? above : below.words {
      parts.append(ConnectionWords.Part(text: news, style: rings ? Theme.accent : Theme.strong))
    }
    for part in parts.reversed() where TextWidth.of(part.text) + 2 <= rest.width {
      let drawn = grid.draw(" \(part.text) ", in: rest, align: .trailing, style: part.style)
      _ = rest.remove(drawn.width + 1, from: .trailing)
    }
  }
}
