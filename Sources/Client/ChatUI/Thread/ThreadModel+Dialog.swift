import ChatModel
package import TerminalUI

extension ThreadModel: ScreenDialog {
  package var needs: Set<ScreenNeed> { [.thread(messageName, in: chat, limit: limit)] }

  package var isPanel: Bool { true }

  package var context: ActionContext { .thread }

  package func dialog(at moment: DialogMoment) -> Dialog {
    ThreadView.dialog(
      self, time: moment.time, now: moment.now,
      canWrite: moment.app.reasonAgainstWriting == nil)
  }

  package func move(by rows: Int) { moveSelection(by: rows) }

  /// Goes to the selected message in the chat; the thread stays beside it.
  package func confirm(in app: AppModel) {
    app.closeOverlay()
    guard let message = selected else { return }
    app.sidePanel.keep(self)
    app.show(FoundMessage(chat: chat, message: message))
  }

  package func perform(_ action: Action, in app: AppModel) {
    note = nil
    guard action == .threadReply, let message = selected else { return }
    if let reason = app.reasonAgainstWriting { return note = reason }
    if message.isDeleted { return note = "A removed message cannot be answered." }
    app.closeOverlay()
    app.sidePanel.keep(self)
    app.answer(message)
  }

  package func type(_ event: KeyEvent, in app: AppModel) { note = nil }

  package func take(_ event: AppEvent) {
    if case .thread(messageName, chat, let thread) = event { update(thread) }
  }
}
