import ClientSettings
package import TerminalUI

/// A dialog with one text field.
@MainActor
package protocol TextDialog: ScreenDialog {
  var input: TextInput { get set }
  /// The reason why the text is not accepted; it disappears with the next change.
  var error: String? { get set }
  /// Whether the text can be changed now.
  var isAsking: Bool { get }
}

extension TextDialog {
  package var isAsking: Bool { true }

  package var isTextEmpty: Bool { input.isEmpty }

  package func type(_ event: KeyEvent, in app: AppModel) {
    typeText(event, app.keymap)
  }

  package func paste(_ text: String, in app: AppModel) { insert(text) }

  /// Inserts a pasted text as one line.
  func insert(_ text: String) { change { $0.insertLine(text) } }

  /// Takes a key as text or as a line key.
  func typeText(_ event: KeyEvent, _ keymap: Keymap) {
    if let command = keymap.editingCommand(of: event) {
      change { $0.apply(command, width: .max / 2) }
    } else if let character = event.typedCharacter {
      change { $0.insert(String(character)) }
    }
  }

  private func change(_ change: (inout TextInput) -> Void) {
    guard isAsking else { return }
    change(&input)
    error = nil
  }
}
