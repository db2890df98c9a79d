package import ChatCore
package import ChatModel

/// One row of the chat list.
package enum ChatListRow {
  case heading(String, note: String?)
  case rule(String)
  /// The only row of a chat, or the one above its preview.
  case chat(ChatSummary, isSingle: Bool)
  case preview(ChatSummary)
  case invitation(Invitation)
  case inviter(Invitation)
  case note(String)
  case status(ConnectionWords.Part)

  package var entry: ChatListEntry.ID? {
    switch self {
    case .heading, .rule, .note, .status: nil
    case .chat(let chat, _), .preview(let chat): .chat(chat.id)
    case .invitation(let invitation), .inviter(let invitation): .invitation(invitation.id)
    }
  }
}
