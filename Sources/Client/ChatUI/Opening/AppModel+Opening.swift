package import ChatModel
import ChatWords
import ClientSettings
import CloudModel
import TerminalUI

extension AppModel {
  /// Opens a chat at the place that `ConversationModel.opened` decides; the text in the previous chat is saved.
  package func open(_ chat: ChatID) { open(chat, from: nil) }

  private func open(_ chat: ChatID, from origin: ChatID?) {
    focusList(false)
    want(opening.open(chat, from: origin))
    dropNoteOfOtherChat()
  }

  package func openNext(offset: Int) {
    guard let chat = list.chat(after: openChat, offset: offset) else {
      return show(.info(Self.noChats))
    }
    open(chat)
  }

  /// Goes to the next chat with news; from the last one back to where the walk began.
  package func openNextNeedingMe() {
    guard let next = opening.nextNeedingMe(in: list) else {
      return show(.info("There is nothing new in the other chats."))
    }
    open(next.chat, from: next.origin)
  }

  package func open(number: Int) {
    guard list.chats.indices.contains(number - 1) else {
      return show(
        .error("There is no chat number \(number). The last one is \(list.chats.count)."))
    }
    open(list.chats[number - 1].id)
  }

  /// Opens what is selected in the list: a chat, or an invitation to look at.
  package func openSelection() {
    switch list.entries.first(where: { $0.id == list.selection }) {
    case .chat(let chat): open(chat.id)
    case .invitation(let invitation):
      focusList(false)
      preview(invitation)
    case nil: focusList(false)
    }
  }

  package func update(_ summaries: [ChatSummary]) {
    let shown = openSummary
    list.update(summaries)
    dropVoidNote()
    tellNews(in: summaries)
    switch opening.change(by: list) {
    case .open(let chat): open(chat)
    case .lose(let chat): lose(chat, named: shown.map(ChatListText.name) ?? "")
    case nil: break
    }
    if opening.isIdle { openFirst() }
    openBetterFirst()
    if let reason = settingsModel.takeTrouble() { show(.error(reason), about: .program) }
  }

  /// Opens the chat now, or as soon as the list contains it.
  package func openWhenListed(_ chat: ChatID) {
    if opening.expect(chat, in: list) { open(chat) }
  }

  private func openFirst() {
    guard let first = opening.takeFirst(of: list.chats) else { return }
    let text = composer.text
    open(first.chat)
    opening.isProvisional = first.isProvisional
    if let place = first.place { conversation?.go(to: place) }
    if let name = first.missing {
      show(.error("There is no chat ‘\(name)’. This is the newest chat."), about: .program)
    }
    if !text.isEmpty { composer.insert(text) }
  }

  /// Leaves the first steps on a new device of an account that has other chats.
  func openBetterFirst() {
    guard overlay == nil, focus == .composer else { return }
    let isFetched = connection?.sync.state == .upToDate
    if let chat = opening.takeBetterFirst(of: list, isFetched: isFetched) { open(chat) }
  }

  /// Shows another chat instead of one that is not in the list any more.
  func closeHidden(_ chat: ChatID) {
    if chat == opening.other?.chat { opening.hideOther() }
    guard chat == openChat else { return }
    conversation?.unload()
    close(chat)
    openFirst()
  }

  /// The open chat was left or deleted in another window.
  ///
  /// Text that is typed now does not go into the chat that is shown instead.
  private func lose(_ chat: ChatID, named name: String) {
    let text = composer.text
    close(chat)
    if !text.isEmpty { composer.cut = text }
    openFirst()
    focusList(true)
    show(
      .info(
        "‘\(DisplayText.singleLine(name))’ is gone from your list: another window has left or deleted it."
          + (text.isEmpty ? "" : " \(yankKey) inserts your text elsewhere.")),
      about: .program)
  }

  private func close(_ chat: ChatID) {
    opening.close(chat)
    focus = .composer
  }
}
