import ChatModel
package import TerminalUI

/// The rows of the chat list in some area: the heading, the chats, and at the bottom the invitations, which
/// are always in sight.
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
    package var hasMoreAbove: Bool { first > 0 }
    package var hasMoreBelow: Bool { first + height < rows.count }

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

  /// Shorter lists have no room for the connection.
  private static let heightForStatus = 14

  package private(set) var heading: ChatListRow?
  package private(set) var chats: Part
  package private(set) var rule: ChatListRow?
  package private(set) var invitations: Part
  /// The connection and the outbox, at the end of the list.
  package private(set) var status: [ChatListRow] = []

  /// - Parameters:
  ///   - model: the list.
  ///   - size: of the area.
  ///   - hasHeading: whether the list has a heading of its own.
  ///   - status: the connection and the outbox, shown where there is room.
  ///   - shown: the entry that must be in sight.
  package init(
    _ model: ChatListModel, size: Size, hasHeading: Bool, status: [ChatListRow] = [],
    shown: ChatListEntry.ID?
  ) {
    let rowsPerEntry = size.height < 8 ? 1 : 2
    var height = size.height
    if hasHeading {
      heading = .heading("CHATS", note: model.totals.wanted.text.map { $0 + " new" })
      height -= 1
    }
    if !status.isEmpty, size.height >= Self.heightForStatus {
      self.status = [.rule("sync")] + status
      height -= self.status.count
    }
    let invited = ChatListRows(model.invitations, rowsPerEntry: rowsPerEntry)
    var invitedHeight = 0
    if invited.count > 0 {
      let count = model.invitations.count
      rule = .rule(count == 1 ? "1 invitation" : "\(count) invitations")
      let limit = max(1, height / 3 / rowsPerEntry) * rowsPerEntry
      invitedHeight = min(invited.count, limit)
      height -= invitedHeight + 1
    }
    let rows = ChatListRows(of: model, rowsPerEntry: rowsPerEntry)
    // Where the list is short, the invitations follow the chats.
    height = max(0, height)
    // No entry is cut in half.
    chats = Part(
      rows: rows, height: rows.count > height ? height - height % rowsPerEntry : rows.count,
      first: model.firstRow)
    invitations = Part(rows: invited, height: invitedHeight, first: model.firstInvitationRow)
    chats.show(shown)
    invitations.show(shown)
  }

  /// The entry in a row of the area; nil for headings.
  package func entry(at row: Int) -> ChatListEntry.ID? {
    let first = row - (heading == nil ? 0 : 1)
    if first >= 0, first < chats.height {
      return chats.shown.dropFirst(first).first?.entry
    }
    let second = first - chats.height - (rule == nil ? 0 : 1)
    return second >= 0 ? invitations.shown.dropFirst(second).first?.entry : nil
  }
}
