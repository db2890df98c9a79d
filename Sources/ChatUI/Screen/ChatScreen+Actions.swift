import ChatCore
import ChatModel
import TerminalUI

extension ChatScreen {
  /// Does something, or says why it cannot be done now.
  package func perform(_ action: ActionID, argument: String = "") {
    if let reason = model.reasonAgainst(action) {
      // Enter and Tab with nothing to do are not mistakes, so no reason is shown.
      let isSilent = [.send, .complete, .completeBackward].contains(action)
      return isSilent ? () : model.show(.info(reason))
    }
    if action != .redraw, action != .suspend { model.show(nil) }
    switch action {
    case .help: toggleHelp()
    case .quit, .suspend: leave(action)
    case .redraw: model.want(.redraw)
    case .bareView: model.isBare.toggle()
    case .mouse: model.toggleMouse()
    case .externalEditor: model.want(.editExternally(model.composer.text))
    case .goToDate: goToDate(argument)
    case .openLink: model.openLink()
    case .unfold: model.conversation?.toggleFold()
    case .newChat: model.newChat(argument)
    case .join: model.join(argument)
    case .goToChat: model.goToChat(argument)
    case .nextChat: model.openNext(offset: 1)
    case .previousChat: model.openNext(offset: -1)
    case .nextNeedingMe: model.openNextNeedingMe()
    case .chatByNumber: model.goToChat(number: argument)
    case .showList: model.focusList(model.focus != .list)
    case .invite: model.invite(argument)
    case .link: model.showLink(argument)
    case .rename: model.rename(argument)
    case .members: model.showMembers()
    case .retry: model.retry()
    case .drop: model.drop()
    case .copyMessage: model.copyMessage()
    case .reply: model.reply()
    case .edit: model.edit()
    case .unsend: model.unsend()
    case .undo: model.undo()
    case .react: model.react(argument)
    case .forward: model.forward()
    case .markUnread: model.markUnread()
    case .goToQuoted: model.goToQuoted()
    case .attach: model.attach(argument)
    case .saveFile: model.saveFile(argument)
    case .showDetails: model.showDetails()
    case .listUp: model.list.moveSelection(by: -1)
    case .listDown: model.list.moveSelection(by: 1)
    case .listFirst: model.list.selectFirst()
    case .listLast: model.list.selectLast()
    case .listOpen: model.openSelection()
    case .send: submit()
    case .newline: edit { $0.insert("\n") }
    case .complete: edit { _ = $0.complete(forward: true) }
    case .completeBackward: edit { _ = $0.complete(forward: false) }
    case .historyOlder: edit { $0.browseOlder() }
    case .historyNewer: edit { $0.browseNewer() }
    case .clearText: model.clearOrRestore()
    case .stepBack: stepBack()
    case .pageUp: turnPage(by: -1)
    case .pageDown: turnPage(by: 1)
    case .goToUnread: model.conversation?.go(to: .unread)
    case .goToOldest, .pickOldest: model.conversation?.go(to: .oldest)
    case .goToNewest, .pickNewest: model.goToEnd()
    case .pickMessage:
      pickVisible()
      if model.conversation?.picked != nil { model.focus = .picking }
    case .pickOlder: model.conversation?.pick(offset: -1)
    case .pickNewer: model.conversation?.pick(offset: 1)
    case .dialogConfirm: model.confirmOverlay()
    case .dialogCancel: model.cancelOverlay()
    case .dialogUp: moveInDialog(by: -1)
    case .dialogDown: moveInDialog(by: 1)
    case .dialogPageUp: moveInDialog(by: -max(1, size.height / 2))
    case .dialogPageDown: moveInDialog(by: max(1, size.height / 2))
    }
  }

  private func toggleHelp() {
    if case .help = model.overlay { model.cancelOverlay() } else { model.showHelp() }
  }

  /// On a narrow screen, which shows the list or the chat, the step back from the chat leads to the list.
  private func stepBack() {
    if !model.stepBack(), isSinglePane { model.focusList(true) }
  }

  private func leave(_ action: ActionID) {
    model.performDeletion()
    model.saveDrafts()
    model.want(action == .quit ? .quit : .suspend)
  }

  private func edit(_ change: (ComposerModel) -> Void) {
    change(model.composer)
    model.textChanged()
  }

  private func goToDate(_ text: String) {
    guard let day = time.startOfDay(text) else {
      return model.show(.info("Write the day as a date, for example /date 2026-11-01."))
    }
    model.conversation?.go(to: .message(MessageCursor(timestamp: day, recordName: "")))
  }

  /// Sends the text, or runs it as a command; a refused command stays in the composer to be corrected.
  private func submit() {
    let composer = model.composer
    let text = composer.text
    guard let command = model.submit() else { return }
    if let reason = model.reasonAgainst(command.action) { return model.show(.error(reason)) }
    composer.takeCommand()
    perform(command.action, argument: command.argument)
    if model.toast?.kind == .error { composer.giveBack(text) }
  }

  /// Scrolls half a pane, so that the eye finds its place again.
  private func turnPage(by direction: Int) {
    let rows = direction * max(1, (messagesArea?.height ?? 2) / 2)
    if model.focus == .list { model.list.moveSelection(by: rows) } else { scroll(by: rows) }
  }
}
