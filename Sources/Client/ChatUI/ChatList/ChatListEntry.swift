package import ChatCore
package import ChatModel

/// One thing in the chat list that can be opened.
package enum ChatListEntry: Sendable, Equatable, Identifiable {
  case chat(ChatSummary)
  case invitation(Invitation)

  package enum ID: Hashable, Sendable {
    case chat(ChatID)
    case invitation(String)
  }

  package var id: ID {
    switch self {
    case .chat(let chat): .chat(chat.id)
    case .invitation(let invitation): .invitation(invitation.id)
    }
  }
}
