import ClientSettings
import TerminalUI

extension Dialog {
  /// Keys of a dialog for the last line of the screen: actions, and what they do there in one or two words.
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

    /// Enter and the keys that choose; none where there is nothing to choose.
    static func choose(_ words: String, isEmpty: Bool) -> [Hint] {
      isEmpty ? [] : [.confirm(words), .choose]
    }

    static let scroll = Hint(actions: [.dialogUp, .dialogDown], words: "scroll")

    static let scrollPages = Hint(
      actions: [.dialogUp, .dialogDown, .dialogPageUp, .dialogPageDown], words: "scroll")

    /// The first key of each action, and the words; nil if no action has a key.
    fileprivate func shown(_ keymap: Keymap) -> AppModel.Hint? {
      let keys = actions.compactMap { keymap.keys(of: $0).first.map { KeyName.of($0.event) } }
      return keys.isEmpty ? nil : AppModel.Hint(key: keys.joined(separator: " "), words: words)
    }
  }

  /// The hints for the last line of the screen while the dialog is open; the last one says how it is left.
  func hints(_ keymap: Keymap) -> [AppModel.Hint] { footer.compactMap { $0.shown(keymap) } }
}
