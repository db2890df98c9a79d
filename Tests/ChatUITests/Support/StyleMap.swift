import ClientSettings
import TerminalUI

/// The styles of one screen in four themes: rows of letters, the rectangles that have a background, and a legend.
///
/// A letter stands for what a cell's text has in each of the themes, so that one map shows all four. Letters are those
/// of roles where the text looks as a role does, else capitals and small letters that no role has.
struct StyleMap {
  static let themes: [(name: String, theme: ColorTheme)] = [
    ("dark", .dark), ("light", .light), ("high-contrast", .highContrast), ("mono", .mono),
  ]

  /// The same screen, once for each theme.
  let grids: [Grid]

  private static let roles: [(letter: Character, role: ThemeRole)] = [
    (".", .text), ("B", .strong), ("q", .quiet), ("f", .faint), ("v", .divider), ("A", .accent),
    ("I", .accentOn), ("l", .link), ("c", .code), ("o", .ownName), ("k", .ok), ("w", .warning),
    ("d", .danger), ("u", .unreadLine), ("C", .cursor), ("h", .hit), ("z", .quoteBar),
    ("s", .selected),
  ]
  private static let surfaces: [ThemeRole] = [
    .panel, .raised, .codeSurface, .hit, .accentOn, .selected,
  ]
  private static let others = Array("abegijmnprtxyDEFGHJKLMNOPQRSTUVWXYZ")

  private var columns: Range<Int> { 0..<(grids.first?.size.width ?? 0) }
  private var rows: Range<Int> { 0..<(grids.first?.size.height ?? 0) }

  /// The map as it stands in a file.
  var text: String {
    var legend: [(styles: [Style], letter: Character, name: String)] = []
    var unused = Self.others[...]
    var lines = rows.map { row -> String in
      var line = columns.map { column -> Character in
        guard let styles = inks(at: Point(column: column, row: row)) else { return " " }
        if let known = legend.first(where: { $0.styles == styles }) { return known.letter }
        let role = Self.role(of: styles)
        let letter = role?.letter ?? unused.popFirst() ?? "?"
        legend.append((styles, letter, role?.name ?? "no role"))
        return letter
      }
      while line.last == " " { line.removeLast() }
      return String(line)
    }
    lines.append("--- backgrounds, as row: columns")
    lines += backgrounds
    lines.append("--- letters: " + Self.themes.map(\.name).joined(separator: " | "))
    for entry in legend {
      let words = entry.styles.map(\.words).joined(separator: " | ")
      lines.append("\(entry.letter) \(entry.name): \(words)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The style of a cell's text in each theme, without its background; nil for a blank.
  private func inks(at point: Point) -> [Style]? {
    let styles = grids.map { $0[point].style }
    if grids.first?[point].text == " ", !styles.contains(where: { $0.attributes.isSeenInBlanks }) {
      return nil
    }
    return styles.map { $0.background(.standard) }
  }

  /// The role whose text looks so in every theme.
  private static func role(of styles: [Style]) -> (letter: Character, name: String)? {
    if styles.allSatisfy({ $0 == .plain }) { return ("_", "the terminal's own") }
    if let known = roles.first(where: { role in
      themes.map { $0.theme[role.role].background(.standard) } == styles
    }) {
      return (known.letter, known.role.rawValue)
    }
    let slot = (0..<8).first { slot in
      themes.map { $0.theme.names[slot % $0.theme.names.count] } == styles
    }
    return slot.map { (Character("\($0 + 1)"), "person \($0 + 1)") }
  }

  /// One line for each background: its rows and columns.
  private var backgrounds: [String] {
    var places: [(colors: [Color], text: [String])] = []
    for row in rows {
      let colors = columns.map { column in
        grids.map { $0[Point(column: column, row: row)].style.background }
      }
      for run in colors.runs() where run.value.contains(where: { $0 != .standard }) {
        let place = "\(row): \(run.offsets.lowerBound)-\(run.offsets.upperBound - 1)"
        if let index = places.firstIndex(where: { $0.colors == run.value }) {
          places[index].text.append(place)
        } else {
          places.append((run.value, [place]))
        }
      }
    }
    return places.map { place in
      let role = Self.surfaces.first { role in
        Self.themes.map { $0.theme[role].background } == place.colors
      }
      let name = role?.rawValue ?? place.colors.map(\.words).joined(separator: " | ")
      return "\(name)  \(place.text.joined(separator: ", "))"
    }
  }
}

extension TextAttributes {
  fileprivate var isSeenInBlanks: Bool { !isDisjoint(with: [.underline, .reverse]) }
}

extension Style {
  /// The style in words, as a file of a golden screen has it; empty for a plain one.
  var words: String {
    let names: [(TextAttributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"),
      (.reverse, "reverse"),
    ]
    var words = names.filter { attributes.contains($0.0) }.map(\.1)
    if foreground != .standard { words.append("text \(foreground.words)") }
    if background != .standard { words.append("on \(background.words)") }
    return words.joined(separator: " ")
  }
}

extension Color {
  /// The colour as a file of a golden screen has it.
  fileprivate var words: String {
    switch self {
    case .standard: "standard"
    case .palette(let number): "\(number)"
    case .rgb(let parts): parts.hexadecimal
    case .tone(let parts, let number): "\(parts.hexadecimal) (\(number))"
    }
  }
}
