package import ChatViews
import TerminalUI

/// Draws the prompt for a new chat.
enum NewChatView {
  @MainActor
  static func dialog(_ model: NewChatModel) -> Dialog {
    var rows: [Dialog.Row] = [.text("Title of the chat:", .plain), .input(model.input)]
    if let error = model.error { rows.append(.text(error, Theme.failure)) }
    return Dialog(
      title: "New chat", rows: rows, footer: "Enter create │ Esc cancel", columns: 56)
  }
}

extension NewChatModel: TextDialog {
  package func dialog(at moment: DialogMoment) -> Dialog { NewChatView.dialog(self) }

  package func confirm(in app: AppModel) {
    error = app.create(input.text)
    if error == nil { app.closeOverlay() }
  }
}
