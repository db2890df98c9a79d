package import ChatModel
import Observation

/// Going to a chat, an invitation or a person by some letters of the name.
@Observable @MainActor
package final class QuickSwitchModel {
  package var input = TextInput() {
    didSet { if input.text != oldValue.text { selection = 0 } }
  }
  package var error: String?
  /// The name of the account with which a chat is looked for or begun now; nil while the person chooses.
  package private(set) var lookedFor: String?
  /// Place among the results.
  package private(set) var selection = 0

  /// The message that goes to the chosen chat; nil if the chat is only opened.
  package var forwarded: Message?

  private let list: ChatListModel
  private let account: Account

  package init(list: ChatListModel, account: Account, text: String = "") {
    self.list = list
    self.account = account
    input.insert(text)
  }

  /// Everyone who was met; empty until they are read.
  package var people: [Acquaintance] = [] { didSet { looks = SwitchEntry.looks(of: people) } }
  private var looks: Set<String> = []

  /// The matching entries; for a text that goes to a chat, only entries that are already chats.
  package var results: [SwitchEntry] {
    let entries = SwitchEntry.matching(
      input.text, in: list, people: people, looks: looks, reader: account)
    return forwarded == nil ? entries : entries.filter { $0.chat != nil }
  }

  /// The name of a chat among the results.
  func label(of chat: ChatSummary) -> String { list.label(of: chat, besides: looks) }

  package var selected: SwitchEntry? {
    let results = results
    return results.indices.contains(selection) ? results[selection] : results.last
  }

  /// Waits for the chat with somebody.
  package func look(for name: String) {
    error = nil
    lookedFor = name
  }

  /// Lets the person choose again.
  package func choose() { lookedFor = nil }

  package func move(by offset: Int) {
    selection = min(max(0, selection + offset), max(0, results.count - 1))
  }
}
