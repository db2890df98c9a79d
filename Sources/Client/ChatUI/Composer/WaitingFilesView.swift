import ChatWords
import TerminalUI

/// Draws the files that wait, one in each row, above the text.
///
/// ```
/// ▌ photo.png  3.0 MB
/// > Our new office
/// ```
struct WaitingFilesView {
  /// The most rows that the files take; where there are more files, the last row says how many.
  private static let rowLimit = 3

  let files: [WaitingFile]

  var rowCount: Int { min(files.count, Self.rowLimit) }

  func draw(into grid: inout Grid, in area: Rect) {
    guard !area.isEmpty else { return }
    let shownCount = files.count > area.height ? area.height - 1 : files.count
    for row in 0..<area.height {
      let strip = area.rowStrip(row)
      grid.draw("▌", at: strip.origin, in: strip, style: Theme.quoteBar)
      let words = strip.split(strip.width - 2, from: .trailing).strip
      if row < shownCount {
        draw(files[row], into: &grid, in: words)
      } else {
        let count = files.count - shownCount
        let more = shownCount == 0 ? DisplayText.count(count, "file") : "… and \(count) more"
        grid.draw(more, in: words, style: Theme.quiet)
      }
    }
  }

  private func draw(_ file: WaitingFile, into grid: inout Grid, in area: Rect) {
    let note = file.size.map { FileWords.size($0) } ?? "cannot be sent now"
    let room = max(1, area.width - TextWidth.of(note) - 2)
    let name = FileWords.name(file.name, columns: room)
    let columns = grid.draw(name, at: area.origin, in: area, style: Theme.strong)
    grid.draw(
      note, at: area.origin.moved(columns: columns + 2), in: area,
      style: file.size == nil ? Theme.danger : Theme.quiet)
  }
}
