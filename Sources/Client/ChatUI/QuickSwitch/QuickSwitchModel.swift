package import ChatModel
import Observation

/// Going to a chat, an invitation or a person by some letters of the name.
@Observable @MainActor
package final class QuickSwitchModel {
  package var input = TextInput() {
    didSet { if input.text != oldValue.text { selection = 0 } }
  }
  package var error: String?
  /// Place among the results.
  package private(set) var selection = 0

  /// The message that goes to the chosen chat; nil if the chat is only opened.
  package var forwarded: Message?

  private let list: ChatListModel

  package init(list: ChatListModel, text: String = "") {
    self.list = list
    input.insert(text)
  }

  /// Everyone who was met; empty until they are read.
  package var people: [Acquaintance] = []

  /// The matching entries; for a text that goes to a chat, only entries that are already chats.
  package var results: [SwitchEntry] {
    let entries = SwitchEntry.matching(input.text, in: list, people: people)
    return forwarded == nil ? entries : entries.filter { $0.chat != nil }
  }

  package var selected: SwitchEntry? {
    let results = results
    return results.indices.contains(selection) ? results[selection] : results.last
  }

  package func move(by offset: Int) {
    selection = min(max(0, selection + offset), max(0, results.count - 1))
  }
}
