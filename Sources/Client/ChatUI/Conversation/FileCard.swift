package import ChatModel
package import ChatWords
import TerminalUI

/// A message's file in rows that no text can imitate, as they begin left of all texts.
///
/// They have its name and size, and behind them where it is or how far it got.
///
/// ```
/// ▌photo.png  3.0 MB  downloading 42 %  ▰▰▰▰▱▱▱▱▱▱▱
/// ```
///
/// So the rows of a message stay the same while its file is transferred; what has no room stands below.
package enum FileCard {
  /// Columns of the bar, and the fewest with which it is drawn.
  private static let barColumns = 8...20
  /// The most rows of a reason.
  private static let reasonRows = 3

  package static func rows(of file: Message.Attachment, width: Int) -> [StyledLine] {
    let room = max(1, width - 1)
    let size = FileWords.size(file.size)
    let nameColumns = room - TextWidth.of(size) - 2
    let name = FileWords.name(file, columns: nameColumns > 0 ? nameColumns : room)
    var head: [StyledLine.Run] = [.init(text: name, kind: .fileName)]
    if nameColumns > 0 { head.append(.init(text: "  " + size, kind: .fileNote)) }
    let besides = room - TextWidth.of(name) - TextWidth.of(size) - 4
    if !file.isReplacement, nameColumns > 0, let words = FileWords.state(file),
      TextWidth.of(words) <= besides
    {
      head.append(.init(text: "  ", kind: .fileNote))
      return [row(head + (state(of: file, columns: besides).first ?? []))]
    }
    return [row(head)] + replacement(of: file, columns: room).map(row)
      + state(of: file, columns: room).map(row)
  }

  private static func replacement(
    of file: Message.Attachment, columns: Int
  ) -> [[StyledLine.Run]] {
    guard file.isReplacement else { return [] }
    return TextWrap.lines("in place of another file", width: columns).map {
      [StyledLine.Run(text: $0, kind: .fileTrouble)]
    }
  }

  private static func row(_ runs: [StyledLine.Run]) -> StyledLine {
    var line = StyledLine("▌", kind: .fileMark)
    line.runs += runs
    line.isOfClient = true
    return line
  }

  private static func state(of file: Message.Attachment, columns: Int) -> [[StyledLine.Run]] {
    guard let words = FileWords.state(file) else { return [] }
    var kind = StyledLine.Kind.fileNote
    if case .failed = file.transfer?.state { kind = .fileTrouble }
    var rows = TextWrap.lines(words, width: columns).prefix(reasonRows)
      .map { [StyledLine.Run(text: $0, kind: kind)] }
    let rest = columns - TextWidth.of(words) - 2
    if case .moving(let bytes) = file.transfer?.state, rest >= barColumns.lowerBound {
      let columns = min(rest, barColumns.upperBound)
      let full = columns * FileWords.percent(bytes, of: file.size) / 100
      let bar = String(repeating: "▰", count: full) + String(repeating: "▱", count: columns - full)
      rows[0].append(.init(text: "  " + bar, kind: .fileMark))
    }
    return rows
  }
}
