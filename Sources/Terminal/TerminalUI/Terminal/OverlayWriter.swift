/// Writes, past ncurses, the cells that ncurses has no way to express: whole emoji of several code points,
/// links, colours by their parts, and pictures.
///
/// ncurses has drawn other text of the same width into these cells and knows nothing of the overlay, so every
/// such cell of a row that has changed is written again, and so is every cell that was one of them before.
///
/// Source: ECMA-48 (SGR, CUP); the specification of hyperlinks in terminal emulators (OSC 8).
package struct OverlayWriter {
  package var abilities = TerminalAbilities()
  package var colors = ColorSupport.none
  /// Whether the terminal understands control strings, and therefore links.
  package var hasLinks = false

  package init(
    abilities: TerminalAbilities = TerminalAbilities(), colors: ColorSupport = .none,
    hasLinks: Bool = false
  ) {
    self.abilities = abilities
    self.colors = colors
    self.hasLinks = hasLinks
  }

  /// Whether a cell needs something that ncurses cannot do and the terminal can.
  package func needsOverlay(_ cell: Cell) -> Bool {
    (hasLinks && cell.link != 0) || drawsWhole(cell) || cell.part == .placeholder
      || (hasTrueColors && cell.style.hasPartColors)
  }

  /// Whether a cell looks different than before, because the terminal has answered more questions.
  package func draws(_ cell: Cell, differentlyFrom before: OverlayWriter) -> Bool {
    needsOverlay(cell) != before.needsOverlay(cell) || drawsWhole(cell) != before.drawsWhole(cell)
  }

  /// Whether an emoji about which terminals disagree is sent as it is.
  func drawsWhole(_ cell: Cell) -> Bool {
    !cell.traits.isEmpty && abilities.drawsWhole(cell.text, cell.traits)
  }

  /// The text that ncurses draws for a cell: its own, or the part of an emoji that all terminals know.
  package func text(of cell: Cell) -> String {
    if cell.part == .placeholder { return " " }
    if cell.traits.isEmpty { return cell.text }
    return drawsWhole(cell) ? "  " : EmojiSequence.careful(cell.text)
  }

  /// The style of a cell; an emoji that is not drawn whole is marked by a line under it.
  package func style(of cell: Cell) -> Style {
    // Without the variation selector alone, nothing of the meaning is lost.
    if cell.traits.isEmpty || cell.traits == .variation || drawsWhole(cell) { return cell.style }
    return cell.style.adding(.underline)
  }

  /// The bytes that draw over a row; empty when nothing needs it.
  ///
  /// - Parameters:
  ///   - cells: the row.
  ///   - before: the row as it was shown; nil if that is not known.
  ///   - row: its place, from 0.
  ///   - links: the targets of links, by their number less one.
  /// - Returns: sequences and text, after which neither style nor link is left.
  package func overlay(
    _ cells: ArraySlice<Cell>, before: ArraySlice<Cell>?, row: Int, links: [String]
  ) -> String {
    let cells = Array(cells)
    let covered = before.map(overlaid) ?? []
    var text = ""
    var pen = Pen()
    var place: Int?
    for (column, cell) in cells.enumerated() where !cell.isContinuation {
      guard needsOverlay(cell) || covered.dropFirst(column).prefix(Int(cell.width)).contains(true)
      else { continue }
      if place != column { text += "\u{1B}[\(row + 1);\(column + 1)H" }
      text += pen.changes(to: sgr(style(of: cell)), target: target(of: cell, links))
      let isSentAsItIs = cell.part == .placeholder || drawsWhole(cell)
      text += isSentAsItIs ? cell.text : self.text(of: cell)
      // After an emoji the terminal may be elsewhere.
      place = cell.traits.isEmpty ? column + Int(cell.width) : nil
    }
    return text + pen.end()
  }

  /// For each column of a row, whether it is part of an overlay.
  private func overlaid(_ cells: ArraySlice<Cell>) -> [Bool] {
    var columns: [Bool] = []
    for cell in cells {
      columns.append(cell.isContinuation ? columns.last ?? false : needsOverlay(cell))
    }
    return columns
  }

  private var hasTrueColors: Bool { abilities.hasTrueColor && colors != .none }

  private func target(of cell: Cell, _ links: [String]) -> String? {
    guard hasLinks, cell.link > 0, Int(cell.link) <= links.count else { return nil }
    return links[Int(cell.link) - 1]
  }

  private func sgr(_ style: Style) -> String {
    var numbers = ["0"]
    let names: [(TextAttributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    ]
    let attributes = colors.attributes(of: style)
    numbers += names.filter { attributes.contains($0.0) }.map(\.1)
    numbers += color(style.foreground, named: 30) + color(style.background, named: 40)
    return "\u{1B}[\(numbers.joined(separator: ";"))m"
  }

  /// The numbers of a colour; `named` is that of black among the eight first ones.
  private func color(_ color: Color, named: Int) -> [String] {
    if let parts = color.parts, hasTrueColors {
      return ["\(named + 8)", "2", "\(parts.red)", "\(parts.green)", "\(parts.blue)"]
    }
    let number = Int(colors.number(of: color))
    return switch number {
    case ..<0: []
    case ..<8: ["\(named + number)"]
    case ..<16: ["\(named + 60 + number - 8)"]
    default: ["\(named + 8)", "5", "\(number)"]
    }
  }

  /// The style and the link that the terminal has now.
  private struct Pen {
    private var style = ""
    private var target: String?

    mutating func changes(to style: String, target: String?) -> String {
      var text = ""
      if style != self.style { text += style }
      if target != self.target {
        // Parts of a link on different rows belong together by their name.
        let name = target.map { "id=\($0.utf8.reduce(UInt32(17)) { ($0 &* 31) &+ UInt32($1) })" }
        text += "\u{1B}]8;\(name ?? "");\(target ?? "")\u{1B}\\"
      }
      (self.style, self.target) = (style, target)
      return text
    }

    mutating func end() -> String {
      let text = target == nil ? "" : "\u{1B}]8;;\u{1B}\\"
      return style.isEmpty ? text : text + "\u{1B}[m"
    }
  }
}

extension Style {
  fileprivate var hasPartColors: Bool { foreground.parts != nil || background.parts != nil }
}
