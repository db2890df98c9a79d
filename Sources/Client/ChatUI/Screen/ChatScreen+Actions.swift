import ChatCore
import ChatModel
import ChatWords
import TerminalUI

extension ChatScreen {
  /// Does something, or says why it cannot be done now.
  package func perform(_ action: Action, argument: String = "") {
    if let reason = model.reasonAgainst(action) {
      return action.isSilent ? () : model.show(.info(reason))
    }
    if action != .redraw, action != .suspend { model.show(nil) }
    if let dialog = model.overlay, dialog.context != .dialog,
      action.contexts.contains(dialog.context)
    {
      dialog.perform(action, in: model)
    } else {
      action.perform?(self, argument)
    }
  }

  /// Performs Enter in a dialog, and what the palette has chosen; an action that needs an argument is put into
  /// the composer instead.
  ///
  /// A question that nobody can have read takes no answer.
  func confirmDialog() {
    guard !surprise.hidesAnswer(at: now()) else { return }
    model.confirmOverlay()
    guard let action = model.history.takeChosen() else { return }
    if let slash = action.slash, Action.withArgument.contains(action), model.composer.isEmpty {
      model.focusList(false)
      model.insert("/\(slash.name) ")
    } else {
      perform(action)
    }
  }

  /// On a narrow screen, which shows the list or the chat, the step back from the chat leads to the list.
  func stepBack() {
    if !model.stepBack(), model.isSinglePane { model.focusList(true) }
  }

  func edit(_ change: (ComposerModel) -> Void) {
    change(model.composer)
    model.textChanged()
  }

  func goToDate(_ text: String) {
    guard let day = time.startOfDay(text, now: now()) else {
      return model.show(.error("Write a day behind /date: \(WrittenDay.forms)."))
    }
    model.conversation?.go(to: .message(MessageCursor(timestamp: day, recordName: "")))
  }

  /// Sends the text, or runs it as a command; a refused command stays in the composer to be corrected.
  func submit() {
    let composer = model.composer
    let text = composer.text
    guard let command = model.submit() else { return }
    if let reason = model.reasonAgainst(command.action) { return model.show(.error(reason)) }
    composer.takeCommand()
    perform(command.action, argument: command.argument)
    if model.toast?.kind == .error { composer.giveBack(text) }
  }

  /// Scrolls a pane less two rows, by which the eye finds its place again; in the list, as many chats as it shows.
  func turnPage(by direction: Int) {
    let height = messagesArea?.height ?? 1
    if model.focus == .list {
      model.list.moveSelection(by: direction * max(1, height / 2))
    } else {
      messagesPane?.scroll(by: direction * max(1, height - 2))
    }
  }
}
