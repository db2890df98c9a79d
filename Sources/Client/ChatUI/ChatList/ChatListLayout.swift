import ChatModel
package import TerminalUI

/// The rows of the chat list in some area: a filter, the chats, and at the bottom the invitations, which are always in
/// sight.
@MainActor
package struct ChatListLayout {
  /// Rows that scroll by themselves; only those in sight are made.
  package struct Part {
    package let rows: ChatListRows
    package var height: Int
    /// The first row shown.
    package var first: Int

    package var shown: [ChatListRow] {
      (min(first, rows.count)..<min(first + height, rows.count)).map { rows[$0] }
    }
    package var hidden: Hidden {
      let end = min(first + height, rows.count)
      return Hidden(
        above: rows.entryCount(before: first),
        below: rows.entryCount(before: rows.count) - rows.entryCount(before: end))
    }

    /// Shows an entry, scrolling no more than that takes and never half an entry.
    package mutating func show(_ id: ChatListEntry.ID?) {
      let last = max(0, rows.count - height)
      if let entry = id.flatMap(rows.place) {
        first = min(entry.lowerBound, max(first, entry.upperBound - height))
      }
      first = max(0, min(last, first))
      let rest = first % rows.rowsPerEntry
      if rest != 0 { first = min(last, first - rest + rows.rowsPerEntry) }
    }
  }

  /// The numbers of entries out of sight.
  package struct Hidden: Equatable, Sendable {
    package var above: Int
    package var below: Int

    package init(above: Int = 0, below: Int = 0) {
      self.above = above
      self.below = below
    }
  }

  /// Fewer rows are all for entries.
  private static let heightForMore = 4
  /// Lower lists have a row for each chat if not all have room for two; our choice: seven chats.
  private static let heightForPreviews = 14

  package private(set) var chats: Part
  package private(set) var invitations: Part
  /// All rows of the area, from its top.
  package var rows: [ChatListRow] {
    var rows = head + chats.shown
    if let emptyWords { rows.append(.note(emptyWords)) }
    if hasMore { rows.append(.more(chats.hidden)) }
    if invitations.height > 0 {
      rows += [ChatListRow](repeating: .note(""), count: gap)
      rows.append(.heading("invitations", hidden: invitations.hidden))
      rows += invitations.shown
    }
    return rows
  }

  /// The row above the chats, where they are filtered.
  private let head: [ChatListRow]
  /// The words in the place of chats; nil while there are some, or none are needed.
  private let emptyWords: String?
  /// Whether a row says how many chats are out of sight; it is there for as long as not all have room.
  private let hasMore: Bool
  /// Blank rows above the invitations.
  private let gap: Int

  /// - Parameters:
  ///   - model: the list.
  ///   - size: of the area.
  ///   - isWide: whether chats may have a second row, with their newest message.
  ///   - shown: the entry that must be in sight.
  package init(_ model: ChatListModel, size: Size, isWide: Bool, shown: ChatListEntry.ID?) {
    // What is unread comes before previews; and on a low screen, that there are more chats.
    let entryCount = model.shown.chats.count + model.shown.invitations.count
    let hasRoom =
      model.totals.unreadChatCount * 2 <= size.height
      && (size.height >= Self.heightForPreviews || entryCount * 2 <= size.height)
    let rowsPerEntry = isWide && hasRoom ? 2 : 1
    head =
      model.filter.map { [.filter($0, count: entryCount, of: model.entryCount)] } ?? []
    emptyWords =
      if model.filter != nil {
        entryCount == 0 ? "nothing fits" : nil
      } else {
        model.isLoaded && model.entryCount == 0 ? "none yet" : nil
      }
    var height = size.height - head.count
    let invited = ChatListRows(model.shown.invitations, rowsPerEntry: rowsPerEntry)
    var invitedHeight = 0
    if invited.count > 0 {
      let limit = max(1, height / 3 / rowsPerEntry) * rowsPerEntry
      invitedHeight = min(invited.count, limit)
      height -= invitedHeight + 1
    }
    let rows = ChatListRows(of: model, rowsPerEntry: rowsPerEntry)
    // Where the list is short, the invitations follow the chats.
    let hasAbove = rows.count > 0 || emptyWords != nil
    gap = invitedHeight > 0 && hasAbove && height > max(1, rows.count) ? 1 : 0
    height = max(0, height)
    hasMore = rows.count > height && height >= Self.heightForMore
    if hasMore { height -= 1 }
    // No entry is cut in half.
    chats = Part(
      rows: rows, height: rows.count > height ? height - height % rowsPerEntry : rows.count,
      first: model.firstRow)
    invitations = Part(rows: invited, height: invitedHeight, first: model.firstInvitationRow)
    chats.show(shown)
    invitations.show(shown)
  }

  /// The entry in a row of the area; nil for words.
  package func entry(at row: Int) -> ChatListEntry.ID? {
    let rows = rows
    return rows.indices.contains(row) ? rows[row].entry : nil
  }
}
