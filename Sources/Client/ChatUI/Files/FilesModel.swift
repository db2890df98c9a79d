package import ChatModel
import Observation

/// The messages with files of one chat or of all, newest first, while a person types what to look for.
@Observable @MainActor
package final class FilesModel {
  /// Files that are read at most; words narrow them down.
  package nonisolated static let limit = 200

  package var input = TextInput()
  package var error: String?
  /// The chat to which the list is limited; nil where none is open.
  package let chat: ChatID?
  package let chatName: String
  package private(set) var isEverywhere: Bool
  /// Whether keys enter text that filters the list, instead of being commands.
  package var isFiltering = false
  /// Nil until they are read.
  package private(set) var files: [FoundMessage]?
  package var scroll = ListScroll()
  /// The outcome for a file; it disappears with the next key.
  package var note: String?
  private var selectedID: MessageID?

  /// The files of a chat, or of all where none is open.
  package init(chat: ChatID?, chatName: String) {
    self.chat = chat
    self.chatName = chatName
    isEverywhere = chat == nil
  }

  /// The search for the list as it is now.
  package var search: MessageSearch {
    var search = MessageSearch(
      words: input.text, chats: isEverywhere ? nil : chat.map { [$0] })
    search.hasFile = true
    return search
  }

  /// Shows the files of all chats, or of the one chat again.
  package func togglePlace() {
    guard chat != nil else { return }
    isEverywhere.toggle()
  }

  /// Takes the answer to a search; one to an earlier search changes nothing.
  package func update(_ files: [FoundMessage], of search: MessageSearch) {
    guard search == self.search else { return }
    self.files = files
    if !files.contains(where: { $0.message.id == selectedID }) {
      selectedID = files.first?.message.id
    }
  }

  package var selected: FoundMessage? { files?.first { $0.message.id == selectedID } }

  /// Moves the selection by some places, down when positive.
  package func moveSelection(by rows: Int) {
    guard let files, !files.isEmpty else { return }
    let place = files.firstIndex { $0.message.id == selectedID } ?? 0
    selectedID = files[min(max(0, place + rows), files.count - 1)].message.id
  }
}
