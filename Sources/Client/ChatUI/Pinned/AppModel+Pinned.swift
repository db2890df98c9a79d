package import ChatModel
import ChatWords
package import TerminalUI

/// Messages that stand out in a chat, for everyone in it.
extension AppModel {
  /// The message to pin, or whose pin is to be taken back: the picked one, or the newest.
  package var messageToPin: Message? {
    subject { message in
      if case .failed = message.delivery { return false }
      return !message.isDeleted && message.fold == nil
    }
  }

  var reasonAgainstPinning: String? {
    reasonAgainstWriting
      ?? (messageToPin == nil ? "A message that is removed or not sent cannot be pinned." : nil)
  }

  /// Pins a message for everyone, or takes the pin back.
  package func togglePinnedMessage() {
    guard let message = messageToPin else { return }
    leavePicking()
    begin(.pinning(message.id, isPinned: !message.isPinned))
  }

  /// Shows the pinned messages of the open chat.
  package func showPinned() {
    guard let chat = openSummary else { return show(.error(Self.noChats)) }
    overlay = PinnedModel(chat: chat.id, chatName: ChatListText.name(chat))
  }
}

extension PinnedModel: ScreenDialog {
  package var needs: Set<ScreenNeed> { [.pins(chat)] }

  package var isPanel: Bool { true }

  package var context: ActionContext { .pinned }

  package func dialog(at moment: DialogMoment) -> Dialog {
    let keymap = moment.app.keymap
    return PinnedView.dialog(
      self, time: moment.time, now: moment.now,
      way: "\(keymap.way(to: .pickMessage)), then \(keymap.way(to: .pinMessage))",
      canUnpin: moment.app.reasonAgainstWriting == nil)
  }

  package func move(by rows: Int) { moveSelection(by: rows) }

  package func confirm(in app: AppModel) {
    app.closeOverlay()
    guard let pin = selected else { return }
    app.open(chat)
    let cursor = pin.message.cursor
    if pin.message.isOfBlockedPerson { app.conversation?.unfold(cursor...cursor) }
    app.conversation?.go(to: .message(cursor))
  }

  package func type(_ event: KeyEvent, in app: AppModel) { note = nil }

  package func perform(_ action: Action, in app: AppModel) {
    note = nil
    guard action == .pinnedUnpin, let pin = selected else { return }
    if let reason = app.reasonAgainstWriting { return note = reason }
    app.want(.write(.setMessagePinned(false, pin.id)))
  }

  package func take(_ event: AppEvent) {
    if case .pins(chat, let pins) = event { update(pins) }
  }
}
