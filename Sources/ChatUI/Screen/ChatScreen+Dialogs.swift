import ChatCore
import TerminalUI

extension ChatScreen {
  /// The open dialog as it is drawn.
  var dialog: Dialog? {
    switch model.overlay {
    case .newChat(let model): NewChatView.dialog(model)
    case .quickSwitch(let model): QuickSwitchView.dialog(model)
    case .invite(let model): InviteView.dialog(model)
    case .link(let model): LinkView.dialog(model)
    case .join(let model): JoinView.dialog(model)
    case .members(let model): MembersView.dialog(model)
    case .help(let model): HelpView.dialog(model)
    case .details(let model): DetailsView.dialog(model, time: time, now: now())
    case .react(let model): ReactView.dialog(model)
    case .question(let model): QuestionView.dialog(model)
    case nil: nil
    }
  }

  func moveInDialog(by rows: Int) {
    switch model.overlay {
    case .quickSwitch(let dialog): dialog.moveSelection(by: rows)
    case .members(let dialog): dialog.scroll.move(by: rows)
    case .help(let dialog): dialog.scroll.move(by: rows)
    case .newChat, .invite, .link, .join, .details, .react, .question, nil: break
    }
  }

  /// Limits the scroll position of a dialog to its end.
  func updateDialog() {
    guard let dialog else { return }
    let (count, height) = dialog.scrollRange(in: Rect(size))
    var scroll = dialog.scroll
    scroll.limit(rowCount: count, height: height)
    guard scroll != dialog.scroll else { return }
    switch model.overlay {
    case .members(let dialog): dialog.scroll = scroll
    case .help(let dialog): dialog.scroll = scroll
    case .newChat, .quickSwitch, .invite, .link, .join, .details, .react, .question, nil: break
    }
  }

  func typeInDialog(_ event: KeyEvent) {
    if let link = shownLink, event == .character("y") {
      model.want(.copy(link.description))
    } else if case .invite(let dialog) = model.overlay, dialog.phase == .asking,
      event.key == .tab
    {
      dialog.togglePermission()
    } else if case .react(let dialog) = model.overlay, dialog.input.isEmpty,
      let number = event.typedCharacter?.wholeNumberValue,
      dialog.recent.indices.contains(number - 1)
    {
      model.overlay = nil
      model.react(dialog.recent[number - 1], to: dialog.message)
    } else if let command = EditingCommand(event) {
      editInDialog { $0.apply(command, width: .max / 2) }
    } else if let character = event.typedCharacter {
      editInDialog { $0.insert(String(character)) }
    }
  }

  func pasteInDialog(_ text: String) {
    editInDialog { $0.insertLine(text) }
  }

  private var shownLink: InvitationLink? {
    switch model.overlay {
    case .invite(let dialog):
      if case .done(let link) = dialog.phase { link } else { nil }
    case .link(let dialog):
      if case .shown(let link, _) = dialog.phase { link } else { nil }
    case .newChat, .quickSwitch, .join, .members, .help, .details, .react, .question, nil: nil
    }
  }

  /// Changes the text of a dialog that asks for input now.
  private func editInDialog(_ change: (inout TextInput) -> Void) {
    switch model.overlay {
    case .newChat(let dialog):
      change(&dialog.input)
      dialog.error = nil
    case .quickSwitch(let dialog): change(&dialog.input)
    case .react(let dialog):
      change(&dialog.input)
      dialog.error = nil
    case .invite(let dialog):
      guard dialog.phase == .asking else { return }
      change(&dialog.input)
      dialog.error = nil
    case .join(let dialog):
      guard dialog.phase == .asking else { return }
      change(&dialog.input)
      dialog.error = nil
    case .link, .members, .help, .details, .question, nil: break
    }
  }
}
