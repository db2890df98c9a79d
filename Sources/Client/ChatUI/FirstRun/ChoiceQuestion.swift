package import ClientSettings
package import TerminalUI

/// A question with one answer to agree with, or several of which one is taken.
package struct ChoiceQuestion: FirstRunQuestion {
  package struct Answer: Sendable, Equatable {
    /// The place of the choice.
    package var place: Int
    /// Whether it is to be taken without a question from now on.
    package var isForAlways: Bool

    package init(_ place: Int, isForAlways: Bool = false) {
      self.place = place
      self.isForAlways = isForAlways
    }
  }

  package let title: String
  /// What the person has to know before.
  package let text: String
  /// At least one; a single one is not shown, because Enter means it.
  package let choices: [String]
  /// The sentence that is shown while the answer is done.
  package let work: String
  /// What the key does that takes a choice for always; nil where that cannot be wished.
  package let always: String?
  /// The place of the choice that Enter takes.
  package private(set) var selected = 0
  package private(set) var isWorking = false
  /// The reason why the answer could not be used.
  package private(set) var trouble: String?
  /// The keys are those of a dialog.
  let keymap: Keymap

  package init(
    title: String, text: String, choices: [String] = [""], work: String, always: String? = nil,
    keymap: Keymap = Keymap()
  ) {
    self.title = title
    self.text = text
    self.choices = choices
    self.work = work
    self.always = always
    self.keymap = keymap
  }

  package mutating func refuse(_ reason: String) {
    isWorking = false
    trouble = reason
  }

  package mutating func take(_ event: InputEvent) -> FirstRunWish<Answer>? {
    guard case .key(let key) = event else { return nil }
    if always != nil, key.commandCharacter == Self.alwaysKey { return answer(isForAlways: true) }
    let actions = ActionRegistry.actions(for: key, in: .dialog, isEmpty: true, keymap: keymap)
    guard let action = actions.first else { return nil }
    switch action {
    case .dialogConfirm: return answer(isForAlways: false)
    case .dialogUp: move(by: -1)
    case .dialogDown: move(by: 1)
    case .dialogCancel, .quit: return .leave
    case .suspend: return .suspend
    case .redraw: return .redraw
    default: break
    }
    return nil
  }

  /// No letter is text here, so it is a key whatever the settings say.
  private static let alwaysKey: Character = "a"

  private mutating func answer(isForAlways: Bool) -> FirstRunWish<Answer>? {
    guard !isWorking else { return nil }
    isWorking = true
    trouble = nil
    return .answer(Answer(selected, isForAlways: isForAlways))
  }

  private mutating func move(by step: Int) {
    guard !isWorking else { return }
    selected = min(max(selected + step, 0), choices.count - 1)
  }

  package func picture(size: Size) -> (grid: Grid, cursor: Point?) {
    FirstRunPage.picture(size: size, rows: rows)
  }

  private func rows(width: Int) -> [FirstRunPage.Row] {
    var rows: [FirstRunPage.Row] = [.text(title, Theme.strong), .blank]
    rows += FirstRunPage.wrapped(text, width: width, .plain)
    if choices.count > 1 {
      rows += [.blank]
      rows += choices.enumerated().map { place, choice in
        place == selected ? .text("> \(choice)", Theme.selected) : .text("  \(choice)", .plain)
      }
    }
    rows += [.blank]
    if isWorking {
      rows += FirstRunPage.wrapped(work, width: width, Theme.warning) + [.blank]
    } else if let trouble {
      rows += FirstRunPage.wrapped(trouble, width: width, Theme.danger) + [.blank]
    }
    if let always, !isWorking {
      rows += FirstRunPage.wrapped("\(Self.alwaysKey): \(always)", width: width, Theme.strong)
    }
    rows += FirstRunPage.wrapped(keys, width: width, Theme.strong)
    return rows
  }

  private var keys: String {
    let cancel = "\(keymap.way(to: .dialogCancel)): leave"
    if isWorking { return cancel }
    let confirm = keymap.way(to: .dialogConfirm)
    guard choices.count > 1 else { return "\(confirm): go on   \(cancel)" }
    let move = "\(keymap.way(to: .dialogUp)), \(keymap.way(to: .dialogDown))"
    return "\(confirm): take it   \(move): another one   \(cancel)"
  }
}
