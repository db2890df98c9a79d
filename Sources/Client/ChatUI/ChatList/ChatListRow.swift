package import ChatCore
package import ChatModel

/// One row of the chat list.
package enum ChatListRow {
  /// What is typed to narrow the list, and how many of all entries fit it.
  case filter(TextInput, count: Int, of: Int)
  /// Words over a part of the list, and how many entries of the part are out of sight.
  case heading(String, hidden: ChatListLayout.Hidden)
  /// The only row of a chat, or the one above its preview.
  case chat(ChatSummary, isSingle: Bool)
  case preview(ChatSummary)
  case invitation(Invitation, isSingle: Bool)
  case inviter(Invitation)
  case note(String)
  /// The entries above and below that are out of sight.
  case more(ChatListLayout.Hidden)

  package var entry: ChatListEntry.ID? {
    switch self {
    case .filter, .heading, .note, .more: nil
    case .chat(let chat, _), .preview(let chat): .chat(chat.id)
    case .invitation(let invitation, _), .inviter(let invitation): .invitation(invitation.id)
    }
  }
}
