package import ChatModel
import CloudModel
import Observation

/// Who is in a chat.
@Observable @MainActor
package final class MembersModel {
  package let chat: ChatID
  package let chatName: String
  package private(set) var members: [Member] = []
  package private(set) var isLoaded = false
  package var scroll = ListScroll()

  package init(chat: ChatID, chatName: String) {
    self.chat = chat
    self.chatName = chatName
  }

  package func update(_ members: [Member]) {
    isLoaded = true
    self.members = Self.ordered(members)
  }

  /// People who are in or invited; the owner first, then oneself, then by name.
  nonisolated static func ordered(_ members: [Member]) -> [Member] {
    members.filter { $0.status != .removed }.sorted { a, b in
      (a.role == .owner ? 0 : 1, a.isMe ? 0 : 1, a.name.lowercased())
        < (b.role == .owner ? 0 : 1, b.isMe ? 0 : 1, b.name.lowercased())
    }
  }
}
