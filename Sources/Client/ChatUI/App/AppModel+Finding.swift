import ChatModel
import ChatWords
import Foundation
import TerminalUI

/// Finding messages, and going to them.
extension AppModel {
  /// Opens the search with what is typed already.
  package func openSearch(_ text: String, isEverywhere: Bool = false) {
    let model = SearchModel(
      text: text, chat: openChat, chatName: openSummary.map(ChatListText.name) ?? "",
      isEverywhere: isEverywhere)
    overlay = model
    if !text.isEmpty { search(model) }
  }

  /// Asks for the messages that fit what is typed now.
  func search(_ model: SearchModel) {
    let number = model.begin()
    do {
      var search = try MessageSearch(
        parsing: model.input.text, among: list.chats, startOfDay: reading.startOfDay)
      model.error = nil
      model.lookFor(search)
      let isLimited = search.chats == nil && !model.isEverywhere
      if isLimited { search.chats = model.chat.map { [$0] } }
      guard !search.isEmpty else { return model.update([], number: number) }
      want(.search(search, isCountedEverywhere: isLimited, number: number))
    } catch {
      model.error = error.reason
    }
  }

  /// Goes to a message that was found, in its chat, and there to what was looked for.
  func show(_ hit: FoundMessage, _ words: SearchedWords? = nil) {
    open(hit.chat)
    let cursor = hit.message.cursor
    if hit.message.isOfBlockedPerson { conversation?.unfold(cursor...cursor) }
    conversation?.go(to: words.map { .found(cursor, $0) } ?? .message(cursor))
  }
}
