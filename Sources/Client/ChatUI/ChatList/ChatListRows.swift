import ChatCore
import ChatModel

/// The rows of chats or invitations, each made when it is asked for: a list of 10,000 chats costs what its visible part
/// costs.
package struct ChatListRows {
  package let count: Int
  /// 2 where an entry has a second line.
  package let rowsPerEntry: Int
  private let row: (Int) -> ChatListRow
  private let entries: (ChatListEntry.ID) -> Int?

  package subscript(index: Int) -> ChatListRow { row(index) }

  /// The rows of an entry; nil if it has none here.
  package func place(of id: ChatListEntry.ID) -> Range<Int>? {
    entries(id).map { $0..<$0 + rowsPerEntry }
  }

  init(_ invitations: [Invitation], rowsPerEntry: Int) {
    count = invitations.count * rowsPerEntry
    self.rowsPerEntry = rowsPerEntry
    row = { index in
      let invitation = invitations[index / rowsPerEntry]
      return index % rowsPerEntry == 0 ? .invitation(invitation) : .inviter(invitation)
    }
    entries = { id in
      invitations.firstIndex { .invitation($0.id) == id }.map { $0 * rowsPerEntry }
    }
  }

  /// The chats, and below a line those that are archived, which come last unless the order is frozen.
  @MainActor init(of model: ChatListModel, rowsPerEntry: Int) {
    let chats =
      model.isOrderFrozen
      ? model.chats.filter { !$0.isArchived } + model.chats.filter(\.isArchived) : model.chats
    let archived = model.totals.archivedCount
    let active = chats.count - archived
    // The line is as high as an entry, so that entries never stand across the edge.
    let places = archived > 0 ? chats.count + 1 : active
    self.rowsPerEntry = rowsPerEntry
    guard places > 0 else {
      count = model.isLoaded ? 1 : 0
      row = { _ in .note("  none yet") }
      entries = { _ in nil }
      return
    }
    count = places * rowsPerEntry
    row = { index in
      let (place, line) = (index / rowsPerEntry, index % rowsPerEntry)
      if place == active {
        return line == rowsPerEntry - 1 ? .rule("archived \(archived)") : .note("")
      }
      let chat = chats[place < active ? place : place - 1]
      return line == 0 ? .chat(chat, isSingle: rowsPerEntry == 1) : .preview(chat)
    }
    entries = { id in
      chats.firstIndex { .chat($0.id) == id }.map { ($0 < active ? $0 : $0 + 1) * rowsPerEntry }
    }
  }
}
