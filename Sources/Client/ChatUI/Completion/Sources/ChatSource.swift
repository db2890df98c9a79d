import ChatModel
import ChatWords
import TerminalUI

/// Chats by their names, behind a command that takes one: `/go Fam`.
struct ChatSource: CompletionSource {
  func completion(of input: CompletionInput, with facts: CompletionFacts) -> Completion? {
    guard let call = input.call, call.command?.kind == .chat else { return nil }
    let typed = String(input.characters[call.argumentStart..<input.cursor])
    let scored = facts.chats.enumerated().compactMap { place, chat in
      let name = facts.groupNames[chat.id] ?? chat.name
      return FuzzyMatch.score(of: typed, in: name).map {
        (score: $0, place: place, chat: chat, name: name)
      }
    }
    let found = scored.sorted { ($1.score, $0.place) < ($0.score, $1.place) }
    return Completion(
      call.argumentStart..<input.cursor,
      found.map { found in
        Completion.Candidate(
          facts.groupNames[found.chat.id] ?? ChatListText.name(found.chat),
          note: ChatMark.unread(found.chat).map(\.text).joined(separator: " "),
          replacement: DisplayText.singleLine(found.name))
      })
  }
}
