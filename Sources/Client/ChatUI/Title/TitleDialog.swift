import ChatWords
import TerminalUI

/// Draws the prompt for a title.
enum TitleDialog {
  @MainActor
  static func dialog(_ model: TitleModel) -> Dialog {
    var rows: [Dialog.Row] = [
      .text("Title of the chat:", .plain), .input(model.input),
      .text("Without a title it has the names of the others.", Theme.quiet),
    ]
    switch model.subject {
    case .newChat(let isSealed):
      rows.append(.text(isSealed ? SealedWords.sealed : SealedWords.plain, Theme.quiet))
      return dialog(
        model, "New chat", rows,
        [.confirm("create"), .action(.newChatKind, isSealed ? "plain" : nil)])
    case .chat: return dialog(model, "Rename the chat", rows, [.confirm("rename")])
    }
  }

  @MainActor
  private static func dialog(
    _ model: TitleModel, _ title: String, _ rows: [Dialog.Row], _ hints: [Dialog.Hint]
  ) -> Dialog {
    let error = model.error.map { [Dialog.Row.text($0, Theme.danger)] } ?? []
    return Dialog(
      title: title, rows: rows + error, footer: hints + [.cancel("cancel")], columns: 56)
  }
}

extension TitleModel: TextDialog {
  package var context: ActionContext {
    if case .newChat = subject { .newChat } else { .dialog }
  }

  package func perform(_ action: Action, in app: AppModel) {
    if action == .newChatKind { changeKind() }
  }

  package func dialog(at moment: DialogMoment) -> Dialog { TitleDialog.dialog(self) }

  package func confirm(in app: AppModel) {
    error =
      switch subject {
      case .newChat(let isSealed): app.create(input.text, isSealed: isSealed)
      case .chat(let chat): app.rename(chat, to: input.text)
      }
    if error == nil { app.closeOverlay() }
  }
}
