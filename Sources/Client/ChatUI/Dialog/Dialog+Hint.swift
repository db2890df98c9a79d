import ClientSettings
import TerminalUI

extension Dialog {
  /// A part of a dialog's last line: actions, and what they do there in one or two words.
  package struct Hint: Sendable {
    let actions: [Action]
    /// Empty where the keys alone say it.
    let words: String

    static func confirm(_ words: String) -> Hint { action(.dialogConfirm, words) }

    static func cancel(_ words: String) -> Hint { action(.dialogCancel, words) }

    /// - Parameters:
    ///   - action: any that counts in the dialog.
    ///   - words: what it does there now; nil for the hint of the action.
    /// - Returns: the hint.
    static func action(_ action: Action, _ words: String? = nil) -> Hint {
      Hint(actions: [action], words: words ?? action.hint ?? action.title)
    }

    static let choose = Hint(actions: [.dialogUp, .dialogDown], words: "choose")

    static let scroll = Hint(actions: [.dialogUp, .dialogDown], words: "scroll")

    static let scrollPages = Hint(
      actions: [.dialogUp, .dialogDown, .dialogPageUp, .dialogPageDown], words: "scroll")

    /// The first key of each action, and the words; nil if no action has a key.
    fileprivate func text(_ keymap: Keymap) -> String? {
      let keys = actions.compactMap { keymap.keys(of: $0).first.map { KeyName.of($0.event) } }
      guard !keys.isEmpty else { return nil }
      return (keys + (words.isEmpty ? [] : [words])).joined(separator: " ")
    }
  }

  /// The hints that fit in some columns; the last one, which says how the dialog is left, comes before the others.
  func lastLine(_ keymap: Keymap, columns: Int) -> String {
    let separator = " │ "
    var parts = footer.compactMap { $0.text(keymap) }
    while parts.count > 2, TextWidth.of(parts.joined(separator: separator)) > columns {
      parts.remove(at: parts.count - 2)
    }
    return parts.joined(separator: separator)
  }
}
