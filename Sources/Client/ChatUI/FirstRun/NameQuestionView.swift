import CloudModel
package import TerminalUI

/// Draws the question of the first run on the whole screen.
package struct NameQuestionView {
  private let question: NameQuestion

  package init(_ question: NameQuestion) { self.question = question }

  /// The whole screen, and where the cursor is.
  package func picture(size: Size) -> (grid: Grid, cursor: Point?) {
    let (grid, cursor) = FirstRunPage.picture(
      size: size, rows: rows, drawField: { drawField(into: &$0, in: $1) })
    return (grid, question.isCreating ? nil : cursor)
  }

  private func rows(width: Int) -> [FirstRunPage.Row] {
    func wrapped(_ text: String, _ style: Style) -> [FirstRunPage.Row] {
      FirstRunPage.wrapped(text, width: width, style)
    }
    var rows: [FirstRunPage.Row] = [.text("Welcome to ZoneChat", Theme.strong), .blank]
    if let invitation = question.place.invitation, isFirst {
      rows += wrapped(invitation, .plain) + [.blank]
    }
    rows += [.text(label, .plain), .field, .blank]
    if question.isCreating, question.otherLink != nil {
      rows += wrapped("Following the link …", Theme.warning)
    } else if question.isCreating {
      let work = question.isSigningIn ? "Signing in as" : "Creating the account"
      rows += wrapped("\(work) ‘\(question.chosenName)’ …", Theme.warning)
    } else if let trouble = question.trouble {
      rows += wrapped(trouble, Theme.danger)
    } else {
      rows += wrapped(explanation, Theme.quiet)
    }
    rows += [.blank]
    if question.mayChangeWay { rows += wrapped(otherWay, Theme.strong) }
    rows += wrapped(keys, Theme.strong)
    return rows
  }

  /// Whether nothing was answered yet.
  private var isFirst: Bool {
    question.step == (question.isNameFixed ? .passphrase : .name)
  }

  private var label: String {
    switch question.step {
    case .passphrase where question.isNameFixed:
      "A new passphrase for ‘\(question.chosenName)’"
    case .name where question.isSigningIn: "The name of your account"
    case .name: "Your name"
    case .passphrase where question.isSigningIn: "The passphrase of ‘\(question.chosenName)’"
    case .passphrase: "A passphrase for ‘\(question.chosenName)’"
    }
  }

  private var explanation: String {
    switch question.step {
    case .name where question.isSigningIn:
      if case .only(let reason) = question.place.signIn { reason } else { "" }
    case .name:
      "Others find and invite you by this name. The account is made \(question.place.words)."
        + commandForSignIn
    case .passphrase where question.isSigningIn && !question.isNameFixed: ""
    case .passphrase:
      "At least \(PassphraseRule.fewestCharacters) characters. The cloud asks for it on another device. "
        + "Nobody can tell it to you later: look at it once."
    }
  }

  private var commandForSignIn: String {
    guard case .byCommand(let command) = question.place.signIn else { return "" }
    return " If you have one already, leave and run ‘\(command)’."
  }

  private var otherWay: String {
    question.isSigningIn
      ? "\(key(.dialogUp)): make a new account" : "\(key(.dialogDown)): I have an account"
  }

  private var keys: String {
    let (confirm, cancel) = (key(.dialogConfirm), key(.dialogCancel))
    if question.isCreating { return "\(cancel): leave" }
    return switch question.step {
    case .name where question.otherLink != nil:
      "\(confirm): follow this link   \(cancel): leave, nothing is made"
    case .name where question.trouble != nil: "\(confirm): try again   \(cancel): leave"
    case .name where question.isOffered:
      "\(confirm): take this name   Type: another one   \(cancel): leave"
    case .name: "\(confirm): take this name   \(cancel): leave, nothing is made"
    case .passphrase:
      "\(confirm): go on   \(showingKey)   \(cancel): "
        + (isFirst ? "leave, nothing is changed" : "back")
    }
  }

  private var showingKey: String {
    "\(KeyName.of(NameQuestion.showingKey)): \(question.isShown ? "hide" : "show") it"
  }

  private func key(_ action: Action) -> String { question.keymap.way(to: action) }

  private func drawField(into grid: inout Grid, in line: Rect) -> Point? {
    grid.draw(">", in: line, style: Theme.strong)
    let field = line.split(line.width - 2, from: .trailing).strip
    let input = question.input
    if question.step == .passphrase, !question.isShown {
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
