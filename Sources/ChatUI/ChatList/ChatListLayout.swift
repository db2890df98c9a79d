import ChatModel
import TerminalUI

/// The rows of the chat list in some area: the heading, the chats, and at the bottom the invitations, which
/// are always in sight.
@MainActor
struct ChatListLayout {
  /// Rows that scroll by themselves.
  struct Part {
    var rows: [ChatListRow]
    var height: Int
    /// The first row shown.
    var first: Int

    var shown: ArraySlice<ChatListRow> { rows[min(first, rows.count)...].prefix(height) }
    var hasMoreAbove: Bool { first > 0 }
    var hasMoreBelow: Bool { first + height < rows.count }

    /// Shows an entry, scrolling no more than that takes and never half an entry.
    mutating func show(_ id: ChatListEntry.ID?, rowsPerEntry: Int) {
      let last = max(0, rows.count - height)
      let top = id.flatMap { id in rows.firstIndex { $0.entry == id } }
      let bottom = id.flatMap { id in rows.lastIndex { $0.entry == id } }
      if let top, let bottom { first = min(top, max(first, bottom - height + 1)) }
      first = max(0, min(last, first))
      let rest = first % rowsPerEntry
      if rest != 0 { first = min(last, first - rest + rowsPerEntry) }
    }
  }

  /// Shorter lists have no room for the connection.
  private static let heightForStatus = 14

  private(set) var heading: ChatListRow?
  private(set) var chats: Part
  private(set) var rule: ChatListRow?
  private(set) var invitations: Part
  /// The connection and the outbox, at the end of the list.
  private(set) var status: [ChatListRow] = []

  /// - Parameters:
  ///   - model: the list.
  ///   - size: of the area.
  ///   - hasHeading: whether the list has a heading of its own.
  ///   - status: the connection and the outbox, shown where there is room.
  ///   - shown: the entry that must be in sight.
  init(
    _ model: ChatListModel, size: Size, hasHeading: Bool, status: [ChatListRow] = [],
    shown: ChatListEntry.ID?
  ) {
    let rowsPerEntry = size.height < 8 ? 1 : 2
    let isDouble = rowsPerEntry == 2
    var height = size.height
    if hasHeading {
      heading = .heading("CHATS", note: model.unread.text.map { $0 + " new" })
      height -= 1
    }
    if !status.isEmpty, size.height >= Self.heightForStatus {
      self.status = [.rule("sync")] + status
      height -= self.status.count
    }
    let invited = model.invitations.flatMap { invitation -> [ChatListRow] in
      isDouble ? [.invitation(invitation), .inviter(invitation)] : [.invitation(invitation)]
    }
    var invitedHeight = 0
    if !invited.isEmpty {
      let count = invited.count / rowsPerEntry
      rule = .rule(count == 1 ? "1 invitation" : "\(count) invitations")
      let limit = max(1, height / 3 / rowsPerEntry) * rowsPerEntry
      invitedHeight = min(invited.count, limit)
      height -= invitedHeight + 1
    }
    func rows(of chat: ChatSummary) -> [ChatListRow] {
      isDouble ? [.chat(chat, isSingle: false), .preview(chat)] : [.chat(chat, isSingle: true)]
    }
    var rows = model.chats.filter { !$0.isArchived }.flatMap(rows(of:))
    let archived = model.chats.filter(\.isArchived)
    if !archived.isEmpty {
      // As high as an entry, so that entries never stand across the edge.
      rows += (isDouble ? [.note("")] : []) + [.rule("archived \(archived.count)")]
      rows += archived.flatMap(rows(of:))
    }
    if rows.isEmpty, model.isLoaded { rows.append(.note("  none yet")) }
    // Where the list is short, the invitations follow the chats.
    height = max(0, height)
    // No entry is cut in half.
    chats = Part(
      rows: rows, height: rows.count > height ? height - height % rowsPerEntry : rows.count,
      first: model.firstRow)
    invitations = Part(rows: invited, height: invitedHeight, first: model.firstInvitationRow)
    chats.show(shown, rowsPerEntry: rowsPerEntry)
    invitations.show(shown, rowsPerEntry: rowsPerEntry)
  }

  /// What is in a row of the area; nil for headings.
  func entry(at row: Int) -> ChatListEntry.ID? {
    let first = row - (heading == nil ? 0 : 1)
    if first >= 0, first < chats.height {
      return chats.shown.dropFirst(first).first?.entry
    }
    let second = first - chats.height - (rule == nil ? 0 : 1)
    return second >= 0 ? invitations.shown.dropFirst(second).first?.entry : nil
  }
}
