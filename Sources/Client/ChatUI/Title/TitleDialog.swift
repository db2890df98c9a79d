import TerminalUI

/// Draws the prompt for a title.
enum TitleDialog {
  @MainActor
  static func dialog(_ model: TitleModel) -> Dialog {
    var rows: [Dialog.Row] = [
      .text("Title of the chat:", .plain), .input(model.input),
      .text("Without a title it has the names of the others.", Theme.quiet),
    ]
    if let error = model.error { rows.append(.text(error, Theme.danger)) }
    let isNew = model.subject == .newChat
    return Dialog(
      title: isNew ? "New chat" : "Rename the chat", rows: rows,
      footer: [.confirm(isNew ? "create" : "rename"), .cancel("cancel")], columns: 56)
  }
}

extension TitleModel: TextDialog {
  package func dialog(at moment: DialogMoment) -> Dialog { TitleDialog.dialog(self) }

  package func confirm(in app: AppModel) {
    error =
      switch subject {
      case .newChat: app.create(input.text)
      case .chat(let chat): app.rename(chat, to: input.text)
      }
    if error == nil { app.closeOverlay() }
  }
}
