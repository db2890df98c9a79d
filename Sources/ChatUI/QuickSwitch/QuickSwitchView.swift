import ChatCore
import ChatModel
package import ChatViews
import TerminalUI

/// Draws the chats that fit the letters typed.
enum QuickSwitchView {
  /// Results shown at most; more letters narrow them down.
  private static let resultLimit = 12

  @MainActor
  static func dialog(_ model: QuickSwitchModel) -> Dialog {
    let results = model.results
    let selected = model.selected?.id
    let place = results.firstIndex { $0.id == selected } ?? 0
    let first = max(0, place - resultLimit + 1)
    let items = results.dropFirst(first).prefix(resultLimit).map { chat in
      Dialog.Row.item(
        ChatListText.name(chat), note: ChatMark.unread(chat).map(\.text).joined(separator: " "),
        isSelected: chat.id == selected)
    }
    return Dialog(
      title: model.forwarded == nil ? "Go to chat" : "Forward to", rows: [.input(model.input)],
      scrolling: items.isEmpty ? [.text("No chat matches.", Theme.quiet)] : items,
      footer: "Enter go │ Up Down choose │ Esc cancel", columns: 56)
  }
}

extension QuickSwitchModel: TextDialog {
  package func dialog(at moment: DialogMoment) -> Dialog { QuickSwitchView.dialog(self) }

  package func confirm(in app: AppModel) {
    guard let chat = selected else { return }
    app.closeOverlay()
    app.open(chat.id)
    if let forwarded { app.insert(forwarded) }
  }
}
