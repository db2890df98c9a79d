package import ChatModel
import Observation

/// Finding messages in one chat or in all of them, while a person types.
@Observable @MainActor
package final class SearchModel {
  /// Hits that are read at most; more words narrow them down.
  package static let limit = 50

  package var input: TextInput
  package var error: String?
  /// The chat to which the search is limited; nil where none is open.
  package let chat: ChatID?
  package let chatName: String
  package var isEverywhere: Bool
  /// Nil until the first answer.
  package private(set) var hits: [FoundMessage]?
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
    scroll.reveal(selection)
  }

  /// Whether a hit is the selected one.
  func isSelected(_ place: Int) -> Bool { place == selection }

  /// Begins another search; answers to earlier ones are not taken any more.
  func begin() -> Int {
    number += 1
    return number
  }

  func update(_ hits: [FoundMessage], number: Int) {
    guard number == self.number else { return }
    self.hits = hits
    selection = 0
    scroll = ListScroll()
  }
}
