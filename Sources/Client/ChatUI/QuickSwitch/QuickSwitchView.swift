import ChatCore
import ChatModel
import ChatWords
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
    let items = results.dropFirst(first).prefix(resultLimit).map {
      item($0, of: model, isSelected: $0.id == selected)
    }
    if let name = model.lookedFor {
      return Dialog(
        title: "Go to chat", rows: [.text("Looking for \(name) …", .plain)],
        footer: [.cancel("stop")], columns: 56)
    }
    var rows: [Dialog.Row] = [.input(model.input)]
    if let error = model.error { rows.append(.text(error, Theme.danger)) }
    return Dialog(
      title: model.forwarded == nil ? "Go to chat" : "Forward to", rows: rows,
      scrolling: items.isEmpty ? [.text(emptiness(of: model), Theme.quiet)] : items,
      footer: Dialog.Hint.choose("go", isEmpty: items.isEmpty) + [.cancel("cancel")], columns: 56)
  }

  @MainActor
  private static func emptiness(of model: QuickSwitchModel) -> String {
    model.input.isEmpty && model.forwarded == nil
      ? "Type the name of somebody." : "No chat and nobody fits."
  }

  @MainActor
  private static func item(
    _ entry: SwitchEntry, of model: QuickSwitchModel, isSelected: Bool
  ) -> Dialog.Row {
    func unread(_ chat: ChatSummary) -> String {
      ChatMark.unread(chat).map(\.text).joined(separator: " ")
    }
    switch entry {
    case .chat(let chat):
      return .item(model.label(of: chat), note: unread(chat), isSelected: isSelected)
    case .invitation(let invitation):
      return .item(
        "+ " + ChatListText.name(invitation),
        note: "invitation by \(DisplayText.singleLine(invitation.ownerName))",
        isSelected: isSelected)
    case .person(let person):
      return .item(
        "write to " + PersonWords.full(person.account, person.displayName), note: "new chat",
        isSelected: isSelected)
    case .newcomer(let name):
      return .item("write to " + name, note: "new chat", isSelected: isSelected)
    }
  }
}

extension QuickSwitchModel: TextDialog {
  package func dialog(at moment: DialogMoment) -> Dialog { QuickSwitchView.dialog(self) }

  package var isAsking: Bool { lookedFor == nil }

  package func confirm(in app: AppModel) {
    guard isAsking, let selected else { return }
    if let chat = selected.chat {
      app.closeOverlay()
      if let forwarded { app.forward(forwarded, to: chat) } else { app.open(chat.id) }
      return
    }
    switch selected {
    case .invitation(let invitation):
      app.closeOverlay()
      app.preview(invitation)
    case .person(let person): app.write(to: person.account, by: self)
    case .newcomer(let name): app.write(to: name, by: self)
    case .chat: break
    }
  }

  package func stepBack() -> Bool {
    defer { choose() }
    return !isAsking
  }

  package func take(_ answer: SharingAnswer) -> Bool {
    guard case .failed(let reason) = answer, !isAsking else { return false }
    choose()
    error = reason
    return true
  }

  package var needs: Set<ScreenNeed> { [.people] }

  package func take(_ event: AppEvent) {
    if case .people(let people) = event { self.people = people }
  }
}
