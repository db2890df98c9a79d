import ChatModel
import ChatWords
import TerminalUI

/// Chats by their names, behind a command that takes one: `/go Fam`.
struct ChatSource: CompletionSource {
  func completion(of input: CompletionInput, with facts: CompletionFacts) -> Completion? {
    guard let call = input.call, call.command?.kind == .chat else { return nil }
    let typed = String(input.characters[call.argumentStart..<input.cursor])
    let scored = facts.chats.enumerated().compactMap { place, chat in
      FuzzyMatch.score(of: typed, in: chat.name).map { (score: $0, place: place, chat: chat) }
    }
    let chats = scored.sorted { ($1.score, $0.place) < ($0.score, $1.place) }.map(\.chat)
    return Completion(
      call.argumentStart..<input.cursor,
      chats.map { chat in
        Completion.Candidate(
          ChatListText.name(chat), note: ChatMark.unread(chat).map(\.text).joined(separator: " "),
          replacement: DisplayText.singleLine(chat.name))
      })
  }
}
