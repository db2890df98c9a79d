package import TerminalUI

/// Draws the question of the first run on the whole screen.
package struct NameQuestionView {
  private enum Row {
    case text(String, Style)
    case field
    case blank
  }

  /// The preferred width of the text.
  private static let columns = 60
  /// Below this there is no room for a label, a field and a word about it.
  private static let smallest = Size(width: 20, height: 5)

  private let question: NameQuestion

  package init(_ question: NameQuestion) { self.question = question }

  /// The whole screen, and where the cursor is.
  package func picture(size: Size) -> (grid: Grid, cursor: Point?) {
    var grid = Grid(size: size)
    guard size.width >= Self.smallest.width, size.height >= Self.smallest.height else {
      grid.draw("too small", in: grid.bounds.rowStrip(size.height / 2), align: .center)
      return (grid, nil)
    }
    let width = min(Self.columns, size.width - 2)
    var rows = rows(width: width)
    // Where there is little room, blank rows go first, and then what stands below the field.
    if rows.count > size.height { rows.removeAll { if case .blank = $0 { true } else { false } } }
    let area = grid.bounds.centered(Size(width: width, height: min(rows.count, size.height)))
    var cursor: Point?
    for (offset, row) in rows.prefix(area.height).enumerated() {
      let line = area.rowStrip(offset)
      switch row {
      case .blank: break
      case .text(let text, let style): grid.draw(text, in: line, style: style)
      case .field: cursor = drawField(into: &grid, in: line)
      }
    }
    return (grid, question.isCreating ? nil : cursor)
  }

  private func rows(width: Int) -> [Row] {
    func wrapped(_ text: String, _ style: Style) -> [Row] {
      TextWrap.lines(text, width: width).map { .text($0, style) }
    }
    var rows: [Row] = [.text("Welcome to ZoneChat", Theme.title), .blank]
    rows += [.text(label, .plain), .field, .blank]
    if question.isCreating {
      rows += wrapped("Creating the account ‘\(question.chosenName)’ …", Theme.notice)
    } else if let trouble = question.trouble {
      rows += wrapped(trouble, Theme.failure)
    } else {
      rows += wrapped(explanation, Theme.quiet)
    }
    rows += [.blank]
    rows += wrapped(keys, Theme.key)
    return rows
  }

  private var label: String {
    switch question.step {
    case .name: "Your name"
    case .passphrase: "A passphrase for ‘\(question.chosenName)’"
    case .repetition: "The same passphrase again"
    }
  }

  private var explanation: String {
    switch question.step {
    case .name:
      "Others find and invite you by this name. The account is made \(question.place.words). "
        + "If you have one already, leave and run ‘\(question.place.signInCommand)’."
    case .passphrase:
      "The cloud asks for it when you sign in on another device. Nobody can tell it to you later."
    case .repetition: "So that no typing mistake shuts you out."
    }
  }

  private var keys: String {
    let (confirm, cancel) = (key(.dialogConfirm), key(.dialogCancel))
    if question.isCreating { return "\(cancel): leave" }
    return switch question.step {
    case .name where question.trouble != nil: "\(confirm): try again   \(cancel): leave"
    case .name where question.isOffered:
      "\(confirm): take this name   Type: another one   \(cancel): leave"
    case .name: "\(confirm): take this name   \(cancel): leave, nothing is made"
    case .passphrase, .repetition: "\(confirm): go on   \(cancel): back"
    }
  }

  private func key(_ action: Action) -> String { question.keymap.way(to: action) }

  private func drawField(into grid: inout Grid, in line: Rect) -> Point? {
    grid.draw(">", in: line, style: Theme.key)
    let field = line.split(line.width - 2, from: .trailing).strip
    let input = question.input
    if question.step != .name {
      let first = max(0, input.cursor - field.width + 1)
      let dots = String(repeating: "*", count: input.characters.count - first)
      grid.draw(dots, at: field.origin, in: field)
      return field.origin.moved(columns: input.cursor - first)
    }
    let layout = input.layout(width: max(2, field.width))
    guard layout.rows.indices.contains(layout.cursor.row) else { return nil }
    grid.draw(
      layout.rows[layout.cursor.row].text, at: field.origin, in: field,
      style: question.isOffered ? Theme.selected : .plain)
    return field.origin.moved(columns: layout.cursor.column)
  }
}
