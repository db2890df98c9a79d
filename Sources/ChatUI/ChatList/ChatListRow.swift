import ChatCore
import ChatModel

/// One row of the chat list.
enum ChatListRow {
  case heading(String, note: String?)
  case rule(String)
  /// The only row of a chat, or the one above its preview.
  case chat(ChatSummary, isSingle: Bool)
  case preview(ChatSummary)
  case invitation(Invitation)
  case inviter(Invitation)
  case note(String)

  /// All rows; a chat has two of them where columns are many or chats are few.
  @MainActor
  static func rows(
    of model: ChatListModel, width: Int, height: Int, hasHeading: Bool
  ) -> [ChatListRow] {
    let entryCount = model.entries.count
    let isDouble = width >= 24 || 2 * entryCount + 2 <= height
    let unread = model.unreadTotal
    var rows: [ChatListRow] = []
    if hasHeading { rows.append(.heading("CHATS", note: unread > 0 ? "\(unread) new" : nil)) }
    for chat in model.chats {
      rows.append(.chat(chat, isSingle: !isDouble))
      if isDouble { rows.append(.preview(chat)) }
    }
    if model.isLoaded, model.chats.isEmpty { rows.append(.note("  none yet")) }
    if !model.invitations.isEmpty { rows.append(.rule("invitations")) }
    for invitation in model.invitations {
      rows.append(.invitation(invitation))
      if isDouble { rows.append(.inviter(invitation)) }
    }
    return rows
  }

  var entry: ChatListEntry.ID? {
    switch self {
    case .heading, .rule, .note: nil
    case .chat(let chat, _), .preview(let chat): .chat(chat.id)
    case .invitation(let invitation), .inviter(let invitation): .invitation(invitation.id)
    }
  }

  /// The first row to show so that an entry is seen, scrolling no more than that takes.
  static func firstRow(
    of rows: [ChatListRow], showing id: ChatListEntry.ID?, from first: Int, height: Int
  )
    -> Int
  {
    let last = max(0, rows.count - height)
    guard let id, let top = rows.firstIndex(where: { $0.entry == id }),
      let bottom = rows.lastIndex(where: { $0.entry == id })
    else { return min(first, last) }
    // The heading belongs to the first entry.
    let wanted = top == 1 ? 0 : top
    return max(0, min(last, min(wanted, max(first, bottom - height + 1))))
  }
}
