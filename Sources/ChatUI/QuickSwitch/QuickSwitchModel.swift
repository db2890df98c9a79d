package import ChatModel
package import ChatViews
import Observation

/// Going to a chat by some letters of its name.
@Observable @MainActor
package final class QuickSwitchModel {
  package var input = TextInput() {
    didSet { if input.text != oldValue.text { selection = 0 } }
  }
  package var error: String?
  /// Place among the results.
  package private(set) var selection = 0

  /// The text that goes into the chosen chat's composer; nil if the chat is only opened.
  package var forwarded: String?

  private let list: ChatListModel

  package init(list: ChatListModel, text: String = "") {
    self.list = list
    input.insert(text)
  }

  package var results: [ChatSummary] { list.chats(matching: input.text) }

  package var selected: ChatSummary? {
    let results = results
    return results.indices.contains(selection) ? results[selection] : results.last
  }

  package func move(by offset: Int) {
    selection = min(max(0, selection + offset), max(0, results.count - 1))
  }
}
