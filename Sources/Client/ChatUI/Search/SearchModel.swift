package import ChatModel
import Observation

/// Finding messages in one chat or in all of them, while a person types.
@Observable @MainActor
package final class SearchModel {
  /// Hits that are read at most; more words narrow them down.
  package static let limit = 50
  /// Hits in all chats that are counted at most.
  package nonisolated static let countLimit = 100

  package var input: TextInput
  package var error: String?
  /// The chat to which the search is limited; nil where none is open.
  package let chat: ChatID?
  package let chatName: String
  package var isEverywhere: Bool
  /// Nil until the first answer.
  package private(set) var hits: [FoundMessage]?
  /// The number of hits in all chats, up to `countLimit`; nil where they are not counted, or not yet.
  private(set) var countEverywhere: Int?
  /// Whether the text has a filter that narrows the hits down.
  private(set) var isNarrowed = false
  /// The chats in which the text itself says to look; nil where it says nothing.
  private(set) var namedChats: Set<ChatID>?
  /// The part of each hit that is shown.
  @ObservationIgnored private(set) var snippets: [SearchSnippet] = []
  @ObservationIgnored private var findsLinks = false
  /// The words of the search, without filters.
  @ObservationIgnored private(set) var words = SearchedWords("")
  package var scroll = ListScroll()
  private var selection = 0
  /// The number of the search whose answer is awaited.
  @ObservationIgnored private(set) var number = 0

  package init(text: String, chat: ChatID?, chatName: String, isEverywhere: Bool) {
    input = TextInput(text: text)
    self.chat = chat
    self.chatName = chatName
    self.isEverywhere = isEverywhere || chat == nil
  }

  package var selected: FoundMessage? {
    hits.flatMap { $0.indices.contains(selection) ? $0[selection] : $0.first }
  }

  package func moveSelection(by rows: Int) {
    selection = min(max(0, selection + rows), max(0, (hits?.count ?? 0) - 1))
  }

  /// Whether a hit is the selected one.
  func isSelected(_ place: Int) -> Bool { place == selection }

  /// Begins another search; answers to earlier ones are not taken any more.
  func begin() -> Int {
    number += 1
    return number
  }

  /// Notes the conditions that were typed for the search that has begun.
  func lookFor(_ search: MessageSearch) {
    words = SearchedWords(search.words)
    findsLinks = search.hasLink
    isNarrowed = search != MessageSearch(words: search.words)
    namedChats = search.chats.map { Set($0) }
  }

  func update(_ hits: [FoundMessage], number: Int) {
    guard number == self.number else { return }
    self.hits = hits
    countEverywhere = nil
    snippets = hits.map { SearchSnippet($0.message, words, findsLinks: findsLinks) }
    selection = 0
    scroll = ListScroll()
  }

  func updateCount(_ count: Int, number: Int) {
    if number == self.number { countEverywhere = count }
  }
}
