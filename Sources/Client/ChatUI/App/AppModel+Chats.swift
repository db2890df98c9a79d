package import ChatModel
import ChatWords
import ClientSettings
import TerminalUI

extension AppModel {
  /// Opens a chat where it was left; the text in the previous chat is saved.
  package func open(_ chat: ChatID) {
    show(nil)
    origin = nil
    focusList(false)
    guard chat != openChat else { return }
    saveDrafts()
    conversation?.unload()
    let conversation = conversations[chat] ?? ConversationModel(chat: chat)
    conversations[chat] = conversation
    self.conversation = conversation
    switchComposer(to: composers[chat] ?? makeComposer(chat: chat))
    composers[chat] = composer
    want(.open(chat))
  }

  /// Shows the text of another chat; the text that was cut last can be inserted there too.
  private func switchComposer(to other: ComposerModel) {
    other.cut = composer.cut
    composer = other
  }

  package func openNext(offset: Int) {
    guard let chat = list.chat(after: openChat, offset: offset) else {
      return show(.info(Self.noChats))
    }
    open(chat)
  }

  /// Goes to the next chat with news; from the last one back to where the walk began.
  package func openNextNeedingMe() {
    let start = origin ?? openChat
    if let chat = list.chatNeedingMe(after: openChat), chat != openChat {
      open(chat)
      origin = start
    } else if let origin, origin != openChat {
      open(origin)
    } else {
      origin = nil
      show(.info("There is nothing new in the other chats."))
    }
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
    tellNews(in: summaries)
    if let wantedID, list.summary(of: wantedID) != nil {
      self.wantedID = nil
      openWanted(wantedID)
    } else if let openChat, list.summary(of: openChat) == nil {
      lose(openChat, named: shown.map(ChatListText.name) ?? "")
    }
    if conversation == nil, wantedID == nil { openFirst() }
    if let reason = settingsTrouble {
      settingsTrouble = nil
      show(.error(reason))
    }
  }

  /// Opens the chat now, or as soon as the list contains it.
  package func openWhenListed(_ chat: ChatID) {
    if list.summary(of: chat) == nil {
      wantedID = chat
    } else {
      openWanted(chat)
    }
  }

  /// Opens a chat for which the person has waited; text that they are writing does not go into it.
  private func openWanted(_ chat: ChatID) {
    if openChat != nil, openChat != chat, !composer.isEmpty { countLoss() }
    open(chat)
  }

  private func openFirst() {
    guard let newest = list.chats.first else { return }
    let text = composer.text
    open(wantedChat.flatMap(chat) ?? newest.id)
    if let wantedPlace { conversation?.begin(at: wantedPlace) }
    wantedPlace = nil
    if let wantedChat, chat(named: wantedChat) == nil {
      show(.error("There is no chat ‘\(wantedChat)’. This is the newest chat."))
    }
    wantedChat = nil
    if !text.isEmpty { composer.insert(text) }
  }

  private func chat(named name: String) -> ChatID? {
    let folded = name.lowercased()
    let chats = list.chats
    return
      (chats.first { $0.zoneName == name } ?? chats.first { $0.name.lowercased() == folded }
      ?? chats.first { $0.name.lowercased().hasPrefix(folded) }
      ?? chats.first { $0.zoneName.hasPrefix(name) })?.id
  }

  /// Shows another chat instead of one that is not in the list any more.
  func closeHidden(_ chat: ChatID) {
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
          + (text.isEmpty ? "" : " \(yankKey) inserts your text elsewhere.")))
  }

  private func close(_ chat: ChatID) {
    countLoss()
    conversations[chat] = nil
    composers[chat] = nil
    conversation = nil
    switchComposer(to: makeComposer(chat: nil))
    focus = .composer
  }
}
